import type { Bars, WideRests } from '../bars/bars.ts'
import { firstWideBar, needsRests } from '../bars/wide-bars.ts'
import { OrderflowError } from '../errors.ts'
import { bigLotsAt, MAX_LOTS, storeLots } from '../units/lots.ts'
import type { BarSink } from './bar-sink.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readWide, writeWide } from './wide-values.ts'

/** Cell quantities of a wide message: lots of both sides … */
export function writeWideLots(writer: ByteWriter, bars: Bars, wide: WideRests, first: number, end: number): void {
  writeWide(writer, { values: bars.cellBid, rests: wide.cellBid, sign: 1 }, first, end)
  writeWide(writer, { values: bars.cellAsk, rests: wide.cellAsk, sign: 1 }, first, end)
}

export function readWideLots(reader: ByteReader, sink: BarSink, wide: WideRests, first: number, end: number): void {
  readWide(reader, { values: sink.cellBid, rests: wide.cellBid, sign: 1 }, first, end)
  readWide(reader, { values: sink.cellAsk, rests: wide.cellAsk, sign: 1 }, first, end)
}

/** … and, after the fills, the quote offsets if present. */
export function writeWideOffsets(writer: ByteWriter, bars: Bars, wide: WideRests, first: number, end: number): void {
  for (const side of ['cellBidOffset', 'cellAskOffset'] as const) {
    const [values, rests] = [bars[side], wide[side]]
    if (values !== null && rests !== null) writeWide(writer, { values, rests, sign: 1 }, first, end)
  }
}

export function readWideOffsets(reader: ByteReader, sink: BarSink, wide: WideRests, first: number, end: number): void {
  for (const side of ['cellBidOffset', 'cellAskOffset'] as const) {
    const [values, rests] = [sink[side], wide[side]]
    if (values !== null && rests !== null) readWide(reader, { values, rests, sign: 1 }, first, end)
  }
}

/**
 * Computes exact bid and ask of bars [bar, end), whose nearest doubles are already set.
 *
 * Throws  CORRUPT for messages the encoder never writes: a total beyond MAX_LOTS, a wide running delta in a bar that is
 *         not wide, or no wide bar at all.
 */
export function sumWideCells(sink: BarSink, wide: WideRests, bar: number, end: number): void {
  const { bid, ask, minDelta, maxDelta, cellStart, cellBid, cellAsk } = sink
  if (firstWideBar(sink, bar, end) === end) corrupt('The bars are marked as wide, and none is')
  for (let i = bar; i < end; i++) {
    if (!(bid[i] + ask[i] > Number.MAX_SAFE_INTEGER)) {
      if (Math.max(maxDelta[i], -minDelta[i]) > Number.MAX_SAFE_INTEGER) corrupt('A running delta is beyond its bar')
      continue
    }
    const sold = sumColumn(cellBid, wide.cellBid, cellStart[i], cellStart[i + 1])
    const bought = sumColumn(cellAsk, wide.cellAsk, cellStart[i], cellStart[i + 1])
    if (sold > MAX_LOTS || bought > MAX_LOTS) corrupt('The sums of a bar are out of range')
    storeLots(bid, wide.bid, i, sold)
    storeLots(ask, wide.ask, i, bought)
  }
}

/** Describes what is wrong with the quantities of bar i, which is wide or has remainders; null when valid. */
export function wideFault(bars: Bars, i: number): string | null {
  const { wide, bid, ask, minDelta, maxDelta, cellStart } = bars
  if (!needsRests(bars, i)) {
    const isWide = Math.max(maxDelta[i], -minDelta[i]) > Number.MAX_SAFE_INTEGER
    return isWide ? 'has a running delta beyond its volume' : null
  }
  if (wide === null) return 'has quantities beyond 2^53 - 1 and no rests'
  const [first, end] = [cellStart[i], cellStart[i + 1]]
  const areExact =
    isExact(bid, wide.bid, i, i + 1) &&
    isExact(ask, wide.ask, i, i + 1) &&
    isExact(minDelta, wide.minDelta, i, i + 1) &&
    isExact(maxDelta, wide.maxDelta, i, i + 1) &&
    isExact(bars.cellBid, wide.cellBid, first, end) &&
    isExact(bars.cellAsk, wide.cellAsk, first, end) &&
    isExact(bars.cellBidOffset, wide.cellBidOffset, first, end) &&
    isExact(bars.cellAskOffset, wide.cellAskOffset, first, end)
  if (!areExact) return 'has a quantity that is no integer up to 2^53 x 10^8, or a rest that is not that of its double'
  const agree =
    sumColumn(bars.cellBid, wide.cellBid, first, end) === bigLotsAt(bid, wide.bid, i) &&
    sumColumn(bars.cellAsk, wide.cellAsk, first, end) === bigLotsAt(ask, wide.ask, i)
  return agree ? null : 'has sums that are not those of its cells'
}

function isExact(values: Float64Array | null, rests: Float64Array | null, from: number, to: number): boolean {
  if (values === null || rests === null) return values === rests
  for (let k = from; k < to; k++) {
    if (!Number.isInteger(values[k]) || !Number.isInteger(rests[k])) return false
    const exact = bigLotsAt(values, rests, k)
    if (Number(exact) !== values[k] || exact > MAX_LOTS || exact < -MAX_LOTS) return false
  }
  return true
}

function sumColumn(values: Float64Array, rests: Float64Array, from: number, to: number): bigint {
  let sum = 0n
  for (let k = from; k < to; k++) sum += bigLotsAt(values, rests, k)
  return sum
}

function corrupt(what: string): never {
  throw new OrderflowError('CORRUPT', what)
}
