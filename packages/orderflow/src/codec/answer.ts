import { toLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import type { VwapSums } from '../vwap/vwap.ts'
import type { UnixMs } from '../units/units.ts'
import { OrderflowError } from '../errors.ts'
import type { Bars } from '../bars/bars.ts'
import type { Trades } from '../trades/trades.ts'
import { readManyBars, writeBars } from './bars-codec.ts'
import { ByteWriter, decodeUtf8, encodeUtf8 } from './bytes.ts'
import type { ByteReader, DecodeLimits } from './bytes.ts'
import { KIND_ANSWER, openContainer, sealContainer, startContainer } from './container.ts'
import { writeBytes } from './text-ids.ts'
import { readTrades, writeTrades } from './trades-codec.ts'

/** A gap that reaches into the minutes not yet closed (INDICATORS 11). Both ends inclusive, ms. */
export interface TailGap {
  readonly from: UnixMs
  readonly to: UnixMs
  readonly state: 'repairing' | 'incomplete'
}

/**
 * Metadata of a packed `/footprint` response (CONTRACT 1); UTF-8 JSON inside the message.
 *
 * Units   times in ms since the epoch; sizes as decimal text; sums of lots in whole lots.
 * Rules   `bars` of the answer are closed bars only: t + cycle <= closed_until. `open` is the fold of the closed
 *         minutes of the bar that holds closed_until (absent when closed_until is the start of a bar or the minutes are
 *         empty); its step is `step`, or 1 when the raw point of control was asked for. `tail` holds the raw trades
 *         with ts >= closed_until in canonical order, with their seq.
 */
export interface AnswerMeta {
  readonly symbol: string
  /** Name of the cycle: "5m", "1000t" (fills), "2.5v" (volume). */
  readonly cycle: string
  readonly cycle_ms: number
  /** Bars of fills or volume (`cycle_ms` 0): number within its UTC day of the first bar, open or not, from 1. */
  readonly first_number?: number
  /** Decimal text, "0.05", and the same in ticks. */
  readonly precision: string
  readonly step: number
  readonly tick_size: string
  readonly lot_size: string
  readonly instrument_version: number
  /** Uuid of the tape; a different uuid in the stream means reload. */
  readonly tape: string
  /** The response contains exactly the log entries <= last_seq in its range. */
  readonly last_seq: number
  /** ms; null = infinity (no live feed: everything is closed). */
  readonly watermark: UnixMs | null
  /** Start of the first minute that is not closed: floor((watermark - 2000) / 60000) * 60000; null = infinity. */
  readonly closed_until: UnixMs | null
  /**
   * Start of the gapless range covered by this response: the requested `from` (or the start of the first bar, when
   * `limit` cut there), rounded down to the start of a bar; null = the beginning of the tape. Includes lead-in bars.
   * `limit` cut there), moved down to a bar's start; null = the beginning of the tape. Lead-in bars belong to it.
   */
  readonly from: UnixMs | null
  /** Exclusive end of that range, the end of a bar; null = now (`open` and `tail` are then included). */
  readonly to: UnixMs | null
  /** Number of lead-in bars at the start. */
  readonly lead_in: number
  readonly delayed: boolean
  /** Delay of the market data in ms; only when `delayed`. */
  readonly delay_ms?: number
  /** Replay: nothing at or after this moment is included; ms. */
  readonly as_of?: number
  readonly simulated: boolean
  readonly side: 'given' | 'estimated'
  /**
   * CVD before the first bar in lots, by the `cvd.reset` of the effective settings; the nearest double beyond 2^53 - 1.
   */
  readonly cvd_open: number
  /** The exact value as decimal text, only beyond 2^53 - 1. Read both fields with `cvdOpenOf`. */
  readonly cvd_open_exact?: string
  /** CVD before the first bar in the quote unit: decimal text of an integer in ticks x lots; absent: 0. */
  readonly cvd_open_quote?: string
  /**
   * VWAP sums before the first bar by the `vwap` of the effective settings: decimal text of integers in ticks and lots;
   * null or absent: unknown. Read with `vwapOpenOf`.
   */
  readonly vwap_open?: VwapOpen | null
  /** Empty unless trades are missing in [closed_until, now). */
  readonly tail_gaps: readonly TailGap[]
  /** Range of the whole tape, for the status line; null while it is empty. */
  readonly coverage: {
    readonly from: UnixMs
    readonly to: UnixMs
    readonly proof: 'ids' | 'volume' | 'connection' | 'none'
    readonly gaps: number
  } | null
  /** Effective indicator settings, base64url JSON as in the link ("" = the defaults). */
  readonly settings: string
}

/** Sums of lots, price x lots and price x price x lots. */
export interface VwapOpen {
  readonly sum_q: string
  readonly sum_pq: string
  /** Null when unknown. */
  readonly sum_ppq: string | null
}

/** Meta field with the VWAP sums before the first bar. */
export function vwapOpenMeta(sums: VwapSums | null): Pick<AnswerMeta, 'vwap_open'> {
  if (sums === null) return { vwap_open: null }
  return {
    vwap_open: { sum_q: String(sums.q), sum_pq: String(sums.pq), sum_ppq: sums.ppq === null ? null : String(sums.ppq) },
  }
}

/** Reads what `vwapOpenMeta` wrote. */
export function vwapOpenOf({ vwap_open: open }: Pick<AnswerMeta, 'vwap_open'>): VwapSums | null {
  if (open === null || open === undefined) return null
  return { q: BigInt(open.sum_q), pq: BigInt(open.sum_pq), ppq: open.sum_ppq === null ? null : BigInt(open.sum_ppq) }
}

/** Meta fields with the exact CVD before the first bar, in lots and in ticks x lots. */
export function cvdOpenMeta(
  cvdOpen: Lots,
  cvdQuoteOpen: Lots,
): Pick<AnswerMeta, 'cvd_open' | 'cvd_open_exact' | 'cvd_open_quote'> {
  const lots =
    typeof cvdOpen === 'number' ? { cvd_open: cvdOpen } : { cvd_open: Number(cvdOpen), cvd_open_exact: String(cvdOpen) }
  return { ...lots, cvd_open_quote: String(cvdQuoteOpen) }
}

/** Reads the lots written by `cvdOpenMeta`. */
export function cvdOpenOf(meta: Pick<AnswerMeta, 'cvd_open' | 'cvd_open_exact'>): Lots {
  return meta.cvd_open_exact === undefined ? meta.cvd_open : toLots(BigInt(meta.cvd_open_exact))
}

/** Reads the quote value written by `cvdOpenMeta`. */
export function cvdQuoteOpenOf({ cvd_open_quote: quote }: Pick<AnswerMeta, 'cvd_open_quote'>): Lots {
  return quote === undefined ? 0 : toLots(BigInt(quote))
}

/** A packed `/footprint` response (CONTRACT 1); see `AnswerMeta` for its parts. */
export interface Answer<Meta = AnswerMeta> {
  readonly meta: Meta
  readonly bars: Bars
  readonly open: Bars | null
  readonly tail: Trades | null
}

const HAS_OPEN = 1
const HAS_TAIL = 2

/** Encodes meta, bars, open bar and tail as one message. Throws as `encodeBars` and `encodeTrades`. */
export function encodeAnswer<Meta>(answer: Answer<Meta>): Uint8Array<ArrayBuffer> {
  const { bars, open, tail } = answer
  const writer = startContainer(1024 + bars.length * 32 + bars.cellStart[bars.length] * 9 + (tail?.length ?? 0) * 7)
  writer.byte((open !== null ? HAS_OPEN : 0) | (tail !== null ? HAS_TAIL : 0))
  writeBytes(writer, encodeUtf8(JSON.stringify(answer.meta)))
  writeSection(writer, bars.cellStart[bars.length] * 9, (inner) => writeBars(inner, bars, 0, bars.length))
  if (open !== null) writeSection(writer, 0, (inner) => writeBars(inner, open, 0, open.length))
  if (tail !== null) writeSection(writer, 0, (inner) => writeTrades(inner, tail))
  return sealContainer(writer, KIND_ANSWER)
}

/**
 * Decodes a message made by `encodeAnswer`. `meta` is parsed as JSON but its shape is not validated.
 *
 * Throws  OrderflowError FOREIGN, VERSION, TRUNCATED, OVERSIZED or CORRUPT; no other error for any input.
 */
export function decodeAnswer<Meta = AnswerMeta>(bytes: Uint8Array, limits?: DecodeLimits): Answer<Meta> {
  const reader = openContainer(bytes, KIND_ANSWER, limits)
  const parts = reader.byte()
  if (parts > 3) throw new OrderflowError('CORRUPT', 'Unknown parts of an answer')
  const meta = readJson(reader.section()) as Meta
  const bars = readManyBars([reader.section()], limits?.maxRows)
  const open = (parts & HAS_OPEN) !== 0 ? readManyBars([reader.section()], limits?.maxRows) : null
  const tail = (parts & HAS_TAIL) !== 0 ? readWholeTrades(reader.section()) : null
  reader.finish()
  return { meta, bars, open, tail }
}

function writeSection(writer: ByteWriter, estimate: number, write: (inner: ByteWriter) => void): void {
  const inner = new ByteWriter(256 + estimate)
  write(inner)
  writeBytes(writer, inner.bytes.subarray(0, inner.length))
}

function readWholeTrades(reader: ByteReader): Trades {
  const trades = readTrades(reader)
  reader.finish()
  return trades
}

function readJson(reader: ByteReader): unknown {
  const text = decodeUtf8(reader.bytes, reader.pos, reader.end)
  try {
    return JSON.parse(text)
  } catch {
    throw new OrderflowError('CORRUPT', 'The meta of an answer is not JSON')
  }
}
