import type { Bars } from '@flowprint/orderflow'
import type { CellMode } from '../api.ts'
import { computeShownDecimals, quantityText, type TextWidth } from '../format/number-text.ts'
import type { Quantities } from './quantities.ts'

/**
 * Reference values for full tint on this chart: constant while panning, so that the same volume always has the same
 * tint.
 */
export interface Strength {
  /** Value at full tint: one side's volume, a row's volume, |delta|, trades. */
  readonly side: number
  readonly total: number
  readonly delta: number
  readonly trades: number
  /** The same for whole bars: volume, |delta|, trades. */
  readonly barVolume: number
  readonly barDelta: number
  readonly barTrades: number
  /** Decimals of the numbers of whole bars. */
  readonly barDecimals: number
  /** Decimals of the numbers in the cells. */
  readonly decimals: number
  /** Characters that the larger numbers need at each width, sign included. */
  readonly needed: Readonly<Record<TextWidth, number>>
}

/**
 * Number of bars considered, and the percentile of their largest cells that counts as full tint (the highest are
 * outliers).
 */
const LOOKBACK = 500
const MUCH = 0.9
/** Bars beyond this percentile get numbers with fewer figures instead of widening all columns. */
const OUTLIER = 0.96

/**
 * Computes the reference values of a chart from the largest cells of its newest closed bars.
 *
 * Cost    one pass over the cells of 500 bars; called when the data is replaced and when bars close, not per frame.
 */
export function computeStrength(bars: Bars, closed: number, q: Quantities, mode: CellMode): Strength {
  const from = Math.max(0, closed - LOOKBACK)
  const to = closed > from ? closed : bars.length
  const sides: number[] = []
  const totals: number[] = []
  const deltas: number[] = []
  const trades: number[] = []
  const barVolumes: number[] = []
  const barDeltas: number[] = []
  const barTrades: number[] = []
  for (let i = from; i < to; i++) {
    let side = 0
    let total = 0
    let delta = 0
    let count = 0
    let bids = 0
    let asks = 0
    for (let c = bars.cellStart[i]; c < bars.cellStart[i + 1]; c++) {
      const bid = q.cellBid(bars, c)
      const ask = q.cellAsk(bars, c)
      bids += bid
      asks += ask
      side = Math.max(side, bid, ask)
      total = Math.max(total, bid + ask)
      delta = Math.max(delta, Math.abs(ask - bid))
      count = Math.max(count, bars.cellBidTrades[c] + bars.cellAskTrades[c])
    }
    sides.push(side)
    totals.push(total)
    deltas.push(delta)
    trades.push(count)
    barVolumes.push(bids + asks)
    barDeltas.push(Math.abs(asks - bids))
    barTrades.push(bars.trades[i])
  }
  const shown = mode === 'bidAsk' ? sides : mode === 'delta' ? deltas : mode === 'trades' ? trades : totals
  const decimals = mode === 'trades' ? 0 : computeShownDecimals(percentile(shown, 0.5), q.mostDecimals)
  return {
    side: percentile(sides, MUCH),
    total: percentile(totals, MUCH),
    delta: percentile(deltas, MUCH),
    trades: percentile(trades, MUCH),
    barVolume: percentile(barVolumes, MUCH),
    barDelta: percentile(barDeltas, MUCH),
    barTrades: percentile(barTrades, MUCH),
    barDecimals: computeShownDecimals(percentile(barVolumes, 0.5), q.mostDecimals),
    decimals,
    needed: neededCharacters(shown, decimals, mode === 'delta' ? 1 : 0),
  }
}

function neededCharacters(maxima: readonly number[], decimals: number, sign: number): Record<TextWidth, number> {
  const large = percentile(maxima, OUTLIER)
  // Smaller numbers may be longer than larger ones ("296K" and "3M"): test every magnitude up to the large one.
  const samples = [large]
  for (let value = large / 10; value >= 10 ** -decimals; value /= 10) samples.push(value)
  const needed = (width: TextWidth): number =>
    sign + samples.reduce((most, value) => Math.max(most, quantityText(value, decimals, width).length), 0)
  return { 3: needed(3), 4: needed(4), 5: needed(5) }
}

/** Nearest rank; 0 for no values. Sorts the values. */
function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return 0
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
}

/**
 * Whether new reference values differ enough to replace the current ones, so that not every closing bar repaints
 * everything.
 */
export function hasStrengthChanged(current: Strength, next: Strength): boolean {
  if (current.decimals !== next.decimals) return true
  if (current.needed[5] !== next.needed[5] || current.needed[4] !== next.needed[4]) return true
  return (
    isFar(current.side, next.side) ||
    isFar(current.total, next.total) ||
    isFar(current.delta, next.delta) ||
    isFar(current.trades, next.trades) ||
    isFar(current.barVolume, next.barVolume)
  )
}

function isFar(current: number, next: number): boolean {
  return Math.abs(next - current) > 0.25 * current
}
