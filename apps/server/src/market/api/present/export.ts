import { BARS_COLUMNS, MAX_CELLS, NUMBER_COLUMN, TRADES_COLUMNS } from '@flowprint/contract'
import type { ExportQuery } from '@flowprint/contract'
import {
  SECOND_MS,
  addLots,
  analyzeBars,
  barStart,
  parseSettings,
  sequenceNumbers,
  subtractLots,
  idText,
} from '@flowprint/orderflow'
import type { Bars, SequenceRule, Trades } from '@flowprint/orderflow'
import { plainLine } from '../../../platform/csv/index.ts'
import { barWindow, firstStartAt } from '../rules/query.ts'
import { TooManyCellsError } from '../../store/index.ts'
import type { Instrument, TapeReads, ReadBudget } from '../../store/index.ts'
import { decimalWriter } from '../../text.ts'
import { presentAnswer } from './present-answer.ts'
import { BAR_STATES } from './present-bars.ts'
import { wholeBars } from './present-footprint.ts'
import { baseUnit } from './present-trades.ts'

/** Bars per read; more when most of the time nothing trades. */
const BARS_PER_READ = 500
const MAX_READ = 16_000
/** Max cells per read of several bars: bounds the memory of an export. */
const READ_CELLS = 300_000

export interface ExportedBars extends ExportRange {
  readonly cycle: NonNullable<ExportQuery['cycle']>
  readonly cycleMs: number
  readonly sequence: SequenceRule | null
  /** Row height, ticks. */
  readonly step: number
  readonly nowMs: number
}

/**
 * Yields the bars that start in a range as pieces of a CSV file, oldest first, read on demand: one time range after the
 * other, each from its own snapshot. The numbers are those of /footprint with default settings.
 * Throws  TooManyCellsError when a single bar holds more cells than an answer may.
 */
export async function* exportBars(
  store: TapeReads,
  instrument: Instrument,
  asked: ExportedBars,
): AsyncGenerator<string> {
  const { cycleMs, cut, isReplay, sequence } = asked
  const unit = sequence === null ? cycleMs : SECOND_MS
  const coverage = await store.coverage(instrument, cut, isReplay)
  const end = coverage.to === null ? -Infinity : Math.min(asked.to, coverage.to + 1)
  const begin = coverage.from ?? 0
  let at = Math.max(firstStartAt(asked.from, cycleMs), sequence === null ? barStart(begin, cycleMs) : begin)
  let head = plainLine([...BARS_COLUMNS, ...(sequence === null ? [] : [NUMBER_COLUMN])])
  let span = BARS_PER_READ
  while (at < end) {
    const to = at + span * unit
    const read = await readRange(store, instrument, asked, { from: at, to: Math.min(to, asked.to), span })
    if (read === null) {
      span = Math.ceil(span / 2)
      continue
    }
    yield head + barLines(read.bars, instrument, read.numbers, at)
    head = ''
    at = to
    span = nextSpan(span, read.bars)
  }
  if (head !== '') yield head
}

/** Widen the range after a sparse read: no trades, or the end of a busy period. */
function nextSpan(span: number, { length, row }: Bars): number {
  if (row.length * 3 > READ_CELLS) return span
  if (length * 4 < span) return Math.min(span * 2, MAX_READ)
  return Math.max(span, Math.min(span * 2, BARS_PER_READ))
}

/** Bars of a time range, the open one last; null when they hold too many cells for one read. */
async function readRange(
  store: TapeReads,
  instrument: Instrument,
  asked: ExportedBars,
  range: { from: number; to: number; span: number },
): Promise<{ bars: Bars; numbers: Uint32Array | null } | null> {
  const { cycle, cycleMs, sequence, step, cut, isReplay = false, nowMs, budget } = asked
  // A range starts at most this many fills or volume bars: one per trade.
  const limit = sequence === null ? range.span : Infinity
  const window = barWindow({ ...range, limit }, cycleMs, nowMs)
  const settings = parseSettings(undefined)
  try {
    const history = await store.readHistory(instrument, {
      cycleMs,
      ...(sequence === null ? {} : { sequence }),
      step,
      ...window,
      maxCells: range.span > 1 ? READ_CELLS : MAX_CELLS,
      budget,
      ...(cut === undefined ? {} : { cut, isReplay }),
    })
    const query = { symbol: instrument.symbol, cycle, precision: '' }
    const loaded = { instrument, cycleMs, step, window, leadIn: 0, history, cut }
    const bars = wholeBars(presentAnswer(loaded, query, settings), settings)
    return {
      bars,
      numbers: history.sequence === undefined ? null : sequenceNumbers(bars, history.sequence.firstNumber),
    }
  } catch (error) {
    if (error instanceof TooManyCellsError && range.span > 1) return null
    throw error
  }
}

