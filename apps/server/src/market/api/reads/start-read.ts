import {
  BIG_TRADES_MIME,
  BOOK_MIME,
  DEPTH_MIME,
  DEPTH_PARTS_MIME,
  FOOTPRINT_MIME,
  LIQUIDATIONS_MIME,
  MARKET_STATS_MIME,
  TRADES_MIME,
} from '@flowprint/contract'
import type { Success } from '@flowprint/contract'
import {
  encodeAnswer,
  encodeDepthColumns,
  encodeDepthParts,
  encodeLiquidations,
  encodeMarketStats,
  encodeTrades,
  cycleMsOf,
  sequenceRule,
  stepText,
} from '@flowprint/orderflow'
import { TooManyCellsError } from '../../store/index.ts'
import type { Instrument, ReadBudget, TapeReads } from '../../store/index.ts'
import { isDelayed } from './read-job.ts'
import type {
  ReadJob,
  StartedRead,
  FootprintJob,
  ProfileJob,
  TradesJob,
  BigTradesJob,
  BookJob,
  CoverageJob,
  DepthJob,
  LiquidationsJob,
  MarketStatsJob,
  ReadHead,
  ExportJob,
  ReplayTargetJob,
} from './read-job.ts'
import type { CacheHead } from './cache-head.ts'
import { loadCacheHead, loadDepthCacheHead, loadDerivativesCacheHead } from './cache-head.ts'
import { loadDepth, loadDepthParts, loadDepthRange, PACKED_CELL_UNITS, replayedDepth } from '../load-depth.ts'
import type { DepthReads, LoadedDepth } from '../load-depth.ts'
import { loadLiquidations, loadStats } from '../load-derivatives.ts'
import type { DerivativesReads } from '../load-derivatives.ts'
import {
  exportLiquidations,
  exportMarketStats,
  packStats,
  presentFunding,
  presentLiquidations,
  presentOpenInterest,
} from '../present/present-derivatives.ts'
import { timeRange } from '../rules/derivatives-query.ts'
import { cutBook, priceRange } from '../rules/depth-query.ts'
import { depthTexts, exportDepth, packBook, presentBook, presentDepth } from '../present/present-depth.ts'
import { loadBigMarks, loadBigTrades, loadProfile } from '../load-profile.ts'
import { loadFootprint } from '../load-footprint.ts'
import { findReplayTarget } from '../find-replay-target.ts'
import { loadInstrument } from '../../load-instrument.ts'
import { presentAnswer } from '../present/present-answer.ts'
import { presentFootprint } from '../present/present-footprint.ts'
import { presentProfile } from '../present/present-bars.ts'
import { AppError, refuse } from '../../../platform/http/app-error.ts'
import { cursorOf, presentTrades, tradesCsv, packBigTrades, presentBigTrades } from '../present/present-trades.ts'
import { presentCoverage } from '../present/present-menus.ts'
import { inOrder } from '../../../platform/csv/index.ts'
import { exportBars, exportTrades } from '../present/export.ts'
import { readPrecision } from '../rules/query.ts'

/**
 * Starts a read of the tape, in the server's own thread or in the read worker. A copy that the caller has and that is
 * still valid is not read again.
 * Throws  AppError for errors of the request; ReadTooLargeError when the budget is exceeded before the first piece.
 */
export async function startRead(stores: MarketStores, job: ReadJob, budget: ReadBudget): Promise<StartedRead> {
  const instrument = await loadInstrument(stores.tape, job.query.symbol)
  // Before the answer is read, so that the answer is never older than its tag.
  const cache = await loadCacheHeadOf(stores, instrument, job)
  if (cache !== null && cache.isValid)
    return { head: { status: 304, type: '', headers: { vary: 'accept', ...cache.headers } }, pieces: [] }
  const { head, pieces } = await startAnswer(stores, instrument, job, budget)
  // Lets a client check what it was answered: the delay of the reader may be earlier than the moment that was asked for.
  const asOf: Record<string, string> = job.replay === undefined ? {} : { 'as-of': String(job.cut) }
  return { head: { ...head, headers: { ...head.headers, ...asOf, ...cache?.headers } }, pieces }
}

/** What the calls read. */
export interface MarketStores {
  readonly tape: TapeReads
  readonly depth: DepthReads
  readonly derivatives: DerivativesReads
}

