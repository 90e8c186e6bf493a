import { appendPieces } from './append-pieces.ts'
import { BarArena } from './bar-arena.ts'
import type { Bars } from './bars.ts'
import { CellScratch } from './cell-scratch.ts'
import { barStart } from './cycles.ts'
import type { DurationMs } from '../units/units.ts'

/**
 * Bars of a coarser cycle from finer ones of the same step, by summation.
 *
 * Input   bars ascending; `cycleMs` a multiple of theirs. Pieces of one bar may also have equal t (parts of one cycle).
 * Output  open of the first piece, close of the last, extremes and sums of all; running delta: min(a.min, a.delta +
 *         b.min), the quote ones likewise, NaN where they are no longer exact; revision the greatest; state open when
 *         the last piece is open, else the worst (incomplete, repairing, complete). rawPoc is recomputed at step 1; at
 *         a greater step it is kept only for a bar of one piece and is NO_ROW otherwise.
 * Cost    one pass over the cells, plus the span of rows of each bar.
 * Throws  RangeError when the cycles do not divide; OrderflowError QUANTITY_RANGE (a sum beyond MAX_LOTS).
 * Source  docs/formulas/bars-and-delta.md, section "Composition".
 */
export function composeBars(bars: Bars, cycleMs: DurationMs): Bars {
  if (cycleMs % bars.cycleMs !== 0) {
    throw new RangeError(`Condition failed: cycle is a multiple of ${bars.cycleMs} ms, had ${cycleMs}`)
  }
  const arena = new BarArena(cycleMs, bars.step, 0, Math.min(bars.row.length, 65_536))
  const scratch = new CellScratch()
  let from = 0
  while (from < bars.length) {
    const start = barStart(bars.t[from], cycleMs)
    let to = from + 1
    while (to < bars.length && bars.t[to] < start + cycleMs) to += 1
    appendPieces(arena, scratch, bars, from, to)
    arena.columns.t[arena.length - 1] = start
    from = to
  }
  return arena.view()
}
