import { BarArena } from '../bars/bar-arena.ts'
import { lowerBoundT } from '../bars/bar-columns.ts'
import type { Bars } from '../bars/bars.ts'
import type { SeqSpan } from './ranges.ts'

/**
 * Merges a page into the closed bars of a loaded range.
 *
 * Input   `pieces`: the range, split by the log entry each part is loaded up to (-1 = not loaded); `seq`: the entry the
 *         page goes up to.
 * Rules   a part loaded further than the page is kept; otherwise the page's bars replace it, also where the page has
 *         none; of two bars from the same entry the one with the higher revision is kept.
 */
export function mergePage(loaded: Bars, page: Bars, pieces: readonly SeqSpan[], seq: number): Bars {
  const out = new BarArena(page.cycleMs, page.step, page.length, page.row.length)
  for (const piece of pieces) {
    const own = { from: lowerBoundT(loaded, piece.from), to: lowerBoundT(loaded, piece.to) }
    const fetched = { from: lowerBoundT(page, piece.from), to: lowerBoundT(page, piece.to) }
    if (piece.seq > seq) out.append(loaded, own.from, own.to)
    else if (piece.seq < seq) out.append(page, fetched.from, fetched.to)
    else appendHigher(out, loaded, own, page, fetched)
  }
  return out.view()
}

interface Run {
  readonly from: number
  readonly to: number
}

function appendHigher(out: BarArena, loaded: Bars, own: Run, page: Bars, fetched: Run): void {
  let mine = own.from
  for (let i = fetched.from; i < fetched.to; i++) {
    while (mine < own.to && loaded.t[mine] < page.t[i]) mine++
    const keep = mine < own.to && loaded.t[mine] === page.t[i] && loaded.revision[mine] > page.revision[i]
    if (keep) out.append(loaded, mine, mine + 1)
    else out.append(page, i, i + 1)
  }
}
