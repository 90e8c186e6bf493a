import type { SweepDigest } from '../tape/sweep-digest.ts'
import { SWEEP_MAX_TRADES } from '../tape/sweeps.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { UINT32_MAX, unzigzag, zigzag } from './columns.ts'
import { KIND_SWEEPS, openContainer, sealContainer, startContainer } from './container.ts'
import { readCounted, readLots, readSweeps, sameLength, writeCounted, writeLots, writeSweeps } from './sweeps-body.ts'
import { readTrades, writeTrades } from './trades-body.ts'
import { MINUTE_MS } from '../time/durations.ts'

/** With more trades than this at the edges, a digest would repeat its run instead of replacing it. */
const MAX_EDGE_TRADES = 4 * SWEEP_MAX_TRADES

/**
 * Encodes a digest as one packed message (docs/decisions/packed-format.md).
 *
 * Output  about 20 bytes per kept sweep; null for a run that is little more than one long sweep.
 */
export function encodeSweeps({ head, tail, minutes, sweeps, floor }: SweepDigest): Uint8Array<ArrayBuffer> | null {
  if (head.length + tail.length > MAX_EDGE_TRADES) return null
  const writer = startContainer(256 + 8 * (minutes.length + head.length + tail.length) + 32 * sweeps.length)
  writeTrades(writer, { ...head, seq: null })
  writeTrades(writer, { ...tail, seq: null })
  writeMinutes(writer, minutes)
  writeSweeps(writer, sweeps)
  writeLots(writer, [floor])
  return sealContainer(writer, KIND_SWEEPS)
}

/**
 * Decodes a message made by `encodeSweeps`.
 *
 * Throws  as `decodeTrades`.
 */
export function decodeSweeps(bytes: Uint8Array): SweepDigest {
  const reader = openContainer(bytes, KIND_SWEEPS)
  const head = readTrades(reader)
  const tail = readTrades(reader)
  const minutes = readMinutes(reader)
  const sweeps = readSweeps(reader)
  const [floor] = sameLength(readLots(reader), 1)
  reader.finish()
  return { head, tail, minutes, sweeps, floor }
}

/** Minutes, ascending, and the number of sweeps that ended in each. */
export function writeMinutes(writer: ByteWriter, minutes: SweepDigest['minutes']): void {
  const gap = (i: number): number => (minutes[i].t - minutes[i - 1].t) / MINUTE_MS
  writeCounted(writer, minutes.length, (i) => (i === 0 ? zigzag(minutes[0].t / MINUTE_MS) : gap(i)))
  writeCounted(writer, minutes.length, (i) => minutes[i].count)
}

export function readMinutes(reader: ByteReader): { t: number; count: number }[] {
  const times = readCounted(reader, 2 ** 33)
  const counts = sameLength(readCounted(reader, UINT32_MAX), times.length)
  let minute = 0
  return Array.from(times, (time, i) => {
    minute = i === 0 ? unzigzag(time) : minute + time
    return { t: minute * MINUTE_MS, count: counts[i] }
  })
}
