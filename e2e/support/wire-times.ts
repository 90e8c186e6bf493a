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
import {
  COLUMN_MISSING,
  compareCutoffs,
  type Cutoff,
  decodeAnswer,
  decodeBigTrades,
  decodeDepthColumns,
  decodeDepthFrame,
  decodeDepthParts,
  decodeFrame,
  decodeLiquidations,
  decodeMarketStats,
  decodeTrades,
  type DepthColumns,
  type DepthFrame,
  isDepthFrame,
  MINUTE_MS,
  type Trades,
} from '@flowprint/orderflow'

/** An answer of a market call, as it was received. */
export interface WireAnswer {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

/** A time that a message tells about the market: something happened `at` it, or something is known `until` it, exclusive. */
interface ToldTime {
  readonly t: number
  readonly kind: 'at' | 'until'
  readonly what: string
}

const at = (what: string, t: number): ToldTime => ({ t, kind: 'at', what })
const until = (what: string, t: number | null | undefined): ToldTime[] =>
  t === null || t === undefined ? [] : [{ t, kind: 'until', what }]
const each = (what: string, times: Iterable<number>): ToldTime[] => Array.from(times, (t) => at(what, t))

const timesOfTrades = ({ ts, length }: Trades, what = 'trade'): ToldTime[] => each(what, ts.subarray(0, length))

/** A column is known at its end. A missing one tells nothing. */
function timesOfColumns({ fromMs, intervalMs, state }: DepthColumns): ToldTime[] {
  return [...state].flatMap((known, i) =>
    known === COLUMN_MISSING ? [] : until('depth column', fromMs + (i + 1) * intervalMs),
  )
}

/** A snapshot is the book before its time: one is taken at the end of every minute. */
function timesOfBook({ snapshot, changes, until: end }: DepthFrame): ToldTime[] {
  const changed = changes === null ? [] : each('book change', changes.t)
  return [...until('book', snapshot?.t), ...changed, ...until('book', end)]
}

/** Header of a packed message: "FLOW", version, kind, 2 bytes, length of the body. */
const HEADER_BYTES = 16
const MAGIC = Buffer.from('FLOW')
const KIND_DEPTH_COLUMNS = 8

/** The parts as they were sent: the decoder of the page leaves out what is beyond the range. */
function timesOfParts(bytes: Uint8Array): ToldTime[] {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: ToldTime[] = []
  for (let i = message.indexOf(MAGIC, HEADER_BYTES); i >= 0; i = message.indexOf(MAGIC, i + MAGIC.length)) {
    if (message[i + 5] !== KIND_DEPTH_COLUMNS) continue
    const end = i + HEADER_BYTES + message.readUInt32LE(i + 8)
    found.push(...timesOfColumns(decodeDepthColumns(bytes.subarray(i, end))))
  }
  return [...found, ...timesOfColumns(decodeDepthParts(bytes))]
}

const PACKED: Readonly<Record<string, (bytes: Uint8Array) => readonly ToldTime[]>> = {
  [FOOTPRINT_MIME](bytes) {
    const { meta, bars, open, tail } = decodeAnswer(bytes)
    return [
      ...each('bar', bars.t),
      ...each('open bar', open?.t ?? []),
      ...(tail === null ? [] : timesOfTrades(tail, 'tail')),
      ...timesOfJson(meta, ''),
    ]
  },
  [TRADES_MIME]: (bytes) => timesOfTrades(decodeTrades(bytes)),
  [BIG_TRADES_MIME](bytes) {
    const { meta, list, open, sizes } = decodeBigTrades(bytes)
    const { minutes, sizes: values } = sizes
    return [
      ...list.flatMap(({ firstTs, lastTs }) => [at('big trade', firstTs), at('end of a big trade', lastTs)]),
      ...timesOfTrades(open, 'open sweep'),
      ...[...minutes, ...values].map(({ t }) => at('minute of sizes', t)),
      ...timesOfJson(meta, ''),
    ]
  },
  [BOOK_MIME]: (bytes) => timesOfBook(decodeDepthFrame(bytes)),
  [DEPTH_MIME]: (bytes) => timesOfColumns(decodeDepthColumns(bytes)),
  [DEPTH_PARTS_MIME]: timesOfParts,
  [LIQUIDATIONS_MIME](bytes) {
    const { meta, coverage, list } = decodeLiquidations<JsonData>(bytes)
    return [
      ...each('liquidation', list.ts),
      ...coverage.flatMap(({ to }) => until('coverage', to)),
      ...timesOfRange(meta),
    ]
  },
  [MARKET_STATS_MIME](bytes) {
    const { meta, stats } = decodeMarketStats<{ readonly interval_ms?: number }>(bytes)
    const length = meta.interval_ms ?? MINUTE_MS
    return [...[...stats.t].flatMap((t) => until('statistics', t + length)), ...timesOfRange(meta)]
  },
}

/** Fields of JSON answers that end a range. */
const ENDS = new Set(['to', 'until', 'watermark', 'as_of', 'closed_until'])
/** When a payment is due is published long before: it says nothing about what happens until then. */
const SCHEDULED = new Set(['next_funding'])
const MIN_MS = 1e12
const MAX_MS = 1e13

/** All times in ms or as ISO-8601 text anywhere in a JSON value. */
function timesOfJson(value: unknown, key: string): ToldTime[] {
  if (Array.isArray(value)) return value.flatMap((one) => timesOfJson(one, key))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => timesOfJson(one, name))
  if (SCHEDULED.has(key)) return []
  const t = typeof value === 'number' ? value : typeof value === 'string' ? timeOfText(value) : null
  if (t === null || !(t >= MIN_MS && t < MAX_MS)) return []
  return ENDS.has(key) ? until(key, t) : [at(key, t)]
}

