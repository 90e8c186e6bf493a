import { MAX_DEPTH_CELLS } from '@flowprint/contract'
import type { DepthQuery } from '@flowprint/contract'
import {
  clipRows,
  composeColumns,
  encodeDepthColumns,
  ladder,
  rescaleColumns,
  stepText,
  unitRatio,
} from '@flowprint/orderflow'
import type { DepthColumns, DepthParts } from '@flowprint/orderflow'
import { AppError, refuse } from '../../platform/http/app-error.ts'
import { COLUMN_UNITS, finestUnit } from '../store/index.ts'
import type { DepthHead, DepthStore, Instrument, ReadBudget } from '../store/index.ts'
import { columnsOf, depthParts, depthRange, priceRange } from './rules/depth-query.ts'
import type { DepthRange, PriceRange } from './rules/depth-query.ts'
import { readPrecision } from './rules/query.ts'

/** What the calls need of the depth store. */
export type DepthReads = Pick<DepthStore, 'readHead' | 'readBook' | 'readColumns' | 'readColumnParts'>

/** For a replay: the head says what was known at the cut, not what the log keeps or became of the recording since. */
export const replayedDepth = (depth: DepthReads): DepthReads => ({
  ...depth,
  async readHead(instrument, cut = Infinity) {
    const head = await depth.readHead(instrument)
    if (head === null) return null
    const isSeen = head.fromMs !== null && head.fromMs < cut
    return {
      ...head,
      lastSeq: 0,
      fromMs: isSeen ? head.fromMs : null,
      untilMs: isSeen && head.untilMs !== null ? Math.min(head.untilMs, cut) : null,
      state: isSeen ? (head.proof ?? 'lost') : 'syncing',
      reason: '',
    }
  },
})

/** Cost of packing one cell. */
export const PACKED_CELL_UNITS = 1 / 8

export interface DepthRead {
  /** Delayed reader: nothing at or after it, ms. */
  readonly cut: number | undefined
  readonly nowMs: number
  readonly budget: ReadBudget
}

export interface LoadedDepth {
  readonly head: DepthHead | null
  readonly range: DepthRange
  readonly columns: DepthColumns
  readonly qtyUnit: string
}

/** The range of a request, within what is recorded. */
export async function loadDepthRange(
  depth: DepthReads,
  instrument: Instrument,
  query: Pick<DepthQuery, 'from' | 'to' | 'interval'>,
  { cut, nowMs, isExport = false }: Pick<DepthRead, 'cut' | 'nowMs'> & { readonly isExport?: boolean },
): Promise<{ readonly head: DepthHead | null; readonly range: DepthRange }> {
  const head = await depth.readHead(instrument, cut)
  const end = cut ?? nowMs
  const limit = isExport ? { maxColumns: Infinity } : {}
  return { head, range: depthRange(query, { nowMs, end, recordedFrom: head?.fromMs ?? null, ...limit }) }
}

/**
 * The columns of /depth.
 * Throws  VALIDATION for too many columns or cells, and for a precision finer than the stored one, each with what is allowed.
 */
export async function loadDepth(
  depth: DepthReads,
  instrument: Instrument,
  query: DepthQuery,
  read: DepthRead,
): Promise<LoadedDepth> {
  const { tickSize } = instrument
  const prices = priceRange(query, tickSize)
  const asked = query.precision === undefined ? null : readPrecision(query.precision, tickSize)
  const { head, range } = await loadDepthRange(depth, instrument, query, read)
  let step = asked ?? head?.step ?? 1
  for (;;) {
    const loaded = await loadAt(depth, instrument, { range, step, prices }, read)
    if ('columns' in loaded) return { head, range, ...loaded }
    // Some rows are higher, or do not divide this height.
    if (asked !== null) await refuseFiner(depth, instrument, loaded.part, read.cut)
    step = loaded.step
  }
}

export interface LoadedDepthParts extends Pick<LoadedDepth, 'head' | 'qtyUnit'> {
  readonly packed: DepthParts
}

/**
 * The columns of /depth in packed parts. Stored rows are passed on as they are where they have the requested interval and
 * height; then the reader's decoder limits the cells. Otherwise it is one part, limited like that of `loadDepth`.
 */
