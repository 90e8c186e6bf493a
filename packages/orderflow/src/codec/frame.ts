import { OrderflowError } from '../errors.ts'
import type { Trades } from '../trades/trades.ts'
import { KIND_FRAME, openContainer, sealContainer, startContainer } from './container.ts'
import type { DecodeLimits } from './limits.ts'
import { readLabel, writeLabel } from './text-ids.ts'
import { readTrades, writeTrades } from './trades-body.ts'
import type { UnixMs } from '../units/units.ts'

/** One binary message of the live stream (CONTRACT 1, stream rules 1-3): the trades of log entries [firstSeq, lastSeq]. */
export interface Frame {
  readonly symbol: string
  readonly tape: string
  readonly instrumentVersion: number
  readonly firstSeq: number
  readonly lastSeq: number
  /** ms; null = infinity. */
  readonly watermark: UnixMs | null
  /** One trade per seq. `seq` null means firstSeq, firstSeq + 1, …; decoded frames always have it. */
  readonly trades: Trades
}

/** Throws CORRUPT unless the trades are exactly those of [firstSeq, lastSeq]; otherwise as `encodeTrades`. */
export function encodeFrame(frame: Frame): Uint8Array<ArrayBuffer> {
  checkFrame(frame)
  const writer = startContainer(96 + frame.trades.length * 10)
  writeLabel(writer, frame.symbol)
  writeLabel(writer, frame.tape)
  writer.varint(frame.instrumentVersion)
  writer.varint(frame.firstSeq)
  writer.varint(frame.watermark === null ? 0 : frame.watermark + 1)
  writeTrades(writer, isPlain(frame) ? { ...frame.trades, seq: null } : frame.trades)
  return sealContainer(writer, KIND_FRAME)
}

/**
 * Decodes a message made by `encodeFrame`.
 *
 * Throws  OrderflowError FOREIGN, VERSION, TRUNCATED, OVERSIZED or CORRUPT; no other error for any input.
 */
export function decodeFrame(bytes: Uint8Array, limits?: DecodeLimits): Frame {
  const reader = openContainer(bytes, KIND_FRAME, limits)
  const symbol = readLabel(reader)
  const tape = readLabel(reader)
  const instrumentVersion = reader.varint()
  const firstSeq = reader.varint()
  const clock = reader.varint(2 ** 53)
  const read = readTrades(reader)
  reader.finish()
  const lastSeq = firstSeq + read.length - 1
  if (lastSeq > Number.MAX_SAFE_INTEGER) throw new OrderflowError('CORRUPT', 'A seq is out of range')
  const seq = read.seq ?? Float64Array.from({ length: read.length }, (_, i) => firstSeq + i)
  const trades = { ...read, seq }
  const frame = {
    symbol,
    tape,
    instrumentVersion,
    firstSeq,
    lastSeq,
    watermark: clock === 0 ? null : clock - 1,
    trades,
  }
  checkFrame(frame)
  return frame
}

function isPlain({ trades, firstSeq }: Frame): boolean {
  return trades.seq === null || trades.seq.every((seq, i) => seq === firstSeq + i)
}

/** Checks that every seq of the range occurs exactly once, in any order. */
function checkFrame({ trades, firstSeq, lastSeq }: Frame): void {
  const { seq, length } = trades
  if (length !== lastSeq - firstSeq + 1) {
    throw new OrderflowError('CORRUPT', `A frame of seq ${firstSeq} to ${lastSeq} has ${length} trades`)
  }
  if (seq === null) return
  const seen = new Uint8Array(length)
  for (let i = 0; i < length; i++) {
    const place = seq[i] - firstSeq
    if (!(place >= 0 && place < length) || seen[place] !== 0) {
      throw new OrderflowError('CORRUPT', `A trade of seq ${seq[i]} is outside its frame`)
    }
    seen[place] = 1
  }
}