/** The range of an answer: an empty one begins and ends at the cutoff. */
const timesOfRange = ({ from, ...others }: JsonData): ToldTime[] => [
  ...until('from', from as number | undefined),
  ...timesOfJson(others, ''),
]

/** A cursor begins with the time of its row. */
function timeOfText(text: string): number | null {
  const cursor = /^(\d{13})_/.exec(text)
  if (cursor !== null) return Number(cursor[1])
  return /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : null
}

type Rows = readonly (readonly unknown[])[]
type JsonData = Readonly<Record<string, unknown>>

/** Lists whose rows contain intervals, whose end counts. */
function timesOfRows(path: string, data: JsonData, query: URLSearchParams): ToldTime[] {
  const { interval_ms: length, ...rest } = data as JsonData & { readonly interval_ms?: number }
  const { list, coverage, columns, ...others } = rest as JsonData & { list: Rows; coverage: Rows; columns: JsonData[] }
  switch (path) {
    case '/depth': {
      const ends = columns.filter(({ state }) => state !== 'missing').map(({ t }) => (t as number) + (length as number))
      // `from` and `to` repeat the request; the range is empty where nothing is recorded.
      return [
        ...ends.flatMap((t) => until('depth column', t)),
        ...timesOfJson({ ...others, coverage, from: null, to: null }, ''),
      ]
    }
    case '/open_interest':
    case '/funding':
      return [
        ...list.flatMap(([t]) => until('statistics', (t as number) + (length as number))),
        ...timesOfRange(others),
      ]
    case '/liquidations': {
      const rows = query.has('interval') ? [] : list
      return [
        ...each(
          'liquidation',
          rows.map(([, t]) => t as number),
        ),
        ...coverage.flatMap(([, to]) => until('coverage', to as number)),
        ...timesOfRange(others),
      ]
    }
    default:
      return timesOfJson(data, '')
  }
}

/** Every number of a CSV file that is a time in ms or in microseconds. */
const timesOfCsv = (text: string): ToldTime[] =>
  [...text.matchAll(/\b(1[78]\d{11})(?:\d{3})?\b/g)].map(([, digits]) => at('CSV row', Number(digits)))

/** What an answer tells. Throws for a body that is not understood. */
function timesOfAnswer({ path, query, headers, bytes }: WireAnswer): readonly ToldTime[] {
  const [type] = (headers['content-type'] ?? '').split(';')
  if (Object.hasOwn(PACKED, type)) return PACKED[type](bytes)
  const text = new TextDecoder().decode(bytes)
  if (type === 'text/csv') return timesOfCsv(text)
  if (type !== 'application/json') throw new Error(`${type || 'no type'} is not understood`)
  const { data } = JSON.parse(text) as { readonly data?: unknown }
  return typeof data === 'object' && data !== null && !Array.isArray(data)
    ? timesOfRows(path, data as JsonData, query)
    : timesOfJson(data, 'ts')
}

/** The first moment that a cutoff does not show completely. */
const endOf = ({ t, trades }: Cutoff): number => (trades > 0 ? t + 1 : t)

/** What is later than the cutoff: at its millisecond, more than the trades that it shows. */
function laterThan(told: readonly ToldTime[], cutoff: Cutoff): ToldTime[] {
  let visible = cutoff.trades
  return told.filter(({ t, kind }) => {
    if (kind === 'until') return t > endOf(cutoff)
    if (t !== cutoff.t) return t > cutoff.t
    visible -= 1
    return visible < 0
  })
}

