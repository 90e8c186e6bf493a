import {
  Book,
  decimalUnit,
  decodeDepthColumns,
  decodeDepthFrame,
  foldColumns,
  fromUnits,
  HOUR_MS,
  isDepthFrame,
  sliceColumns,
} from '@flowprint/orderflow'
import type { DepthColumns, DepthFrame } from '@flowprint/orderflow'
import { countOf, SOURCE_UNITS } from './book-source.ts'
import type { BookSource, BookUnits } from './book-source.ts'
import { trimZeros } from './stored-tape.ts'
import type { ApiAccess } from './stored-tape.ts'
import type { RecordedDepth } from './stream-recorder.ts'

export interface BookComparison {
  readonly frames: number
  readonly runs: number
  /** Share of the time from the first to the last frame that runs cover. */
  readonly knownShare: number
  readonly faults: readonly string[]
}

const TIMEOUT_MS = 30_000
/** Columns are compared this long before the end of the log: an answer has at most 5,000. */
const COMPARED_MS = HOUR_MS

/**
 * Compares a stored depth log with the book that the exchange had, with what stream clients received, and with the
 * columns that were folded from it.
 */
export async function compareBooks(
  access: ApiAccess,
  { symbol, tickSize, source, log, streams }: BooksToCompare,
): Promise<BookComparison> {
  const faults: string[] = []
  // What retention left of the log begins anywhere: the first whole book is the first thing known.
  const decoded = log.map(decodeOne)
  const first = decoded.findIndex(({ snapshot }) => snapshot !== null)
  const frames = first === -1 ? [] : decoded.slice(first)
  const firstSeq = frames[0]?.seq ?? 1
  for (const [i, { seq }] of frames.entries())
    if (seq !== firstSeq + i) faults.push(`depth ${seq} followed ${firstSeq + i - 1}`)
  const { runs, knownMs } = compareStates(frames, { source, tickSize }, faults)
  for (const stream of streams) compareStream(stream, { firstSeq, log: log.slice(Math.max(0, first)) }, faults)
  compareColumns(frames, await fetchColumns(access, symbol, frames.at(-1)?.until ?? 0), faults)
  const totalMs = frames.length === 0 ? 0 : frames[frames.length - 1].until - frames[0].until
  return { frames: frames.length, runs, knownShare: totalMs === 0 ? 0 : knownMs / totalMs, faults }
}

export interface BooksToCompare {
  readonly symbol: string
  readonly tickSize: string
  readonly source: BookSource
  /** Encoded entries of the depth log from its first one. */
  readonly log: readonly Uint8Array[]
  readonly streams: readonly RecordedDepth[]
}

const decodeOne = (bytes: Uint8Array): DepthFrame => decodeDepthFrame(bytes)

/** At the end of every frame of a run the book is one that the exchange had, and never an earlier one than before. */
function compareStates(
  frames: readonly DepthFrame[],
  { source, tickSize }: Pick<BooksToCompare, 'source' | 'tickSize'>,
  faults: string[],
): { readonly runs: number; readonly knownMs: number } {
  const truth = source.replay()
  const [before] = frames
  const book = new Book()
  let [count, runs, knownMs] = [0, 0, 0]
  let runFrom: number | null = before?.kind === 'keyframe' ? before.until : null
  let until = -Infinity
  for (const { kind, seq, snapshot, changes, until: end, qtyUnit } of frames) {
    if (end < until) faults.push(`depth ${seq} ends at ${end}, before ${until}`)
    if (kind === 'start' || kind === 'end') {
      // A run without an end was interrupted: it is known until its last frame.
      knownMs += runFrom === null ? 0 : until - runFrom
      runFrom = kind === 'start' ? end : null
      runs += kind === 'start' ? 1 : 0
    }
    until = end
    if (kind === 'end') continue
    if (runFrom === null) faults.push(`depth ${seq} has no run`)
    if (snapshot !== null) book.load(snapshot)
    if (changes !== null) book.apply(changes)
    const units = { tick: decimalUnit(tickSize), lot: decimalUnit(qtyUnit) }
    const had = countOf(book, units)
    if (had < count || had > source.count) {
      faults.push(`depth ${seq}: a book after ${had} changes followed one after ${count}, of ${source.count}`)
      continue
    }
    count = had
    const [stored, expected] = [levelsOf(book, units), levelsOf(truth(count), SOURCE_UNITS)]
    if (stored !== expected) faults.push(`depth ${seq} after ${count} changes: got ${stored}, expected ${expected}`)
  }
  return { runs, knownMs: knownMs + (runFrom === null ? 0 : until - runFrom) }
}

