import type { Bars, BigTrade, IndicatorSettings, InstrumentUnits } from '@flowprint/orderflow'
import type { SizedKind } from './draft.ts'

/** Number of bars averaged. */
const BARS = 50
/** Multiple of the mean that is suggested as a threshold. */
const TIMES = 2
const USUAL_BIG_TRADE = '100000'

/**
 * Default sizes of a new alert: twice the mean volume and twice the mean absolute delta of the last closed bars; for
 * big trades the chart's setting, otherwise the median of the shown ones. Rounded to two digits.
 */
export function usualSizes(
  bars: Pick<Bars, 'length' | 'bid' | 'ask'>,
  { lotSize, tickSize }: InstrumentUnits,
  { size }: IndicatorSettings['bigTrades'],
  shown: readonly BigTrade[],
): Record<SizedKind, string> {
  const lot = Number(lotSize)
  const [from, to] = [Math.max(0, bars.length - 1 - BARS), Math.max(0, bars.length - 1)]
  let [volume, delta] = [0, 0]
  for (let i = from; i < to; i++) {
    volume += bars.bid[i] + bars.ask[i]
    delta += Math.abs(bars.ask[i] - bars.bid[i])
  }
  const mean = (sum: number) => twoDigits((TIMES * lot * sum) / Math.max(1, to - from))
  const notionals = shown.map(({ notional }) => Number(notional)).sort((a, b) => a - b)
  const middle = notionals.length === 0 ? 0 : notionals[notionals.length >> 1] * lot * Number(tickSize)
  return {
    volume: mean(volume),
    delta: mean(delta),
    big_trade: Number(size) > 0 ? size : middle > 0 ? twoDigits(middle) : USUAL_BIG_TRADE,
  }
}

/** 12345 as "12000", 0.01234 as "0.012", zero as "1": plain decimals, as the fields accept them. */
export function twoDigits(value: number): string {
  if (!(value > 0) || !Number.isFinite(value)) return '1'
  const rounded = Number(value.toPrecision(2))
  // From here on a double is formatted with an exponent.
  if (rounded >= 1e21) return String(BigInt(rounded))
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(value)))
  const text = rounded.toFixed(Math.min(20, decimals))
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