function loadCacheHeadOf(
  { tape, depth, derivatives }: MarketStores,
  instrument: Instrument,
  job: ReadJob,
): Promise<CacheHead | null> {
  switch (job.kind) {
    case 'depth':
      return loadDepthCacheHead(depth, instrument, job)
    case 'liquidations':
    case 'openInterest':
    case 'funding':
      return loadDerivativesCacheHead(derivatives, instrument, job)
    default:
      return loadCacheHead(tape, instrument, job)
  }
}

function startAnswer(
  stores: MarketStores,
  instrument: Instrument,
  job: ReadJob,
  budget: ReadBudget,
): Promise<StartedRead> {
  const { tape: store, derivatives } = stores
  const depth = job.replay === undefined ? stores.depth : replayedDepth(stores.depth)
  switch (job.kind) {
    case 'footprint':
      return startFootprint(store, instrument, job, budget)
    case 'profile':
      return startProfile(store, instrument, job, budget)
    case 'trades':
      return startTrades(store, instrument, job, budget)
    case 'bigTrades':
      return startBigTrades(store, instrument, job, budget)
    case 'replayTarget':
      return startReplayTarget(store, instrument, job, budget)
    case 'coverage':
      return startCoverage(store, instrument, job, budget)
    case 'book':
      return startBook(depth, instrument, job, budget)
    case 'depth':
      return startDepth(depth, instrument, job, budget)
    case 'export':
      return startExport(stores, instrument, job, budget)
    case 'liquidations':
      return startLiquidations(derivatives, instrument, job, budget)
    case 'openInterest':
    case 'funding':
      return startStats(derivatives, instrument, job, budget)
  }
}

/** GET /api/footprint */
async function startFootprint(
  store: TapeReads,
  instrument: Instrument,
  job: FootprintJob,
  budget: ReadBudget,
): Promise<StartedRead> {
  const { query, settings, asked, json, delayMs, cut, nowMs, replay } = job
  const withLeadIn = query.lead_in === true || (json && query.indicators === true)
  const loaded = await loadFootprint(store, instrument, query, { settings, withLeadIn, cut, replay, nowMs, budget })
  const { bars, open, tail } = loaded.history
  budget.spend((bars.row.length + (open?.row.length ?? 0) + tail.length) * (json ? JSON_UNITS : 1))
  const answer = presentAnswer(loaded, query, settings, delayMs)
  if (!json) {
    return { head: { type: FOOTPRINT_MIME, headers: VARY }, pieces: [encodeAnswer(answer)] }
  }
  const { before, starts, barTexts, after } = presentFootprint(loaded, answer, query, { settings, asked })
  const indicators =
    after.indicators === undefined
      ? {}
      : { indicators: { ...after.indicators, ...(await loadBigMarks(store, starts, loaded, settings, budget)) } }
  return {
    head: { ...JSON_HEAD, headers: VARY },
    pieces: joined(answerTexts(before, 'bars', barTexts(), { ...after, ...indicators })),
  }
}

/** GET /api/profile */
async function startProfile(
  store: TapeReads,
  instrument: Instrument,
  job: ProfileJob,
  budget: ReadBudget,
): Promise<StartedRead> {
  const { query, share, cut, nowMs, replay } = job
  const isReplay = replay !== undefined
  const stored = await loadProfile(store, instrument, query, { cut, isReplay, nowMs, budget })
  budget.spend(stored.sum.row.length * JSON_UNITS)
  return {
    head: JSON_HEAD,
    pieces: [successText(presentProfile(stored, query, { share, delayed: isDelayed(job) }))],
  }
}

/** GET /api/trades */
async function startTrades(
  store: TapeReads,
  instrument: Instrument,
  job: TradesJob,
  budget: ReadBudget,
): Promise<StartedRead> {
  const {
    query: { from, to, limit = 1000, after },
    type,
    cut,
    replay,
  } = job
  const cursor = after === undefined ? {} : { after: readCursor(after) }
  const trades = await store.readTrades(instrument, {
    from,
    to,
    limit,
    ...cursor,
    ...(cut === undefined ? {} : { cut, isReplay: replay !== undefined }),
    budget,
  })
  const headers: Record<string, string> = { vary: 'accept' }
  if (trades.length === limit) headers['next-cursor'] = cursorOf(trades, limit - 1)
  if (type === TRADES_MIME) {
    budget.spend(trades.length)
    return { head: { type, headers }, pieces: [encodeTrades({ ...trades, seq: null })] }
  }
  budget.spend(trades.length * JSON_UNITS)
  const rows = presentTrades(trades, instrument)
  if (type === 'text/csv') return { head: { type: 'text/csv; charset=utf-8', headers }, pieces: [tradesCsv(rows)] }
  return { head: { ...JSON_HEAD, headers }, pieces: [successText(rows)] }
}

