import type { IndicatorSettings } from '../settings/settings.ts'
import type { Zone } from './zone.ts'

/** The rows a bar reached. */
export interface BarRows {
  readonly low: number
  readonly high: number
  readonly close: number
}

/**
 * Effect of one closed bar on a zone:
 * `away`: no overlap; `inside`: it overlaps and does not close back on the near side; `held`: it overlaps and closes
 * back on the near side; `broken`, `filled`: it ends the zone.
 */
export type ZoneMeeting = 'away' | 'inside' | 'held' | 'broken' | 'filled'

type Standing = Pick<Zone, 'kind' | 'side' | 'lowRow' | 'highRow'>

/**
 * Classifies the effect of a closed bar on a live zone.
 *
 * For a support the near side is above: broken when row(close) < lowRow ('close'), when row(low) < lowRow ('through')
 * or when row(low) <= highRow ('touch': reached, or jumped over). Resistance is mirrored. A naked point of control is
 * only ever `filled`, by a bar whose range covers its row.
 *
 * Ties    all rows are inclusive: a close on the zone's first or last row is inside.
 * Cost    constant, no allocation.
 * Source  docs/formulas/support-and-resistance.md, section "Life cycle".
 */
export function meetZone(zone: Standing, bar: BarRows, breakBy: IndicatorSettings['zones']['breakBy']): ZoneMeeting {
  const overlaps = bar.low <= zone.highRow && bar.high >= zone.lowRow
  if (zone.kind === 'nakedPoc') return overlaps ? 'filled' : 'away'
  const support = zone.side === 'support'
  if (isBroken(zone, support, bar, breakBy)) return 'broken'
  if (!overlaps) return 'away'
  return (support ? bar.close > zone.highRow : bar.close < zone.lowRow) ? 'held' : 'inside'
}

function isBroken(
  zone: Standing,
  support: boolean,
  bar: BarRows,
  breakBy: IndicatorSettings['zones']['breakBy'],
): boolean {
  if (breakBy === 'close') return isBeyond(zone, bar.close)
  if (breakBy === 'through') return support ? bar.low < zone.lowRow : bar.high > zone.highRow
  return support ? bar.low <= zone.highRow : bar.high >= zone.lowRow
}

/** Whether a close is beyond the far edge; such a zone is not created. */
export function isBeyond(zone: Pick<Zone, 'side' | 'lowRow' | 'highRow'>, closeRow: number): boolean {
  return zone.side === 'support' ? closeRow < zone.lowRow : closeRow > zone.highRow
}
