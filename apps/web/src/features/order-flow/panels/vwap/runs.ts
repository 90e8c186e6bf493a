import type { OverlayScope } from '@flowprint/chart'
import { vwapStart, type VwapAnchor } from '@flowprint/orderflow'

/** Bars [from, to], both inclusive, whose VWAP is one line. */
export interface Run {
  readonly from: number
  readonly to: number
  /** The line begins here; otherwise it continues from bars to the left. */
  readonly begins: boolean
}

/** The lines of the visible bars, with one bar on either side so that they extend over the edges. */
export function runsOf(
  { bars, analysis, visible }: Pick<OverlayScope, 'bars' | 'analysis' | 'visible'>,
  anchor: VwapAnchor,
): Run[] {
  const runs: Run[] = []
  const first = Math.max(0, visible.from - 1)
  const last = Math.min(bars.length, analysis.vwap.length, visible.to + 2) - 1
  const startOf = (i: number) =>
    i < 0 || Number.isNaN(analysis.vwap[i]) ? null : vwapStart(bars.t[i], anchor, bars.cycleMs)
  for (let i = first; i <= last; i++) {
    const start = startOf(i)
    if (start === null) continue
    const from = i
    while (i < last && startOf(i + 1) === start) i += 1
    runs.push({ from, to: i, begins: startOf(from - 1) !== start })
  }
  return runs
}