function readCursor(text: string): { readonly ts: number; readonly id: string } {
  const match = /^(\d{1,15})_(.{1,100})$/.exec(text)
  if (match === null)
    throw new AppError('VALIDATION', { faults: [{ field: 'after', error: 'BAD_CURSOR', params: {} }] })
  return { ts: Number(match[1]), id: match[2] }
}

/** GET /api/big_trades */
async function startBigTrades(
  store: TapeReads,
  instrument: Instrument,
  job: BigTradesJob,
  budget: ReadBudget,
): Promise<StartedRead> {
  const { query, size, json, cut, nowMs, replay } = job
  const to = query.to !== undefined && query.to <= nowMs ? query.to : undefined
  const stored = await loadBigTrades(store, instrument, {
    from: query.from,
    to,
    size,
    cut,
    isReplay: replay !== undefined,
    resume: query.resume === true,
    budget,
  })
  const resume = query.resume === true
  budget.spend((stored.list.length + stored.open.length) * (json ? JSON_UNITS : 1))
  if (!json)
    return { head: { type: BIG_TRADES_MIME, headers: VARY }, pieces: [packBigTrades(stored, instrument, resume)] }
  return { head: { ...JSON_HEAD, headers: VARY }, pieces: [successText(presentBigTrades(stored, instrument, resume))] }
}

/** GET /api/coverage */
async function startCoverage(
  store: TapeReads,
  instrument: Instrument,
  { cut, replay }: CoverageJob,
  budget: ReadBudget,
): Promise<StartedRead> {
  const { gaps, ...rest } = presentCoverage(instrument, await store.coverage(instrument, cut, replay !== undefined))
  budget.spend(gaps.length * JSON_UNITS)
  return { head: JSON_HEAD, pieces: joined(answerTexts(rest, 'gaps', entryTexts(gaps))) }
}

/** GET /api/replay_target */
async function startReplayTarget(
  store: TapeReads,
  instrument: Instrument,
  { query, settings, cut, nowMs }: ReplayTargetJob,
  budget: ReadBudget,
): Promise<StartedRead> {
  const target = await findReplayTarget(store, instrument, query, { settings, cut, nowMs, budget })
  return { head: JSON_HEAD, pieces: [successText(target)] }
}

/** GET /api/book */
async function startBook(
  depth: DepthReads,
  instrument: Instrument,
  job: BookJob,
  budget: ReadBudget,
): Promise<StartedRead> {
  const { query, json, cut } = job
  const { symbol, tickSize } = instrument
  const stored = await depth.readBook(instrument, { at: query.at, cut })
  if (stored === null) throw new AppError('NO_BOOK', { params: { symbol } })
  const snapshot = cutBook(stored.snapshot, priceRange(query, tickSize))
  budget.spend((snapshot.bidTicks.length + snapshot.askTicks.length) * (json ? JSON_UNITS : 1))
  if (!json) return { head: { type: BOOK_MIME, headers: VARY }, pieces: [packBook(stored, snapshot, instrument)] }
  const head = query.at === undefined ? await depth.readHead(instrument, cut) : null
  const book = presentBook(stored, snapshot, instrument, {
    state: head?.state ?? stored.proof,
    delayed: isDelayed(job),
  })
  return { head: { ...JSON_HEAD, headers: VARY }, pieces: [successText(book)] }
}

