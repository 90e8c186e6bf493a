import { appendPieces } from '../bars/append-pieces.ts'
import { BarArena, concatBars } from '../bars/bar-arena.ts'
import { emptyBars } from '../bars/bar-columns.ts'
import type { Bars } from '../bars/bars.ts'
import { CellScratch } from '../bars/cell-scratch.ts'

/**
 * Sums bars [from, to) into a single bar that covers the whole range.
 *
 * Output  one bar by the rules of `composeBars`, its t that of the first piece; none when the range is empty. `cycleMs`
 *         is that of the pieces and has no meaning.
 * Cost    one pass over the cells of the range, plus its span of rows.
 * Throws  OrderflowError QUANTITY_RANGE when a sum exceeds MAX_LOTS.
 * Source  docs/formulas/volume-profile.md.
 */
export function sumBars(bars: Bars, from = 0, to: number = bars.length): Bars {
  const start = Math.max(0, from)
  const end = Math.min(to, bars.length)
  const arena = new BarArena(bars.cycleMs, bars.step)
  if (start < end) appendPieces(arena, new CellScratch(), bars, start, end)
  return arena.view()
}

/** Like `sumBars`, over runs of one step but different cycles, in order of time: days, then hours, then minutes. */
export function sumRuns(runs: readonly Bars[], step: number): Bars {
  const filled = runs.filter((run) => run.length > 0)
  if (filled.length === 0) return emptyBars(0, step)
  // Sum each run into one bar first, so that a row is copied once per run and not once per bar.
  return sumBars(concatBars(filled.map((run) => ({ ...sumBars(run), cycleMs: 0 }))))
}