const describe = ({ t, kind, what }: ToldTime): string => `${what} ${kind} ${new Date(t).toISOString()}`

/**
 * What an answer to a replaying page contains of the time at or after its cutoff, in words; empty: nothing. Answers that
 * cannot be decoded, and requests that name no moment, are reported too.
 */
export function findLeaks(answer: WireAnswer, cutoff: Cutoff): string[] {
  const { path, query, headers, bytes } = answer
  if (path === '/replay_target') return findTargetLeaks(bytes)
  if (!query.has('as_of')) return ['no as_of']
  const asOf = Number(query.get('as_of'))
  // A step by trade asks for the next trades, whenever they were; their number is limited, and the cutoff moves to the last.
  const isStep = path === '/trades' && query.has('limit')
  const leaks = asOf > endOf(cutoff) && !isStep ? [`as_of ${asOf} is after the cutoff`] : []
  if (Number(headers['as-of']) > asOf) leaks.push(`answered as of ${headers['as-of']}`)
  if (Number(headers['last-seq'] ?? 0) !== 0) leaks.push(`last-seq ${headers['last-seq']} counts later entries`)
  try {
    const told = timesOfAnswer(answer)
    const first = compareCutoffs({ t: asOf, trades: 0 }, cutoff) < 0 ? { t: asOf, trades: 0 } : cutoff
    leaks.push(...laterThan(told, first).map(describe))
  } catch (error) {
    leaks.push(`not decoded: ${String(error)}`)
  }
  return leaks
}

/** Where a jump goes is told by its time alone. */
function findTargetLeaks(bytes: Uint8Array): string[] {
  const { data } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly data: object }
  const extra = Object.keys(data).filter((name) => name !== 't' && name !== 'searched')
  return extra.map((name) => `a target tells ${name}`)
}

/** Messages of the stream that say nothing about the market. Alerts of the account continue, and the page calls them live. */
const SILENT_OPS = new Set([
  'welcome',
  'pong',
  'unsubscribed',
  'depth_unsubscribed',
  'derivatives_unsubscribed',
  'scanner_unsubscribed',
  'alert',
])

/** What a frame of the stream tells a replaying page; it subscribes to nothing, so that is at most what is listed above. */
export function findFrameLeaks(payload: string | Uint8Array): string[] {
  if (typeof payload !== 'string') {
    if (isDepthFrame(payload)) return [`book frame ${describe(timesOfBook(decodeDepthFrame(payload)).at(-1)!)}`]
    const { trades, watermark } = decodeFrame(payload)
    return [`frame of ${trades.length} trades, clock ${watermark}`]
  }
  const { op } = JSON.parse(payload) as { readonly op: string }
  return SILENT_OPS.has(op) ? [] : [`${op}: ${payload.slice(0, 200)}`]
}

/** What happened to the cutoff of a chart, at a wall time in ms. */
export type CutoffEvent = { readonly at: number; readonly chart: number } & (
  | { readonly kind: 'requested' | 'arrived'; readonly cutoff: Cutoff }
  /** A step, whose cutoff is known when it has arrived. */
  | { readonly kind: 'step' }
)

/** Clocks of the page and of the network log differ by less. */
const RACE_MS = 100

/**
 * The latest cutoff that was in force during a request: what its chart showed before, what was requested until its end, and where a step
 * that was under way led to. Null: no replay.
 */
export function cutoffDuring(events: readonly CutoffEvent[], startedAt: number, endedAt: number): Cutoff | null {
  const [start, end] = [startedAt - RACE_MS, endedAt + RACE_MS]
  const inForce: Cutoff[] = []
  for (const chart of new Set(events.map((event) => event.chart))) {
    const own = events.filter((event) => event.chart === chart)
    for (const kind of ['requested', 'arrived'] as const) {
      const before = own.findLast((event) => event.kind === kind && event.at < start)
      const during = own.filter((event) => event.kind === kind && event.at >= start && event.at <= end)
      for (const event of [before, ...during]) if (event !== undefined && 'cutoff' in event) inForce.push(event.cutoff)
    }
    const step = own.findLastIndex((event) => event.kind === 'step' && event.at <= end)
    const arrived = step < 0 ? undefined : own.slice(step).find((event) => event.kind === 'arrived')
    if (arrived !== undefined && 'cutoff' in arrived && arrived.at >= start) inForce.push(arrived.cutoff)
  }
  return inForce.reduce<Cutoff | null>(
    (latest, cutoff) => (latest === null || compareCutoffs(cutoff, latest) > 0 ? cutoff : latest),
    null,
  )
}