function levelsOf(book: Book, { tick, lot }: BookUnits): string {
  const { bidTicks, bidLots, askTicks, askLots } = book.snapshot(0)
  const side = (ticks: Float64Array, lots: Float64Array): string =>
    Array.from(ticks, (price, i) => [fromUnits(price, tick), fromUnits(lots[i], lot)].map(trimZeros).join(':')).join(
      ' ',
    )
  return `${side(bidTicks, bidLots)} | ${side(askTicks, askLots)}`
}

/** Every frame that a client received is stored, and since its first one it received all, or was asked to load the book. */
function compareStream(
  { frames, skipped }: RecordedDepth,
  { firstSeq, log }: { readonly firstSeq: number; readonly log: readonly Uint8Array[] },
  faults: string[],
): void {
  if (frames.size === 0) faults.push('no depth was received')
  // Quiet books are written too: later frames were sent after the log was read.
  const end = firstSeq + log.length
  for (const [seq, bytes] of frames)
    if (seq >= firstSeq && seq < end && Buffer.compare(log[seq - firstSeq], bytes) !== 0)
      faults.push(`the stream sent another depth ${seq}`)
  for (let seq = Math.max(firstSeq, Math.min(...frames.keys())); seq < end; seq++)
    if (!frames.has(seq) && !skipped.some(({ after, to }) => seq > after && seq <= to))
      faults.push(`depth ${seq} was not received`)
}

/** The columns of /depth are those of the log, wherever they were folded. */
function compareColumns(frames: readonly DepthFrame[], columns: DepthColumns, faults: string[]): void {
  const { step, intervalMs, length } = columns
  // The log may begin within the columns.
  const fromMs = Math.max(columns.fromMs, Math.ceil((frames[0]?.until ?? 0) / intervalMs) * intervalMs)
  const last = Math.floor((frames.at(-1)?.until ?? 0) / intervalMs) * intervalMs
  const toMs = Math.min(columns.fromMs + length * intervalMs, last)
  if (toMs <= fromMs) return void faults.push('no columns of depth')
  const stored = sliceColumns(columns, fromMs, toMs)
  const expected = foldColumns(frames, { fromMs, toMs, step })
  // Rows beyond a tenth of the price are not kept; every level is nearer.
  for (const name of [
    'state',
    'seconds',
    'bestBid',
    'bestAsk',
    'cellEnd',
    'side',
    'row',
    'lots',
    'up',
    'sum',
    'min',
    'max',
  ] as const) {
    const [got, wanted] = [stored[name], expected[name]].map((column) => Array.from(column).join())
    if (got !== wanted) faults.push(`columns of depth: other ${name}`)
  }
}

async function fetchColumns({ url, token }: ApiAccess, symbol: string, untilMs: number): Promise<DepthColumns> {
  const from = String(untilMs - COMPARED_MS)
  const response = await fetch(`${url}/api/depth?${new URLSearchParams({ symbol, interval: '1s', from })}`, {
    headers: { accept: 'application/vnd.flowprint.depth', authorization: token },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`/api/depth of ${symbol} answered ${response.status}: ${await response.text()}`)
  return decodeDepthColumns(new Uint8Array(await response.arrayBuffer()))
}

/** The whole depth log of a market, from a stream that begins with its first entry. */
export async function fetchDepthLog({ url, token }: ApiAccess, symbol: string): Promise<Uint8Array[]> {
  const log: Uint8Array[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/stream`)
  const timer = setTimeout(() => reject(new Error(`${symbol}: the depth log ended at ${log.length}`)), TIMEOUT_MS)
  let lastSeq = Infinity
  socket.binaryType = 'arraybuffer'
  socket.onerror = () => reject(new Error(`${symbol}: the stream was refused`))
  socket.onopen = () => {
    socket.send(JSON.stringify({ op: 'hello', authorization: token, language: 'en', version: 1 }))
    socket.send(JSON.stringify({ op: 'subscribe_depth', symbol, from_seq: 0 }))
  }
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') {
      const message = JSON.parse(data) as { readonly op: string; readonly last_seq?: number }
      if (message.op === 'depth_subscribed') lastSeq = message.last_seq ?? 0
      if (message.op === 'depth_resync' || message.op === 'error') reject(new Error(`${symbol}: ${data}`))
    } else {
      const bytes = new Uint8Array(data as ArrayBuffer)
      if (isDepthFrame(bytes)) log.push(bytes)
    }
    if (log.length >= lastSeq) resolve()
  }
  try {
    await promise
  } finally {
    clearTimeout(timer)
    socket.close()
  }
  return log
}
