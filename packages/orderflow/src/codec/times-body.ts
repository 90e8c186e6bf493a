import { OrderflowError } from '../errors.ts'
import type { Bars } from '../bars/bars.ts'
import { STARTS_PER_MS } from '../bars/sequence-cuts.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readColumn, unzigzag, writeColumn, zigzag } from './columns.ts'

const MAX_DELTA = 2 ** 53

type Times = Pick<Bars, 't' | 'cycleMs'>

/**
 * Starts of bars [from, to). Time bars: differences in `unit`, never 0. Bars of fills or volume (`cycleMs` 0): the
 * index of the first start within its millisecond, then differences in whole milliseconds, where 0 means the next start
 * in the same millisecond.
 */
export function writeTimes(writer: ByteWriter, { t, cycleMs }: Times, from: number, to: number, unit: number): void {
  if (cycleMs === 0) writer.varint(startInMs(t[from]))
  const floor = Math.floor
  writeColumn(writer, from, to, (block, at, count) => {
    for (let k = 0; k < count; k++) {
      const i = at + k
      if (i === from) block[k] = zigzag(floor(t[i]))
      else block[k] = cycleMs === 0 ? floor(t[i]) - floor(t[i - 1]) : (t[i] - t[i - 1]) / unit - 1
    }
  })
}

/** Reads what `writeTimes` wrote. Throws CORRUPT when more bars start in one millisecond than possible. */
export function readTimes(reader: ByteReader, { t, cycleMs }: Times, from: number, to: number, unit: number): void {
  const isSequence = cycleMs === 0
  let start = isSequence ? reader.varint(STARTS_PER_MS - 1) : 0
  readColumn(reader, from, to, MAX_DELTA, (block, at, count) => {
    for (let k = 0; k < count; k++) {
      const i = at + k
      if (i === from) t[i] = unzigzag(block[k]) + start / STARTS_PER_MS
      else if (!isSequence) t[i] = t[i - 1] + (block[k] + 1) * unit
      else {
        start = block[k] === 0 ? start + 1 : 0
        if (start >= STARTS_PER_MS) throw new OrderflowError('CORRUPT', 'Too many bars begin in one millisecond')
        t[i] = Math.floor(t[i - 1]) + block[k] + start / STARTS_PER_MS
      }
    }
  })
}

/**
 * Whether a bar may follow another: later, and for bars of fills or volume at the first free start of its millisecond.
 */
export function timesFollow(before: number, t: number, cycleMs: number): boolean {
  if (cycleMs > 0) return t > before
  const sameMs = Math.floor(t) === Math.floor(before)
  return sameMs ? t === before + 1 / STARTS_PER_MS : t > before && Number.isInteger(t)
}

function startInMs(t: number): number {
  return (t - Math.floor(t)) * STARTS_PER_MS
}
