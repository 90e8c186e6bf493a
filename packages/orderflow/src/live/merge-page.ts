import { BarArena } from '../bars/bar-arena.ts'
import { lowerBoundT } from '../bars/bar-columns.ts'
import type { Bars } from '../bars/bars.ts'
import type { SeqSpan } from './ranges.ts'

/**
 * The closed bars of a loaded stretch after a page for it came in.
 *
 * Input   `pieces`: the stretch, cut where the knowledge of it changes, with the log entry each goes up to (-1 = not
 *         loaded); `seq`: the entry the page goes up to.
 * Rules   a piece known further than the page stays; else the page's bars stand, also where it has none; of two bars with
 *         the same knowledge the one with the higher revision stays.
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