export async function loadDepthParts(
  depth: DepthReads,
  instrument: Instrument,
  query: DepthQuery,
  read: DepthRead,
): Promise<LoadedDepthParts> {
  const { tickSize } = instrument
  const { head, range } = await loadDepthRange(depth, instrument, query, read)
  const { fromMs, toMs, intervalMs } = range
  if (priceRange(query, tickSize) === null) {
    const step = query.precision === undefined ? (head?.step ?? 1) : readPrecision(query.precision, tickSize)
    const { cut, budget } = read
    const stored = await depth.readColumnParts(instrument, { fromMs, toMs, intervalMs, step, cut, budget })
    if (stored !== null) {
      const { parts, qtyUnit } = stored
      return { head, qtyUnit, packed: { intervalMs, step, fromMs, length: columnsOf(range), parts } }
    }
  }
  const { columns, qtyUnit } = await loadDepth(depth, instrument, query, read)
  read.budget.spend(columns.row.length * PACKED_CELL_UNITS)
  const { step, length } = columns
  const parts = [{ bytes: encodeDepthColumns(columns), factor: 1 }]
  return { head, qtyUnit, packed: { intervalMs, step, fromMs: columns.fromMs, length, parts } }
}

/** The columns at this row height; or the part that is stored at another one, and the height that fits both. */
async function loadAt(
  depth: DepthReads,
  instrument: Instrument,
  { range, step, prices }: { readonly range: DepthRange; readonly step: number; readonly prices: PriceRange | null },
  { cut, budget }: DepthRead,
): Promise<
  { readonly columns: DepthColumns; readonly qtyUnit: string } | { readonly part: DepthRange; readonly step: number }
> {
  const parts: { readonly columns: DepthColumns; readonly qtyUnit: string }[] = []
  let cells = 0
  for (const part of depthParts(range)) {
    budget.spend(part.sourceColumns * COLUMN_UNITS)
    const { fromMs, toMs, intervalMs } = part
    const stored = await depth.readColumns(instrument, { fromMs, toMs, intervalMs, step, cut })
    if (stored.columns.step !== step) return { part, step: stored.columns.step }
    const columns = prices === null ? stored.columns : clipRows(stored.columns, prices)
    cells += columns.row.length
    if (cells > MAX_DEPTH_CELLS) {
      const share = columnsOf({ ...range, toMs }) / columnsOf(range)
      const precision = stepText(
        widerStep(instrument.tickSize, step, cells / share / MAX_DEPTH_CELLS),
        instrument.tickSize,
      )
      refuse([{ field: 'precision', error: 'TOO_MANY_DEPTH_CELLS', params: { max: MAX_DEPTH_CELLS, precision } }])
    }
    parts.push({ columns, qtyUnit: stored.qtyUnit })
  }
  const qtyUnit = parts.length === 0 ? instrument.lotSize : finestUnit(parts.map((part) => part.qtyUnit))
  const scaled = parts.map((part) => rescaleColumns(part.columns, Number(unitRatio(part.qtyUnit, qtyUnit))))
  const { fromMs, toMs, intervalMs } = range
  const isWhole = scaled.length === 1 && scaled[0].fromMs === fromMs && columnsOf(range) === scaled[0].length
  return { columns: isWhole ? scaled[0] : composeColumns(scaled, { intervalMs, fromMs, toMs, step }), qtyUnit }
}

/** The first step of the ladder that is a multiple of this one and at least so many times higher. */
function widerStep(tickSize: string, step: number, times: number): number {
  return ladder(tickSize).find((one) => one % step === 0 && one >= step * times) ?? step * Math.ceil(times)
}

async function refuseFiner(
  depth: DepthReads,
  instrument: Instrument,
  { fromMs, toMs, intervalMs }: DepthRange,
  cut: number | undefined,
): Promise<never> {
  const { columns } = await depth.readColumns(instrument, { fromMs, toMs, intervalMs, cut })
  const smallest = stepText(columns.step, instrument.tickSize)
  throw new AppError('VALIDATION', {
    faults: [{ field: 'precision', error: 'FINER_THAN_STORED', params: { smallest } }],
  })
}
