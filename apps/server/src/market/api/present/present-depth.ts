import { DEPTH_COLUMN_STATES, DEPTH_COLUMNS } from '@flowprint/contract'
import type { Book, Depth } from '@flowprint/contract'
import { ASK, decimalUnit, encodeDepthFrame, stepText } from '@flowprint/orderflow'
import type { BookSnapshot, DepthColumns } from '@flowprint/orderflow'
import { plainLine } from '../../../platform/csv/index.ts'
import type { DepthHead, Instrument, ReadBudget, StoredBook } from '../../store/index.ts'
import { decimalWriter } from '../../text.ts'
import type { DecimalWriter } from '../../text.ts'
import type { DepthReads, LoadedDepth } from '../load-depth.ts'
import { depthParts } from '../rules/depth-query.ts'
import type { DepthRange } from '../rules/depth-query.ts'

/** Decimals of a mean beyond those of the quantity unit. */
const FINER = 2

/** The fields of /book before `asks`, and both sides as texts of JSON entries, with commas. */
export function presentBook(
  stored: StoredBook,
  snapshot: BookSnapshot,
  instrument: Instrument,
  { state, delayed }: { readonly state: Book['state']; readonly delayed: boolean },
): Book {
  const price = decimalWriter(instrument.tickSize)
  const qty = decimalWriter(stored.qtyUnit)
  const levels = (ticks: Float64Array, lots: Float64Array): Book['bids'] =>
    Array.from(ticks, (tick, i) => [price(tick), qty(lots[i])])
  return {
    symbol: instrument.symbol,
    tick_size: instrument.tickSize,
    qty_unit: stored.qtyUnit,
    instrument_version: instrument.version,
    tape: instrument.tape,
    seq: stored.seq,
    time: stored.snapshot.t,
    until: stored.until,
    proof: stored.proof,
    state,
    window: { low: price(snapshot.window.low), high: price(snapshot.window.high) },
    best_bid: priceOrNull(price, stored.snapshot.bidTicks[0]),
    best_ask: priceOrNull(price, stored.snapshot.askTicks[0]),
    delayed,
    simulated: instrument.simulated,
    bids: levels(snapshot.bidTicks, snapshot.bidLots),
    asks: levels(snapshot.askTicks, snapshot.askLots),
  }
}

const priceOrNull = (price: DecimalWriter, tick: number | undefined): string | null =>
  tick === undefined || Number.isNaN(tick) ? null : price(tick)

/** The packed answer of /book: a keyframe, which frames after its seq continue. */
export function packBook(stored: StoredBook, snapshot: BookSnapshot, instrument: Instrument): Uint8Array {
  const { seq, until, proof, qtyUnit } = stored
  return encodeDepthFrame({
    symbol: instrument.symbol,
    kind: 'keyframe',
    seq,
    proof,
    qtyUnit,
    until: Math.max(until, snapshot.t),
    window: snapshot.window,
    snapshot,
    changes: null,
    reason: '',
  })
}

/** The answer of /depth without its columns. */
export function presentDepth(
  { head, range, columns, qtyUnit }: LoadedDepth,
  instrument: Instrument,
  delayed: boolean,
): Omit<Depth, 'columns'> {
  const { tickSize } = instrument
  return {
    symbol: instrument.symbol,
    interval_ms: range.intervalMs,
    precision: stepText(columns.step, tickSize),
    tick_size: tickSize,
    qty_unit: qtyUnit,
    instrument_version: instrument.version,
    tape: instrument.tape,
    from: range.fromMs,
    to: range.toMs,
    delayed,
    simulated: instrument.simulated,
    coverage: presentCoverageOf(head, tickSize),
  }
}

const presentCoverageOf = (head: DepthHead | null, tickSize: string): Depth['coverage'] => ({
  from: head?.fromMs ?? null,
  until: head?.untilMs ?? null,
  precision: head === null || head.step === null ? null : stepText(head.step, tickSize),
  last_seq: head?.lastSeq ?? 0,
  state: head?.state ?? 'off',
  mode: head?.mode ?? 'off',
})

interface ColumnTexts {
  readonly t: number
  readonly state: (typeof DEPTH_COLUMN_STATES)[number]
  readonly low: string | null
  readonly high: string | null
  readonly bestBid: string | null
  readonly bestAsk: string | null
  /** Calls back with the texts of each row. */
  readonly eachRow: (visit: (row: RowTexts) => void) => void
}

type RowTexts = readonly [
  price: string,
  side: 'bid' | 'ask',
  qty: string,
  up: string,
  mean: string,
  min: string,
  max: string,
]

