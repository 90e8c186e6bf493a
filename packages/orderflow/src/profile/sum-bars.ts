import { appendPieces } from '../bars/append-pieces.ts'
import { BarArena } from '../bars/bar-arena.ts'
import { concatBars, emptyBars } from '../bars/bar-columns.ts'
import type { Bars } from '../bars/bars.ts'
import { CellScratch } from '../bars/cell-scratch.ts'

/**
 * Bars [from, to) as a single bar: the bar as long as the range, whatever the range is.
 *
 * Output  one bar by the rules of `composeBars`, its t that of the first piece; none when the range is empty. `cycleMs` stays
 *         that of the pieces and says nothing.
 * Cost    one pass over the cells of the range, plus its span of rows.
 * Throws  OrderflowError QUANTITY_RANGE when a sum is beyond what bars hold (MAX_LOTS).
 * Source  docs/formulas/volume-profile.md.
 */
export function sumBars(bars: Bars, from = 0, to: number = bars.length): Bars {
  const start = Math.max(0, from)
  const end = Math.min(to, bars.length)
  const arena = new BarArena(bars.cycleMs, bars.step)
  if (start < end) appendPieces(arena, new CellScratch(), bars, start, end)
  return arena.view()
}

/** The same over runs of one step but of any lengths of bars, in order of time: days, then hours, then minutes. */
export function sumRuns(runs: readonly Bars[], step: number): Bars {
  const filled = runs.filter((run) => run.length > 0)
  if (filled.length === 0) return emptyBars(0, step)
  // Each run is one bar before they are put together: what is copied is a row once, not once for each of its bars.
  return sumBars(concatBars(filled.map((run) => ({ ...sumBars(run), cycleMs: 0 }))))
}
