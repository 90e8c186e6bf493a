import type { Bars } from '../bars/bars.ts'
import { addLots, bigLotsAt, lotsAt, subtractLots, toLots, type Lots, type LotsColumns } from '../units/lots.ts'

/** Exact quantities of bars and cells: a number while it is a safe integer, otherwise a bigint. */

/** The columns with the quantities of a bar's cells. */
export type CellLots = Pick<Bars, 'cellBid' | 'cellAsk'> & LotsColumns<'cellBid' | 'cellAsk'>

type BarLots = Pick<Bars, 'bid' | 'ask'> & LotsColumns<'bid' | 'ask'>

/**
 * Whether the volume of bar i exceeds 2^53 - 1. If not, every quantity of the bar and of its cells is a safe integer
 * and the columns are exact.
 *
 * Cost    one addition: double rounding never brings a sum above the bound back to it.
 */
export function hasVolumeOverflow(bars: Pick<Bars, 'bid' | 'ask'>, i: number): boolean {
  return bars.bid[i] + bars.ask[i] > Number.MAX_SAFE_INTEGER
}

/** bid + ask. */
export function barVolume(bars: BarLots, i: number): Lots {
  if (!hasVolumeOverflow(bars, i)) return bars.bid[i] + bars.ask[i]
  return addLots(lotsAt(bars, 'bid', i), lotsAt(bars, 'ask', i))
}

/** ask - bid. */
export function barDelta(bars: BarLots, i: number): Lots {
  if (!hasVolumeOverflow(bars, i)) return bars.ask[i] - bars.bid[i]
  return subtractLots(lotsAt(bars, 'ask', i), lotsAt(bars, 'bid', i))
}

/** bid + ask. */
export function cellVolume(bars: CellLots, k: number): Lots {
  const volume = bars.cellBid[k] + bars.cellAsk[k]
  return volume <= Number.MAX_SAFE_INTEGER ? volume : addLots(lotsAt(bars, 'cellBid', k), lotsAt(bars, 'cellAsk', k))
}

/** ask - bid. */
export function cellDelta(bars: CellLots, k: number): Lots {
  const volume = bars.cellBid[k] + bars.cellAsk[k]
  if (volume <= Number.MAX_SAFE_INTEGER) return bars.cellAsk[k] - bars.cellBid[k]
  return subtractLots(lotsAt(bars, 'cellAsk', k), lotsAt(bars, 'cellBid', k))
}

/** bid + ask as a bigint. */
export function bigCellVolume(bars: CellLots, k: number): bigint {
  return bigLotsAt(bars, 'cellBid', k) + bigLotsAt(bars, 'cellAsk', k)
}

/** Total lots of one side of the cells [first, last]. */
export function sumCells(bars: CellLots, side: 'bid' | 'ask', first: number, last: number): Lots {
  const name = side === 'bid' ? 'cellBid' : 'cellAsk'
  const values = bars[name]
  let sum = 0
  for (let k = first; k <= last; k++) sum += values[k]
  if (sum <= Number.MAX_SAFE_INTEGER) return sum
  let exact = 0n
  for (let k = first; k <= last; k++) exact += bigLotsAt(bars, name, k)
  return toLots(exact)
}

/** Price x quantity of one side of a cell in ticks x lots: row * step * lots + offset. */
export function cellQuote(bars: Bars, k: number, side: 'bid' | 'ask'): Lots {
  const isBid = side === 'bid'
  const offsets = isBid ? bars.cellBidOffset : bars.cellAskOffset
  const edge = bars.row[k] * bars.step
  const offset = offsets === null ? 0 : offsets[k]
  const product = edge * (isBid ? bars.cellBid[k] : bars.cellAsk[k])
  const value = product + offset
  // Doubles of this size are exact, and a safe product has safe factors.
  if (Number.isSafeInteger(product) && Number.isSafeInteger(value) && offset <= Number.MAX_SAFE_INTEGER) return value
  const lots = bigLotsAt(bars, isBid ? 'cellBid' : 'cellAsk', k)
  return toLots(BigInt(edge) * lots + bigLotsAt(bars, isBid ? 'cellBidOffset' : 'cellAskOffset', k))
}

/** Delta of a bar in the quote unit, ask - bid in ticks x lots, exactly. Cost: its cells. */
export function barQuoteDelta(bars: Bars, i: number): Lots {
  return subtractLots(barQuote(bars, i, 'ask'), barQuote(bars, i, 'bid'))
}

/** Price x quantity of one side of a bar in ticks x lots. Cost: its cells. */
export function barQuote(bars: Bars, i: number, side: 'bid' | 'ask'): Lots {
  let sum: Lots = 0
  for (let k = bars.cellStart[i]; k < bars.cellStart[i + 1]; k++) sum = addLots(sum, cellQuote(bars, k, side))
  return sum
}