/** The columns as texts, one after the other. */
function* columnTexts(columns: DepthColumns, tickSize: string, qtyUnit: string): Generator<ColumnTexts> {
  const price = decimalWriter(tickSize)
  const qty = decimalWriter(qtyUnit)
  const { mantissa, exponent } = decimalUnit(qtyUnit)
  const meanText = decimalWriter({ mantissa, exponent: exponent - FINER })
  const { step, intervalMs, fromMs, lowRow, highRow, side, row, lots, up, sum, min, max } = columns
  for (let i = 0; i < columns.length; i++) {
    const isKnown = lowRow[i] <= highRow[i]
    const seconds = columns.seconds[i]
    const [first, end] = [i === 0 ? 0 : columns.cellEnd[i - 1], columns.cellEnd[i]]
    yield {
      t: fromMs + i * intervalMs,
      state: DEPTH_COLUMN_STATES[columns.state[i]],
      low: isKnown ? price(lowRow[i] * step) : null,
      high: isKnown ? price((highRow[i] + 1) * step - 1) : null,
      bestBid: priceOrNull(price, columns.bestBid[i]),
      bestAsk: priceOrNull(price, columns.bestAsk[i]),
      eachRow: (visit) => {
        for (let k = first; k < end; k++)
          visit([
            price(row[k] * step),
            side[k] === ASK ? 'ask' : 'bid',
            qty(lots[k]),
            qty(up[k]),
            meanText(meanOf(sum[k], seconds)),
            qty(min[k]),
            qty(max[k]),
          ])
      },
    }
  }
}

const SCALE = 10 ** FINER
/** Below it, quotients of doubles round down correctly. */
const MAX_EXACT = 2 ** 51

/**
 * The mean of quantities in hundredths of their unit, rounded half up.
 * Input   sum: whole units, up to 2^53; seconds: how many were added, >= 1.
 */
export function meanOf(sum: number, seconds: number): number | bigint {
  const doubled = 2 * SCALE * sum + seconds
  if (doubled < MAX_EXACT) return Math.floor(doubled / (2 * seconds))
  return (BigInt(2 * SCALE) * BigInt(sum) + BigInt(seconds)) / BigInt(2 * seconds)
}

const quoted = (text: string | null): string => (text === null ? 'null' : `"${text}"`)

/** The columns of /depth as texts of JSON entries, with commas. */
export function* depthTexts(columns: DepthColumns, instrument: Instrument, qtyUnit: string): Generator<string> {
  let comma = ''
  for (const { t, state, low, high, bestBid, bestAsk, eachRow } of columnTexts(columns, instrument.tickSize, qtyUnit)) {
    const rows: string[] = []
    eachRow((row) => rows.push(`["${row.join('","')}"]`))
    const head = `"t":${t},"state":"${state}","low":${quoted(low)},"high":${quoted(high)}`
    yield `${comma}{${head},"best_bid":${quoted(bestBid)},"best_ask":${quoted(bestAsk)},"rows":[${rows.join(',')}]}`
    comma = ','
  }
}

export interface ExportedDepth extends DepthRange {
  /** Requested row height, ticks; the file's rows are multiples where coarser ones are stored. */
  readonly step: number
  readonly cut: number | undefined
  readonly budget: ReadBudget
}

/**
 * Yields columns as pieces of a CSV file, oldest first, read on demand: one line per column and row. A column without rows
 * is one line, so that unknown time remains visible.
 */
export async function* exportDepth(
  depth: DepthReads,
  instrument: Instrument,
  { step, cut, budget, ...range }: ExportedDepth,
): AsyncGenerator<string> {
  yield plainLine(DEPTH_COLUMNS)
  for (const { fromMs, toMs, intervalMs, sourceColumns } of depthParts(range)) {
    budget.spend(sourceColumns)
    const { columns, qtyUnit } = await depth.readColumns(instrument, { fromMs, toMs, intervalMs, step, cut })
    budget.spend(columns.row.length)
    const precision = stepText(columns.step, instrument.tickSize)
    for (const column of columnTexts(columns, instrument.tickSize, qtyUnit)) {
      const { t, state, low, high, bestBid, bestAsk, eachRow } = column
      const head = [t, state, precision, low ?? '', high ?? '', bestBid ?? '', bestAsk ?? '']
      let lines = ''
      eachRow((row) => (lines += plainLine([...head, ...row])))
      yield lines === '' ? plainLine([...head, '', '', '', '', '', '', '']) : lines
    }
  }
}
