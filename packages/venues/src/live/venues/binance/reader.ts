import type { FrameReader, FrameSink } from '../../reader.ts'
import { rawMessage, rawObject } from '../raw-message.ts'

/** One trade of Binance's streams: aggTrade (fills f..l) or trade (one fill t). Unknown fields are ignored. */
interface RawTrade {
  readonly e: string
  readonly E?: unknown
  readonly s?: unknown
  readonly p?: unknown
  readonly q?: unknown
  readonly T?: unknown
  readonly m?: unknown
  readonly f?: unknown
  readonly l?: unknown
  readonly t?: unknown
  readonly X?: unknown
}

/** Times above this are microseconds (streams opened with timeUnit=MICROSECOND). */
const GREATEST_MS = 100_000_000_000_000

/**
 * Messages of wss://stream.binance.com and of /market of wss://fstream.binance.com, raw or combined
 * (docs/exchanges/binance.md). `m`: the buyer was the maker, so the aggressor sold. Clock: T of the match, E of sending.
 * `X` of the futures' trade stream: only MARKET is order flow.
 */
export const readBinance: FrameReader = (text, sink) => {
  const message = rawMessage(text)
  if (message === null) {
    sink.fault('the message is not a JSON object')
    return true
  }
  const data = rawObject(message['data']) ?? message
  const event = data['e']
  if (event === 'aggTrade' || event === 'trade') {
    readTrade(data as unknown as RawTrade, sink)
    return true
  }
  if (event === 'serverShutdown') sink.closing()
  else if (event === undefined) readAnswer(message, sink)
  return false
}

function readTrade(raw: RawTrade, sink: FrameSink): void {
  const { s, p, q, T, m, E } = raw
  const first = raw.e === 'trade' ? raw.t : raw.f
  const last = raw.e === 'trade' ? raw.t : raw.l
  if (typeof s !== 'string' || typeof p !== 'string' || typeof q !== 'string' || typeof m !== 'boolean') {
    return sink.fault('a trade without its symbol, price, quantity or side')
  }
  if (!Number.isSafeInteger(T) || !Number.isSafeInteger(first) || !Number.isSafeInteger(last)) {
    return sink.fault('a trade without its time or ids')
  }
  sink.alive(typeof E === 'number' ? toMs(E) : null)
  if (raw.X !== undefined && raw.X !== 'MARKET') return sink.excluded(s, 1)
  const firstId = first as number
  sink.trade(s, toMs(T as number), p, q, !m, (last as number) - firstId + 1, firstId)
}

/** Responses to SUBSCRIBE arrive in request order: {"result":null,"id":1}, {"error":{"code","msg"},"id":1}. */
function readAnswer(message: Readonly<Record<string, unknown>>, sink: FrameSink): void {
  const error = rawObject(message['error'])
  if (error !== null) sink.refused(null, String(error['msg']))
  else if (message['result'] === null && 'id' in message) sink.acknowledged(null)
}

function toMs(time: number): number {
  return time > GREATEST_MS ? Math.floor(time / 1000) : time
}