/** GET /api/depth */
async function startDepth(
  depth: DepthReads,
  instrument: Instrument,
  job: DepthJob,
  budget: ReadBudget,
): Promise<StartedRead> {
  const { query, form, cut, nowMs } = job
  const read = { cut, nowMs, budget }
  if (form === 'parts') {
    const { packed, ...about } = await loadDepthParts(depth, instrument, query, read)
    return { head: packedDepthHead(DEPTH_PARTS_MIME, instrument, about), pieces: [encodeDepthParts(packed)] }
  }
  const loaded = await loadDepth(depth, instrument, query, read)
  const { columns, qtyUnit } = loaded
  budget.spend(columns.row.length * (form === 'json' ? JSON_UNITS : PACKED_CELL_UNITS))
  if (form === 'packed')
    return { head: packedDepthHead(DEPTH_MIME, instrument, loaded), pieces: [encodeDepthColumns(columns)] }
  const before = presentDepth(loaded, instrument, isDelayed(job))
  const texts = depthTexts(columns, instrument, qtyUnit)
  return { head: { ...JSON_HEAD, headers: VARY }, pieces: joined(answerTexts(before, 'columns', texts)) }
}

const packedDepthHead = (
  type: string,
  instrument: Instrument,
  { head, qtyUnit }: Pick<LoadedDepth, 'head' | 'qtyUnit'>,
): ReadHead => ({
  type,
  headers: {
    ...VARY,
    'qty-unit': qtyUnit,
    'instrument-version': String(instrument.version),
    'last-seq': String(head?.lastSeq ?? 0),
  },
})

/** GET /api/liquidations */
async function startLiquidations(
  derivatives: DerivativesReads,
  instrument: Instrument,
  job: LiquidationsJob,
  budget: ReadBudget,
): Promise<StartedRead> {
  const { query, json, cut, nowMs } = job
  const loaded = await loadLiquidations(derivatives, instrument, query, { cut, nowMs, budget })
  const answer = presentLiquidations(loaded, instrument, isDelayed(job))
  if (!json && loaded.list !== null) {
    const { list: _list, sums: _sums, coverage: _coverage, ...meta } = answer
    const bytes = encodeLiquidations({ meta, coverage: loaded.coverage, list: loaded.list })
    return { head: { type: LIQUIDATIONS_MIME, headers: VARY }, pieces: [bytes] }
  }
  return { head: { ...JSON_HEAD, headers: VARY }, pieces: [successText(answer)] }
}

/** GET /api/open_interest and /api/funding */
async function startStats(
  derivatives: DerivativesReads,
  instrument: Instrument,
  job: MarketStatsJob,
  budget: ReadBudget,
): Promise<StartedRead> {
  const { kind, query, json, cut, nowMs } = job
  const loaded = await loadStats(derivatives, instrument, query, { cut, nowMs, budget })
  const delayed = isDelayed(job)
  const data =
    kind === 'funding' ? presentFunding(loaded, instrument, delayed) : presentOpenInterest(loaded, instrument, delayed)
  if (!json) {
    const { list: _list, ...meta } = data
    const bytes = encodeMarketStats({ meta, stats: packStats(loaded) })
    return { head: { type: MARKET_STATS_MIME, headers: VARY }, pieces: [bytes] }
  }
  return { head: { ...JSON_HEAD, headers: VARY }, pieces: [successText(data)] }
}

function* entryTexts(entries: readonly object[]): Generator<string> {
  for (const [i, entry] of entries.entries()) yield (i === 0 ? '' : ',') + JSON.stringify(entry)
}

/** Characters per piece of a body. */
const PIECE_LENGTH = 64 * 1024

const JSON_HEAD: ReadHead = { type: 'application/json; charset=utf-8', headers: {} }

/** Header of an answer whose format (JSON or packed) depends on Accept. */
const VARY = { vary: 'accept' }

/** Cost of JSON text relative to unpacking its numbers. */
const JSON_UNITS = 5

const successText = <T>(data: T): string => JSON.stringify({ code: 200, message: 'OK', data } satisfies Success<T>)

