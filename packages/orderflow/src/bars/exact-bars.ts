import type { Trades } from '../trades/trades.ts'
import { addLots, bigLotsAt, lotsAt, storeLots, subtractLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import type { BarArena } from './bar-arena.ts'
import type { BarBuffer, Bars } from './bars.ts'
import { wins } from './emit-cells.ts'

const MAX = Number.MAX_SAFE_INTEGER

const ROW_SUMS = ['cellBid', 'cellAsk', 'cellBidOffset', 'cellAskOffset'] as const

/** Sums of one row of a bar, as bigints. */
export type ExactRow = Record<(typeof ROW_SUMS)[number], bigint>

/**
 * Recomputes the arena's last bar where its sums exceed 2^53 - 1: trades [from, to) are those it was made of.
 *
 * Rows, prices, fills and quote extremes computed in doubles are correct (NaN when not exact); overwritten are all
 * quantities that may not be: rows beyond the bound, totals, running delta, raw point of control.
 * Cost    up to three passes over the trades with a Map lookup each: three to eight times an ordinary bar.
 */
export function remakeTradeBar(arena: BarArena, trades: Trades, from: number, to: number): void {
  const bar = arena.length - 1
  const isVolumeExact = arena.columns.bid[bar] + arena.columns.ask[bar] <= MAX
  const rows = overflowingRows(arena.columns, bar)
  addTrades(rows, arena.columns.step, trades, from, to)
  storeRows(arena, bar, rows)
  if (isVolumeExact) return
  let delta: Lots = 0
  let min: Lots = 0
  let max: Lots = 0
  for (let i = from; i < to; i++) {
    delta = addLots(delta, (trades.buy[i] & 1) === 1 ? trades.qty[i] : -trades.qty[i])
    if (delta < min) min = delta
    else if (delta > max) max = delta
  }
  storeLots(arena.columns, 'minDelta', bar, min)
  storeLots(arena.columns, 'maxDelta', bar, max)
  storeRawPoc(arena.columns, bar, volumesByTick(trades, from, to))
}

/**
 * Like `remakeTradeBar` for a bar composed of pieces [from, to). Values that doubles represent correctly are kept: rows,
 * prices, fills, and (except in `remakeQuotes`) quote extremes.
 */
export function remakePieces(arena: BarArena, bars: Bars, from: number, to: number): void {
  const bar = arena.length - 1
  const isVolumeExact = arena.columns.bid[bar] + arena.columns.ask[bar] <= MAX
  const rows = overflowingRows(arena.columns, bar)
  for (let cell = bars.cellStart[from]; cell < bars.cellStart[to]; cell++) {
    const exact = rows.get(bars.row[cell])
    if (exact !== undefined) addCell(exact, bars, cell)
  }
  storeRows(arena, bar, rows)
  if (isVolumeExact) return
  let delta: Lots = 0
  let min: Lots = 0
  let max: Lots = 0
  for (let i = from; i < to; i++) {
    const low = addLots(delta, lotsAt(bars, 'minDelta', i))
    const high = addLots(delta, lotsAt(bars, 'maxDelta', i))
    if (low < min) min = low
    if (high > max) max = high
    delta = addLots(delta, subtractLots(lotsAt(bars, 'ask', i), lotsAt(bars, 'bid', i)))
  }
  storeLots(arena.columns, 'minDelta', bar, min)
  storeLots(arena.columns, 'maxDelta', bar, max)
  if (arena.columns.step === 1) storeRawPoc(arena.columns, bar, volumesOfCells(arena.columns, bar))
}

/**
 * Whether the quote extremes of the arena's last bar, composed in doubles, may be wrong although they are small: below
 * price 0 the product of a row's edge and its lots may exceed 2^53 - 1 before the offset reduces it.
 */
export function areQuotesUnsure({ columns }: BarArena): boolean {
  const bar = columns.length - 1
  const lowest = columns.row[columns.cellStart[bar]]
  return columns.step > 1 && lowest < 0 && -lowest * columns.step * (columns.bid[bar] + columns.ask[bar]) > MAX
}

/**
 * Composes the quote extremes of the arena's last bar exactly: NaN when those of a piece are, or when the quote volume
 * exceeds 2^53 - 1.
 */
export function remakeQuotes({ columns }: BarArena, bars: Bars, from: number, to: number): void {
  const bar = columns.length - 1
  let quote = 0n
  let volume = 0n
  let min = 0
  let max = 0
  for (let i = from; i < to; i++) {
    min = Math.min(min, Number(quote) + bars.minDeltaQuote[i])
    max = Math.max(max, Number(quote) + bars.maxDeltaQuote[i])
    for (let cell = bars.cellStart[i]; cell < bars.cellStart[i + 1]; cell++) {
      const exact = emptyRow()
      addCell(exact, bars, cell, bars.row[cell] * bars.step)
      quote += exact.cellAskOffset - exact.cellBidOffset
      const both = exact.cellAskOffset + exact.cellBidOffset
      volume += both < 0n ? -both : both
    }
  }
  columns.minDeltaQuote[bar] = volume > MAX ? Number.NaN : min
  columns.maxDeltaQuote[bar] = volume > MAX ? Number.NaN : max
}

export const emptyRow = (): ExactRow => ({ cellBid: 0n, cellAsk: 0n, cellBidOffset: 0n, cellAskOffset: 0n })

/** Adds a cell of `bars` to a row; `above`: distance in ticks of its lower edge from the row's. */
export function addCell(exact: ExactRow, bars: Bars, cell: number, above = 0): void {
  const bid = bigLotsAt(bars, 'cellBid', cell)
  const ask = bigLotsAt(bars, 'cellAsk', cell)
  exact.cellBid += bid
  exact.cellAsk += ask
  exact.cellBidOffset += BigInt(above) * bid + bigLotsAt(bars, 'cellBidOffset', cell)
  exact.cellAskOffset += BigInt(above) * ask + bigLotsAt(bars, 'cellAskOffset', cell)
}

/** Overwrites the sums of a cell. */
export function storeRow(arena: BarArena, cell: number, exact: ExactRow): void {
  arena.openOverflow()
  for (const name of ROW_SUMS) storeLots(arena.columns, name, cell, exact[name])
}

/** A zeroed entry for each row of the bar whose sums exceed the range of doubles; all other rows are already exact. */
function overflowingRows(columns: BarBuffer, bar: number): Map<number, ExactRow> {
  const { row, cellStart, cellBid, cellAsk, cellBidOffset, cellAskOffset } = columns
  const rows = new Map<number, ExactRow>()
  for (let cell = cellStart[bar]; cell < cellStart[bar + 1]; cell++) {
    const offsets = cellBidOffset === null || cellAskOffset === null ? 0 : cellBidOffset[cell] + cellAskOffset[cell]
    if (cellBid[cell] + cellAsk[cell] > MAX || offsets > MAX) rows.set(row[cell], emptyRow())
  }
  return rows
}

function addTrades(rows: Map<number, ExactRow>, step: number, trades: Trades, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const row = Math.floor(trades.price[i] / step)
    const exact = rows.get(row)
    if (exact === undefined) continue
    const lots = BigInt(trades.qty[i])
    const offset = BigInt(trades.price[i] - row * step) * lots
    if ((trades.buy[i] & 1) === 1) {
      exact.cellAsk += lots
      exact.cellAskOffset += offset
    } else {
      exact.cellBid += lots
      exact.cellBidOffset += offset
    }
  }
}