/** `from`: start of the range. A read also returns the open bar, which may have begun in an earlier range. */
function barLines(bars: Bars, instrument: Instrument, numbers: Uint32Array | null, from: number): string {
  const { pocTick, vahRow, valRow } = analyzeBars(bars, parseSettings(undefined), { units: instrument, cvdOpen: 0 })
  const price = decimalWriter(instrument.tickSize)
  const { text, sums } = baseUnit(bars, instrument)
  let lines = ''
  for (let i = 0; i < bars.length; i++) {
    if (bars.t[i] < from) continue
    const { bid, ask, minDelta, maxDelta } = sums(i)
    lines += plainLine([
      Math.floor(bars.t[i]),
      price(bars.open[i]),
      price(bars.high[i]),
      price(bars.low[i]),
      price(bars.close[i]),
      text(addLots(bid, ask)),
      text(bid),
      text(ask),
      text(subtractLots(ask, bid)),
      minDelta === null ? '' : text(minDelta),
      maxDelta === null ? '' : text(maxDelta),
      bars.trades[i],
      price(pocTick[i]),
      price(vahRow[i] * bars.step),
      price(valRow[i] * bars.step),
      BAR_STATES[bars.state[i]],
      ...(numbers === null ? [] : [numbers[i]]),
    ])
  }
  return lines
}

/** Max trades per read: some ten megabytes, and an hour is unpacked only a few times. */
const TRADES_PER_READ = 100_000
/** Lines per piece of the file: yields to the event loop between pieces. */
const PIECE = 2000

export interface ExportRange {
  /** [from, to) in ms. */
  readonly from: number
  readonly to: number
  /** Delayed reader: only trades before this time. */
  readonly cut: number | undefined
  readonly isReplay?: boolean
  readonly budget?: ReadBudget | undefined
}

/**
 * Yields the trades of a range as pieces of a canonical file, read on demand.
 * Each read is a separate snapshot that continues after the last trade of the previous one (time and id), so nothing is
 * held open for a slow reader, and nothing is repeated.
 */
export async function* exportTrades(
  store: TapeReads,
  instrument: Instrument,
  range: ExportRange,
  read = TRADES_PER_READ,
): AsyncGenerator<string> {
  const { from, to, cut, isReplay = false, budget } = range
  const price = decimalWriter(instrument.tickSize)
  const qty = decimalWriter(instrument.lotSize)
  const line = (trades: Trades, i: number) =>
    plainLine([
      idText(trades, i),
      `${trades.ts[i]}000`,
      price(trades.price[i]),
      qty(trades.qty[i]),
      trades.buy[i] === 1 ? 'buy' : 'sell',
      trades.fills[i],
    ])
  let head = plainLine(TRADES_COLUMNS)
  let after: { readonly ts: number; readonly id: string } | null = null
  for (;;) {
    const page: Trades = await store.readTrades(instrument, {
      from,
      to,
      limit: read,
      ...(after === null ? {} : { after }),
      ...(cut === undefined ? {} : { cut, isReplay }),
      budget,
    })
    for (let at = 0; at < page.length || head !== ''; at += PIECE) {
      let text = head
      for (let i = at; i < Math.min(at + PIECE, page.length); i++) text += line(page, i)
      head = ''
      yield text
    }
    if (page.length < read) return
    after = { ts: page.ts[page.length - 1], id: idText(page, page.length - 1) }
  }
}
