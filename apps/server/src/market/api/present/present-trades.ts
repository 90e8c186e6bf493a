import type { TradeRow, BigTradeMark, BigTradeRow, BigTrades, SweepSizes } from '@flowprint/contract'
import {
  idText,
  decimalUnit,
  emptyTrades,
  encodeBigTrades,
  fromUnits,
  notionalUnit,
  rowsSwept,
  barQuote,
  cellQuote,
  lotsAt,
  multiplyUnits,
} from '@flowprint/orderflow'
import type { InstrumentUnits, Trades, BigTrade, Lots, SizeSeed, Bars } from '@flowprint/orderflow'
import { plainLine } from '../../../platform/csv/index.ts'
import { decimalWriter } from '../../text.ts'
import type { DecimalWriter } from '../../text.ts'
import type { BigTrades as StoredBigTrades, Instrument } from '../../store/index.ts'

export function presentTrades(trades: Trades, units: InstrumentUnits): TradeRow[] {
  const price = decimalWriter(units.tickSize)
  const qty = decimalWriter(units.lotSize)
  const rows: TradeRow[] = []
  for (let i = 0; i < trades.length; i++) {
    rows.push({
      id: idText(trades, i),
      ts: trades.ts[i],
      price: price(trades.price[i]),
      qty: qty(trades.qty[i]),
      side: trades.buy[i] === 1 ? 'buy' : 'sell',
      fills: trades.fills[i],
      seq: trades.seq === null ? null : trades.seq[i],
    })
  }
  return rows
}

export function tradesCsv(rows: readonly TradeRow[]): string {
  const lines = rows.map((row) => plainLine([row.id, row.ts, row.price, row.qty, row.side, row.fills, row.seq ?? '']))
  return plainLine(['id', 'ts', 'price', 'qty', 'side', 'fills', 'seq']) + lines.join('')
}

/** The `after` cursor of the next page; includes the id because many trades share a millisecond. */
export const cursorOf = (trades: Trades, i: number): string => `${trades.ts[i]}_${idText(trades, i)}`

/** Additional decimals of an average price beyond those of the tick. */
const FINER = 2

/** The answer of /big_trades. */
export function presentBigTrades(stored: StoredBigTrades, instrument: Instrument, resume: boolean): BigTrades {
  const row = rowWriter(instrument)
  return {
    symbol: instrument.symbol,
    instrument_version: instrument.version,
    tape: instrument.tape,
    from: stored.from,
    to: stored.to,
    list: stored.list.map(row),
    ...(resume ? { open: presentTrades(stored.open, instrument), sizes: presentSizes(stored.sizes, instrument) } : {}),
  }
}

/** The same in packed form. */
export function packBigTrades(stored: StoredBigTrades, instrument: Instrument, resume: boolean): Uint8Array {
  const { symbol, version, tape, tickSize, lotSize } = instrument
  const { from, to, list } = stored
  return encodeBigTrades({
    meta: { symbol, instrument_version: version, tape, tick_size: tickSize, lot_size: lotSize, from, to },
    list,
    open: resume ? stored.open : emptyTrades(),
    sizes: stored.sizes,
  })
}

/**
 * Big trades as an indicator of /footprint.
 * Input   starts of the bars of the answer, oldest first. Sweeps before the first are omitted; the unfinished one is
 * included.
 */
export function presentBigMarks(
  stored: StoredBigTrades,
  starts: readonly number[],
  instrument: Instrument,
  step: number,
): BigTradeMark[] {
  const row = rowWriter(instrument)
  const all = stored.unfinished === null ? stored.list : [...stored.list, stored.unfinished]
  const marks: BigTradeMark[] = []
  let at = 0
  for (const trade of all) {
    while (at + 1 < starts.length && starts[at + 1] <= trade.firstTs) at += 1
    if (starts[at] <= trade.firstTs) marks.push({ t: starts[at], rows: rowsSwept(trade, step), ...row(trade) })
  }
  return marks
}

