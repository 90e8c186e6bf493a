import { needsNativeRows } from '@flowprint/orderflow'
import { cvdResetOf, vwapAnchorOf } from '@flowprint/orderflow'
import type { AnswerMeta, IndicatorSettings } from '@flowprint/orderflow'
import type { Gap, ViewMeta, ViewRequest } from './protocol.ts'

export function metaOf(meta: AnswerMeta, { units, live }: ViewRequest, gaps: readonly Gap[]): ViewMeta {
  return {
    symbol: meta.symbol,
    cycle: meta.cycle,
    cycleMs: meta.cycle_ms,
    precision: meta.precision,
    units,
    simulated: meta.simulated,
    delayed: meta.delayed,
    delayMs: meta.delayed ? (meta.delay_ms ?? null) : null,
    estimated: meta.side === 'estimated',
    live: meta.watermark !== null,
    followed: live,
    coverage: meta.coverage,
    gaps,
  }
}

/** The two settings that the server's part depends on; the rest is computed here from the same bars. */
export function needsNewHistory(before: IndicatorSettings, after: IndicatorSettings): boolean {
  return (
    needsNativeRows(before) !== needsNativeRows(after) ||
    cvdResetOf(before) !== cvdResetOf(after) ||
    vwapAnchorOf(before) !== vwapAnchorOf(after)
  )
}
