import { addLots, bigLotsAt, lotsAt, storeLots, subtractLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import type { BarArena } from './bar-arena.ts'
import type { Bars } from './bars.ts'
import { storeRawPoc, storeRows, wideRows } from './exact-rows.ts'
import type { ExactRow } from './exact-rows.ts'

const MAX = Number.MAX_SAFE_INTEGER

/**
 * Recomputes the arena's last bar where its sums exceed 2^53 - 1: pieces [from, to) are those it was composed of, wide
 * or not. Values that doubles represent correctly are kept: rows, prices, fills, and (except in `remakeQuotes`) quote
 * extremes.
 */
export function remakePieces(arena: BarArena, bars: Bars, from: number, to: number): void {
  const bar = arena.length - 1
  const isVolumeWide = arena.bid[bar] + arena.ask[bar] > MAX
  const rows = wideRows(arena, bar)
  for (let cell = bars.cellStart[from]; cell < bars.cellStart[to]; cell++) {
    const exact = rows.get(bars.row[cell])
    if (exact !== undefined) addCell(exact, bars, cell)
  }
  storeRows(arena, bar, rows)
  if (!isVolumeWide) return
  storeRunningDelta(arena, bar, bars, from, to)
  if (arena.step === 1) storeRawPoc(arena, bar, volumesOfCells(arena, bar))
}

/** Adds a cell of `bars` to a row; `above`: distance in ticks of its lower edge from the row's. */
export function addCell(exact: ExactRow, bars: Bars, cell: number, above = 0): void {
  const { wide, cellBid, cellAsk, cellBidOffset, cellAskOffset } = bars
  const bid = bigLotsAt(cellBid, wide === null ? null : wide.cellBid, cell)
  const ask = bigLotsAt(cellAsk, wide === null ? null : wide.cellAsk, cell)
  exact.bid += bid
  exact.ask += ask
  exact.bidOffset += BigInt(above) * bid
  exact.askOffset += BigInt(above) * ask
  if (cellBidOffset === null || cellAskOffset === null) return
  exact.bidOffset += bigLotsAt(cellBidOffset, wide === null ? null : wide.cellBidOffset, cell)
  exact.askOffset += bigLotsAt(cellAskOffset, wide === null ? null : wide.cellAskOffset, cell)
}

function storeRunningDelta(arena: BarArena, bar: number, bars: Bars, from: number, to: number): void {
  const { wide, bid, ask, minDelta, maxDelta } = bars
  let delta: Lots = 0
  let min: Lots = 0
  let max: Lots = 0
  for (let i = from; i < to; i++) {
    const low = addLots(delta, lotsAt(minDelta, wide === null ? null : wide.minDelta, i))
    const high = addLots(delta, lotsAt(maxDelta, wide === null ? null : wide.maxDelta, i))
    if (low < min) min = low
    if (high > max) max = high
    delta = addLots(delta, subtractLots(lotsAt(ask, wide && wide.ask, i), lotsAt(bid, wide && wide.bid, i)))
  }
  const rests = arena.openRests()
  storeLots(arena.minDelta, rests.minDelta, bar, min)
  storeLots(arena.maxDelta, rests.maxDelta, bar, max)
}

function* volumesOfCells(arena: BarArena, bar: number): Generator<[number, Lots]> {
  const rests = arena.openRests()
  for (let cell = arena.cellStart[bar]; cell < arena.cellStart[bar + 1]; cell++) {
    const bid = lotsAt(arena.cellBid, rests.cellBid, cell)
    yield [arena.row[cell], addLots(bid, lotsAt(arena.cellAsk, rests.cellAsk, cell))]
  }
}

/**
 * Whether the quote extremes of the arena's last bar, composed in doubles, may be wrong although they are small: below
 * price 0 the product of a row's edge and its lots may exceed 2^53 - 1 before the offset reduces it.
 */
export function areQuotesUnsure(arena: BarArena): boolean {
  const bar = arena.length - 1
  const lowest = arena.row[arena.cellStart[bar]]
  return arena.step > 1 && lowest < 0 && -lowest * arena.step * (arena.bid[bar] + arena.ask[bar]) > MAX
}

/**
 * Composes the quote extremes of the arena's last bar exactly: NaN when those of a piece are, or when the quote volume
 * exceeds 2^53 - 1.
 */
export function remakeQuotes(arena: BarArena, bars: Bars, from: number, to: number): void {
  const bar = arena.length - 1
  let quote = 0n
  let volume = 0n
  let min = 0
  let max = 0
  for (let i = from; i < to; i++) {
    min = Math.min(min, Number(quote) + bars.minDeltaQuote[i])
    max = Math.max(max, Number(quote) + bars.maxDeltaQuote[i])
    for (let cell = bars.cellStart[i]; cell < bars.cellStart[i + 1]; cell++) {
      const exact: ExactRow = { bid: 0n, ask: 0n, bidOffset: 0n, askOffset: 0n }
      addCell(exact, bars, cell, bars.row[cell] * bars.step)
      quote += exact.askOffset - exact.bidOffset
      const both = exact.askOffset + exact.bidOffset
      volume += both < 0n ? -both : both
    }
  }
  arena.minDeltaQuote[bar] = volume > MAX ? Number.NaN : min
  arena.maxDeltaQuote[bar] = volume > MAX ? Number.NaN : max
}