function rowWriter(instrument: Instrument): (trade: BigTrade) => BigTradeRow {
  const price = decimalWriter(instrument.tickSize)
  const volume = decimalWriter(instrument.lotSize)
  const notional = decimalWriter(notionalUnit(instrument))
  const average = averageWriter(instrument.tickSize)
  return (trade) => ({
    id: trade.id,
    ts: trade.firstTs,
    end: trade.lastTs,
    side: trade.buy ? 'buy' : 'sell',
    first: price(trade.first),
    last: price(trade.last),
    low: price(trade.low),
    high: price(trade.high),
    average: average(trade.notional, trade.lots),
    volume: volume(trade.lots),
    notional: notional(trade.notional),
    trades: trade.trades,
    fills: trade.fills,
    usual: trade.usual === null ? null : notional(trade.usual),
  })
}

function averageWriter(tickSize: string): (notional: Lots, lots: Lots) => string {
  const { mantissa, exponent } = decimalUnit(tickSize)
  const unit = { mantissa: 1n, exponent: exponent - FINER }
  const writeAverage = decimalWriter(unit)
  const scale = Number(mantissa) * 10 ** FINER
  return (notional, lots) => {
    // Plain numbers are exact here: twice a product below 2^52, and a quotient whose remainder is checked.
    const plain =
      typeof notional === 'number' && typeof lots === 'number'
        ? 2 * notional * scale + (notional < 0 ? -lots : lots)
        : Infinity
    if (Math.abs(plain) < 2 ** 52) {
      const divisor = 2 * (lots as number)
      return writeAverage((plain - (plain % divisor)) / divisor)
    }
    const whole = 2n * BigInt(notional) * mantissa * 10n ** BigInt(FINER)
    const parts = BigInt(lots)
    return fromUnits((whole + (whole < 0n ? -parts : parts)) / (2n * parts), unit)
  }
}

function presentSizes({ minutes, sizes, floor }: SizeSeed, instrument: Instrument): SweepSizes {
  const notional = decimalWriter(notionalUnit(instrument))
  return {
    minutes: minutes.map(({ t, count }) => [t, count]),
    sizes: sizes.map(({ t, size }) => [t, notional(size)]),
    floor: notional(floor),
  }
}

/** Exact sums of one bar in whole units; min and max delta are null when their exact value was not stored. */
export interface BarSums {
  readonly bid: Lots
  readonly ask: Lots
  readonly minDelta: Lots | null
  readonly maxDelta: Lots | null
}

/** How volumes are counted: lots of the base, or ticks x lots of the quote (exact from the cells' offsets). */
export interface VolumeUnit {
  readonly text: DecimalWriter
  cellBid(cell: number): Lots
  cellAsk(cell: number): Lots
  /** Converts lots traded at a price. */
  at(tick: number, lots: Lots): Lots
  sums(bar: number): BarSums
}

export function baseUnit(bars: Bars, units: InstrumentUnits): VolumeUnit {
  return {
    text: decimalWriter(units.lotSize),
    cellBid: (cell) => lotsAt(bars, 'cellBid', cell),
    cellAsk: (cell) => lotsAt(bars, 'cellAsk', cell),
    at: (_tick, lots) => lots,
    sums: (i) => ({
      bid: lotsAt(bars, 'bid', i),
      ask: lotsAt(bars, 'ask', i),
      minDelta: lotsAt(bars, 'minDelta', i),
      maxDelta: lotsAt(bars, 'maxDelta', i),
    }),
  }
}

export function quoteUnit(bars: Bars, units: InstrumentUnits): VolumeUnit {
  return {
    text: decimalWriter(multiplyUnits(decimalUnit(units.tickSize), decimalUnit(units.lotSize))),
    cellBid: (cell) => cellQuote(bars, cell, 'bid'),
    cellAsk: (cell) => cellQuote(bars, cell, 'ask'),
    at: (tick, lots) => BigInt(tick) * BigInt(lots),
    sums: (i) => ({
      bid: barQuote(bars, i, 'bid'),
      ask: barQuote(bars, i, 'ask'),
      minDelta: keptOrNull(bars.minDeltaQuote[i]),
      maxDelta: keptOrNull(bars.maxDeltaQuote[i]),
    }),
  }
}

const keptOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
