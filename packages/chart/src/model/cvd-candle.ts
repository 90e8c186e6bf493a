import type { Scene } from '../renderers/scene.ts'

/** Cumulative delta of a bar in the shown unit. */
export interface CvdCandle {
  readonly open: number
  readonly close: number
  readonly high: number
  readonly low: number
}

/**
 * Cumulative delta of bar i as a candle, in the shown unit. If the extremes of the quote delta are not known exactly
 * (NaN), high and low are those of open and close.
 */
export function computeCvdCandle({ bars, analysis, totals, quantities: q }: Scene, i: number): CvdCandle {
  const isBase = q.unit === 'base'
  const open = (isBase ? analysis.cvdOpen[i] : analysis.cvdQuoteOpen[i]) * q.scale
  const { delta } = totals.of(bars, i)
  const max = (isBase ? bars.maxDelta[i] : bars.maxDeltaQuote[i]) * q.scale
  const min = (isBase ? bars.minDelta[i] : bars.minDeltaQuote[i]) * q.scale
  return {
    open,
    close: open + delta,
    high: open + (Number.isNaN(max) ? Math.max(0, delta) : max),
    low: open + (Number.isNaN(min) ? Math.min(0, delta) : min),
  }
}