/** Overwrites the sums of the rows' cells and recomputes the bar's bid and ask from all of its cells. */
function storeRows(arena: BarArena, bar: number, rows: ReadonlyMap<number, ExactRow>): void {
  arena.openOverflow()
  const { columns } = arena
  let bid: Lots = 0
  let ask: Lots = 0
  for (let cell = columns.cellStart[bar]; cell < columns.cellStart[bar + 1]; cell++) {
    const exact = rows.get(columns.row[cell])
    if (exact !== undefined) storeRow(arena, cell, exact)
    bid = addLots(bid, lotsAt(columns, 'cellBid', cell))
    ask = addLots(ask, lotsAt(columns, 'cellAsk', cell))
  }
  storeLots(columns, 'bid', bar, bid)
  storeLots(columns, 'ask', bar, ask)
}

/** Recomputes the raw point of control of a bar: `volumes` ascend by native tick. Ties as in `emitCells`. */
function storeRawPoc(columns: BarBuffer, bar: number, volumes: Iterable<readonly [tick: number, volume: Lots]>): void {
  const middle = columns.high[bar] + columns.low[bar]
  const twiceClose = 2 * columns.close[bar]
  let greatest: Lots = -1
  let poc = 0
  for (const [tick, volume] of volumes) {
    if (volume > greatest || (volume === greatest && wins(tick, poc, middle, twiceClose))) {
      greatest = volume
      poc = tick
    }
  }
  columns.rawPoc[bar] = poc
}

function* volumesOfCells(columns: BarBuffer, bar: number): Generator<[number, Lots]> {
  for (let cell = columns.cellStart[bar]; cell < columns.cellStart[bar + 1]; cell++) {
    yield [columns.row[cell], addLots(lotsAt(columns, 'cellBid', cell), lotsAt(columns, 'cellAsk', cell))]
  }
}

function volumesByTick(trades: Trades, from: number, to: number): [number, Lots][] {
  const volumes = new Map<number, Lots>()
  for (let i = from; i < to; i++) {
    const tick = trades.price[i]
    volumes.set(tick, addLots(volumes.get(tick) ?? 0, trades.qty[i]))
  }
  return [...volumes].sort(([a], [b]) => a - b)
}
