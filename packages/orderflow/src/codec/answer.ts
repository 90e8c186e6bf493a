import { OrderflowError } from '../errors.ts'
import type { Bars } from '../bars/bars.ts'
import type { Trades } from '../trades/trades.ts'
import type { AnswerMeta } from './answer-meta.ts'
import { readManyBars } from './bars-codec.ts'
import { writeBars } from './bars-body.ts'
import type { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { KIND_ANSWER, openContainer, sealContainer, startContainer } from './container.ts'
import type { DecodeLimits } from './limits.ts'
import { writeBytes } from './text-ids.ts'
import { readTrades, writeTrades } from './trades-body.ts'
import { decodeUtf8, encodeUtf8 } from './utf8.ts'

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