/** Joins short texts into pieces of about 64 Ki characters. */
function* joined(texts: Iterable<string>): Generator<string> {
  let piece = ''
  for (const text of texts) {
    piece += text
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** The same for texts that are read on demand. */
async function* joinedLater(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/**
 * The envelope of an answer whose single long list is written piece by piece.
 * Input   `before` and `after`: the fields around the list; `entries`: the JSON text of the list's entries, with
 * commas.
 */
function* answerTexts(before: object, name: string, entries: Iterable<string>, after: object = {}): Generator<string> {
  const start = successText(before)
  const fields = start.slice(0, -2)
  yield `${fields}${fields.endsWith('{') ? '' : ','}${JSON.stringify(name)}:[`
  yield* entries
  const end = JSON.stringify(after).slice(1)
  yield end === '}' ? ']}}' : `],${end}}`
}

/** GET /api/export. All rejections happen before the first piece; a later failure aborts the connection. */
async function startExport(
  stores: MarketStores,
  instrument: Instrument,
  job: ExportJob,
  budget: ReadBudget,
): Promise<StartedRead> {
  const { name, pieces, tickSize } = await openExport(stores, instrument, job, budget)
  const first = await pieces.next().catch((error: unknown) => refuseCells(error, tickSize))
  return {
    head: { type: 'text/csv; charset=utf-8', headers: { 'content-disposition': `attachment; filename="${name}"` } },
    pieces: inOrder(first, pieces),
  }
}

async function openExport(
  { tape: store, depth: recorded, derivatives }: MarketStores,
  instrument: Instrument,
  { query, cut, nowMs, replay }: ExportJob,
  budget: ReadBudget,
) {
  const { symbol, from, to, what, cycle } = query
  const { tickSize } = instrument
  const isReplay = replay !== undefined
  const depth = isReplay ? replayedDepth(recorded) : recorded
  if (what === 'depth') {
    const { interval = '1s', precision } = query
    const asked = precision === undefined ? null : readPrecision(precision, tickSize)
    const { head, range } = await loadDepthRange(
      depth,
      instrument,
      { from, to, interval },
      { cut, nowMs, isExport: true },
    )
    const step = asked ?? head?.step ?? 1
    return {
      name: exportName({ symbol, from, to, what: `depth-${interval}` }),
      pieces: joinedLater(exportDepth(depth, instrument, { ...range, step, cut, budget })),
      tickSize,
    }
  }
  if (what === 'liquidations' || what === 'market_stats') {
    const head = await derivatives.readHead(instrument, cut)
    const end = cut ?? nowMs
    const range = { ...timeRange({ from: Math.max(from, head?.fromMs ?? end), to }, end), cut, budget }
    const texts =
      what === 'liquidations'
        ? exportLiquidations(derivatives, instrument, range)
        : exportMarketStats(derivatives, instrument, range)
    return {
      name: exportName({ symbol, from, to, what: what.replace('_', '-') }),
      pieces: joinedLater(texts),
      tickSize,
    }
  }
  // One cut for the whole file, however long it takes.
  const range = { from, to, cut, isReplay, budget }
  if (what === 'trades' || cycle === undefined) {
    return {
      name: exportName({ symbol, from, to, what: 'trades' }),
      pieces: exportTrades(store, instrument, range),
      tickSize,
    }
  }
  const step = readPrecision(query.precision ?? tickSize, tickSize)
  const precision = stepText(step, tickSize)
  const sequence = sequenceRule(cycle, instrument.lotSize)
  const cycleMs = cycleMsOf(cycle) ?? 0
  if (cycleMs === 0 && sequence === null) refuse([{ field: 'cycle', error: 'VOLUME_RANGE', params: {} }])
  return {
    name: exportName({ symbol, from, to, what: `${cycle}-${precision}` }),
    pieces: exportBars(store, instrument, { ...range, cycle, cycleMs, sequence, step, nowMs }),
    tickSize,
  }
}

/** A single bar has more cells than an answer may hold: the rows are too low for the cycle. */
function refuseCells(error: unknown, tickSize: string): never {
  if (!(error instanceof TooManyCellsError)) throw error
  const params = { max: error.allowed, precision: stepText(error.smallestStep, tickSize) }
  throw new AppError('VALIDATION', { faults: [{ field: 'precision', error: 'TOO_MANY_CELLS_IN_BAR', params }] })
}

/** "2025-06-21T12:00:00.000Z" as "20250621T120000Z", valid on every file system. */
const compact = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')

/** Name of an exported file. */
function exportName(file: {
  readonly symbol: string
  readonly what: string
  readonly from: number
  readonly to: number
}): string {
  const { symbol, what, from, to } = file
  return `${symbol.replace(/[^\w.]+/g, '-')}-${what}-${compact(from)}-${compact(to)}.csv`
}
