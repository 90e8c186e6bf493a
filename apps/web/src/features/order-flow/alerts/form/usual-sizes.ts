import type { Bars, BigTrade, IndicatorSettings, InstrumentUnits } from '@flowprint/orderflow'
import type { SizedKind } from './draft.ts'

/** Bars that say what is usual. */
const BARS = 50
/** A bar worth an alert has this many times the mean. */
const TIMES = 2
const USUAL_BIG_TRADE = '100000'

/**
 * Sizes a new alert begins with: twice the mean volume and the mean size of the delta of the last closed bars, and a big
 * trade as the chart's own setting says, else as the middle one of those it shows. Two digits: suggestions, not measurements.
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

/** 12345 as "12000", 0.01234 as "0.012", nothing as "1": plain decimals, as the fields take them. */
export function twoDigits(value: number): string {
  if (!(value > 0) || !Number.isFinite(value)) return '1'
  const rounded = Number(value.toPrecision(2))
  // Beyond this a double writes itself with an exponent.
  if (rounded >= 1e21) return String(BigInt(rounded))
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(value)))
  const text = rounded.toFixed(Math.min(20, decimals))
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
