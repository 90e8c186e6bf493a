import type { Bars } from '../bars/bars.ts'
import { addLots, bigLotsAt, lotsAt, subtractLots, toLots, type Lots } from '../units/lots.ts'

/** Exact quantities of bars and cells: a number while it is a safe integer, otherwise a bigint. */

/** The columns with the quantities of a bar's cells. */
export type CellLots = Pick<Bars, 'cellBid' | 'cellAsk'> & {
  readonly wide: { readonly cellBid: Float64Array; readonly cellAsk: Float64Array } | null
}

type BarLots = Pick<Bars, 'bid' | 'ask' | 'wide'>

/**
 * Whether the volume of bar i exceeds 2^53 - 1. If not, every quantity of the bar and of its cells is a safe integer
 * and the columns are exact.
 *
 * Cost    one addition: double rounding never brings a sum above the bound back to it.
 */
export function isWideBar(bars: Pick<Bars, 'bid' | 'ask'>, i: number): boolean {
  return bars.bid[i] + bars.ask[i] > Number.MAX_SAFE_INTEGER
}

export function barBid(bars: BarLots, i: number): Lots {
  return lotsAt(bars.bid, bars.wide === null ? null : bars.wide.bid, i)
}

export function barAsk(bars: BarLots, i: number): Lots {
  return lotsAt(bars.ask, bars.wide === null ? null : bars.wide.ask, i)
}

/** bid + ask. */
export function barVolume(bars: BarLots, i: number): Lots {
  return isWideBar(bars, i) ? addLots(barBid(bars, i), barAsk(bars, i)) : bars.bid[i] + bars.ask[i]
}

/** ask - bid. */
export function barDelta(bars: BarLots, i: number): Lots {
  return isWideBar(bars, i) ? subtractLots(barAsk(bars, i), barBid(bars, i)) : bars.ask[i] - bars.bid[i]
}

export function barMinDelta(bars: Pick<Bars, 'minDelta' | 'wide'>, i: number): Lots {
  return lotsAt(bars.minDelta, bars.wide === null ? null : bars.wide.minDelta, i)
}

export function barMaxDelta(bars: Pick<Bars, 'maxDelta' | 'wide'>, i: number): Lots {
  return lotsAt(bars.maxDelta, bars.wide === null ? null : bars.wide.maxDelta, i)
}

export function cellBidLots(bars: CellLots, k: number): Lots {
  return lotsAt(bars.cellBid, bars.wide === null ? null : bars.wide.cellBid, k)
}

export function cellAskLots(bars: CellLots, k: number): Lots {
  return lotsAt(bars.cellAsk, bars.wide === null ? null : bars.wide.cellAsk, k)
}

/** bid + ask. */
export function cellVolume(bars: CellLots, k: number): Lots {
  const volume = bars.cellBid[k] + bars.cellAsk[k]
  return volume <= Number.MAX_SAFE_INTEGER ? volume : addLots(cellBidLots(bars, k), cellAskLots(bars, k))
}

/** ask - bid. */
export function cellDelta(bars: CellLots, k: number): Lots {
  const volume = bars.cellBid[k] + bars.cellAsk[k]
  if (volume <= Number.MAX_SAFE_INTEGER) return bars.cellAsk[k] - bars.cellBid[k]
  return subtractLots(cellAskLots(bars, k), cellBidLots(bars, k))
}

/** bid + ask as a bigint. */
export function bigCellVolume(bars: CellLots, k: number): bigint {
  const { wide } = bars
  return bigLotsAt(bars.cellBid, wide && wide.cellBid, k) + bigLotsAt(bars.cellAsk, wide && wide.cellAsk, k)
}

/** Total lots of one side of the cells [first, last]. */
export function sumCells(bars: CellLots, side: 'bid' | 'ask', first: number, last: number): Lots {
  const values = side === 'bid' ? bars.cellBid : bars.cellAsk
  let sum = 0
  for (let k = first; k <= last; k++) sum += values[k]
  if (sum <= Number.MAX_SAFE_INTEGER) return sum
  const rests = bars.wide && (side === 'bid' ? bars.wide.cellBid : bars.wide.cellAsk)
  let exact = 0n
  for (let k = first; k <= last; k++) exact += bigLotsAt(values, rests, k)
  return toLots(exact)
}

/** Price x quantity of one side of a cell in ticks x lots: row * step * lots + offset. */
export function cellQuote(bars: Bars, k: number, side: 'bid' | 'ask'): Lots {
  const { wide } = bars
  const lots = side === 'bid' ? cellBidLots(bars, k) : cellAskLots(bars, k)
  const offsets = side === 'bid' ? bars.cellBidOffset : bars.cellAskOffset
  const rests = wide && (side === 'bid' ? wide.cellBidOffset : wide.cellAskOffset)
  const offset = offsets === null ? 0 : lotsAt(offsets, rests, k)
  const edge = bars.row[k] * bars.step
  if (typeof lots === 'number' && typeof offset === 'number') {
    const product = edge * lots
    const value = product + offset
    if (Number.isSafeInteger(product) && Number.isSafeInteger(value)) return value
  }
  return toLots(BigInt(edge) * BigInt(lots) + BigInt(offset))
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
