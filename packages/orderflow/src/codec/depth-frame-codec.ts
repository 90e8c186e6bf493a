import { isBefore } from '../depth/book-changes.ts'
import { ASK, BID, BOOK_PROOFS } from '../depth/depth.ts'
import type { BookChanges, BookSide, BookSnapshot, DepthFrame, DepthFrameKind, KnownWindow } from '../depth/depth.ts'
import { OrderflowError } from '../errors.ts'
import type { ByteReader, ByteWriter, DecodeLimits } from './bytes.ts'
import { hasKind, KIND_DEPTH_FRAME, openContainer, sealContainer, startContainer } from './container.ts'
import { readVarints, unzigzag, writeVarints, zigzag } from './integer-blocks.ts'
import { readLabel, writeLabel } from './text-ids.ts'
import type { UnixMs } from '../units/units.ts'

const KINDS: readonly DepthFrameKind[] = ['start', 'keyframe', 'changes', 'end']
/** Prices and times beyond this do not occur; differences of two are still packed exactly. */
const MAX_PACKED = 2 ** 49
const UNIT = /^[0-9]{1,20}(\.[0-9]{1,40})?$/

/**
 * Packs one commit of the depth log.
 *
 * Layout  texts and numbers of the frame; then, column by column, the levels of a snapshot (per side) or the events: times
 *         as differences, numbers of bids and asks, the first price of each side as the difference from that of the
 *         previous event, further prices as distances from the previous level, and quantities. All are varints: zstd
 *         compresses bytes of one column better than bit fields. The first price and time are absolute, so every frame
 *         decodes alone.
 * Throws  OrderflowError CORRUPT for a frame that breaks a rule of docs/data/book.md, QUANTITY_RANGE for a price, time or
 *         quantity that is not whole or out of range.
 * Cost    one pass per column.
 */
export function encodeDepthFrame(frame: DepthFrame): Uint8Array<ArrayBuffer> {
  const { snapshot, changes } = frame
  checkFrame(frame)
  const levels = (snapshot?.bidTicks.length ?? 0) + (snapshot?.askTicks.length ?? 0) + (changes?.ticks.length ?? 0)
  const writer = startContainer(128 + 5 * levels + 6 * (changes?.events ?? 0))
  writeLabel(writer, frame.symbol)
  writer.byte(KINDS.indexOf(frame.kind))
  writer.byte(BOOK_PROOFS.indexOf(frame.proof))
  writer.varint(frame.seq)
  writeLabel(writer, frame.qtyUnit)
  writer.varint(frame.until)
  writeWindow(writer, frame.window)
  writeLabel(writer, frame.reason)
  if (snapshot !== null) writeSnapshot(writer, snapshot, frame.until)
  if (changes !== null) writeChanges(writer, changes, frame.until)
  return sealContainer(writer, KIND_DEPTH_FRAME)
}

/**
 * Decodes a message made by `encodeDepthFrame`.
 *
 * Throws  OrderflowError FOREIGN, VERSION, TRUNCATED, OVERSIZED or CORRUPT; no other error for any input.
 */
export function decodeDepthFrame(bytes: Uint8Array, limits?: DecodeLimits): DepthFrame {
  const reader = openContainer(bytes, KIND_DEPTH_FRAME, limits)
  const symbol = readLabel(reader)
  const kind = KINDS.at(reader.varint(KINDS.length - 1))
  const proof = BOOK_PROOFS.at(reader.varint(BOOK_PROOFS.length - 1))
  if (kind === undefined || proof === undefined) throw new OrderflowError('CORRUPT', 'Unknown kind or proof of a frame')
  const seq = reader.varint()
  const qtyUnit = readLabel(reader)
  const until = reader.varint(MAX_PACKED)
  const window = readWindow(reader)
  const reason = readLabel(reader)
  const snapshot = kind === 'start' || kind === 'keyframe' ? readSnapshot(reader, until) : null
  const changes = kind === 'changes' ? readChanges(reader, until) : null
  reader.finish()
  const frame = { symbol, kind, seq, proof, qtyUnit, until, window, snapshot, changes, reason }
  checkFrame(frame)
  return frame
}

/** Whether a message is a depth frame, by its header only. */
export function isDepthFrame(bytes: Uint8Array): boolean {
  return hasKind(bytes, KIND_DEPTH_FRAME)
}

/** Checks the rules of docs/data/book.md that the layout does not ensure. */
function checkFrame({ kind, seq, qtyUnit, until, window, snapshot, changes, reason }: DepthFrame): void {
  const isStart = kind === 'start' || kind === 'keyframe'
  if ((snapshot !== null) !== isStart || (changes !== null) !== (kind === 'changes')) {
    throw new OrderflowError('CORRUPT', `A frame of kind ${kind} has the wrong content`)
  }
  if (reason !== '' && kind !== 'start' && kind !== 'end') {
    throw new OrderflowError('CORRUPT', `A frame of kind ${kind} has no reason`)
  }
  if (!(seq >= 0 && Number.isSafeInteger(seq))) throw new OrderflowError('CORRUPT', `seq ${seq} is out of range`)
  if (!UNIT.test(qtyUnit) || !/[1-9]/.test(qtyUnit)) {
    throw new OrderflowError('CORRUPT', `"${qtyUnit}" is not a unit of quantities`)
  }
  if (!isPackable(until) || until < 0) throw new OrderflowError('CORRUPT', `until ${until} is out of range`)
  checkWindow(window)
  if (snapshot !== null) checkSnapshot(snapshot, until)
  if (changes !== null) checkChanges(changes, until)
}

function checkWindow({ low, high }: KnownWindow): void {
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high)) {
    throw new OrderflowError('CORRUPT', `A window from ${low} to ${high} is out of range`)
  }
}

function checkSnapshot(snapshot: BookSnapshot, until: UnixMs): void {
  checkWindow(snapshot.window)
  checkTime(snapshot.t, -MAX_PACKED, until)
  checkSide(snapshot.bidTicks, snapshot.bidLots, BID)
  checkSide(snapshot.askTicks, snapshot.askLots, ASK)
}

function checkSide(ticks: Float64Array, lots: Float64Array, side: BookSide): void {
  if (ticks.length !== lots.length) throw new OrderflowError('CORRUPT', 'A level of a snapshot has no quantity')
  for (let i = 0; i < ticks.length; i++) {
    if (!isPackable(ticks[i])) throw new OrderflowError('CORRUPT', `A price of ${ticks[i]} ticks is out of range`)
    if (!(lots[i] >= 1 && Number.isSafeInteger(lots[i]))) {
      throw new OrderflowError('CORRUPT', `A quantity of ${lots[i]} is not one of a snapshot`)
    }
    if (i > 0 && !isBefore(side, ticks[i - 1], side, ticks[i])) {
      throw new OrderflowError('CORRUPT', 'A side of a snapshot is not sorted from the touch')
    }
  }
}

function checkChanges({ events, t, end, side, ticks, lots }: BookChanges, until: UnixMs): void {
  const levels = events === 0 ? 0 : end[events - 1]
  if (t.length !== events || end.length !== events) {
    throw new OrderflowError('CORRUPT', 'The columns of events have different lengths')
  }
  if (side.length !== levels || ticks.length !== levels || lots.length !== levels) {
    throw new OrderflowError('CORRUPT', 'The columns of levels have different lengths')
  }
  let from = 0
  for (let i = 0; i < events; i++) {
    checkTime(t[i], i === 0 ? -MAX_PACKED : t[i - 1], until)
    if (end[i] <= from) throw new OrderflowError('CORRUPT', 'An event has no levels')
    for (let k = from; k < end[i]; k++) {
      if (side[k] > ASK || !isPackable(ticks[k]) || !(lots[k] >= 0 && Number.isSafeInteger(lots[k]))) {
        throw new OrderflowError('CORRUPT', `A level at ${ticks[k]} with ${lots[k]} is out of range`)
      }
      if (k > from && !isBefore(side[k - 1], ticks[k - 1], side[k], ticks[k])) {
        throw new OrderflowError('CORRUPT', 'The levels of an event are not sorted from the touch')
      }
    }
    from = end[i]
  }
}

function checkTime(t: UnixMs, min: UnixMs, max: UnixMs): void {
  if (!(t >= min && t <= max && isPackable(t))) {
    throw new OrderflowError('CORRUPT', `A time of ${t} is not within ${min} to ${max}`)
  }
}

function isPackable(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= MAX_PACKED
}

function writeWindow(writer: ByteWriter, { low, high }: KnownWindow): void {
  for (const tick of [low, high]) {
    writer.byte(tick < 0 ? 1 : 0)
    writer.varint(Math.abs(tick))
  }
}

function readWindow(reader: ByteReader): KnownWindow {
  const low = readSigned(reader)
  return { low, high: readSigned(reader) }
}

function readSigned(reader: ByteReader): number {
  const isNegative = reader.varint(1) === 1
  const magnitude = reader.varint()
  return isNegative && magnitude > 0 ? -magnitude : magnitude
}

function writeSnapshot(writer: ByteWriter, snapshot: BookSnapshot, until: UnixMs): void {
  writer.varint(until - snapshot.t)
  writeWindow(writer, snapshot.window)
  writeSide(writer, snapshot.bidTicks, snapshot.bidLots)
  writeSide(writer, snapshot.askTicks, snapshot.askLots)
}

function readSnapshot(reader: ByteReader, until: UnixMs): BookSnapshot {
  const t = until - reader.varint(2 * MAX_PACKED)
  const window = readWindow(reader)
  const [bidTicks, bidLots] = readSide(reader, -1)
  const [askTicks, askLots] = readSide(reader, 1)
  return { t, window, bidTicks, bidLots, askTicks, askLots }
}

function writeSide(writer: ByteWriter, ticks: Float64Array, lots: Float64Array): void {
  const count = ticks.length
  writer.varint(count)
  if (count === 0) return
  const gaps = new Float64Array(count)
  gaps[0] = zigzag(ticks[0])
  for (let i = 1; i < count; i++) gaps[i] = Math.abs(ticks[i] - ticks[i - 1]) - 1
  writeVarints(writer, gaps, 0, count)
  writeVarints(writer, lots, 0, count)
}

/** Reads the levels of a side; `direction` leads away from the touch. */
function readSide(reader: ByteReader, direction: number): [Float64Array, Float64Array] {
  const count = reader.count(2)
  const ticks = new Float64Array(count)
  const lots = new Float64Array(count)
  if (count === 0) return [ticks, lots]
  readVarints(reader, ticks, 0, count, 2 * MAX_PACKED)
  readVarints(reader, lots, 0, count, Number.MAX_SAFE_INTEGER)
  ticks[0] = unzigzag(ticks[0])
  for (let i = 1; i < count; i++) ticks[i] = ticks[i - 1] + direction * (ticks[i] + 1)
  return [ticks, lots]
}

function writeChanges(writer: ByteWriter, changes: BookChanges, until: UnixMs): void {
  const { events, t, end, side, ticks, lots } = changes
  writer.varint(events)
  if (events === 0) return
  const levels = end[events - 1]
  writer.varint(levels)
  writer.varint(until - t[0])
  const times = new Float64Array(events - 1)
  const bids = new Float64Array(events)
  const asks = new Float64Array(events)
  const firsts = [new Float64Array(events), new Float64Array(events)]
  const firstCount = [0, 0]
  const reference = [0, 0]
  const gaps = new Float64Array(levels)
  let gapCount = 0
  for (let i = 0, k = 0; i < events; i++) {
    if (i > 0) times[i - 1] = t[i] - t[i - 1]
    for (let last = -1; k < end[i]; last = side[k++]) {
      const own = side[k]
      if (own === BID) bids[i]++
      else asks[i]++
      if (own === last) {
        gaps[gapCount++] = Math.abs(ticks[k] - ticks[k - 1]) - 1
      } else {
        firsts[own][firstCount[own]++] = zigzag(ticks[k] - reference[own])
        reference[own] = ticks[k]
      }
    }
  }
  writeVarints(writer, times, 0, events - 1)
  writeVarints(writer, bids, 0, events)
  writeVarints(writer, asks, 0, events)
  writeVarints(writer, firsts[BID], 0, firstCount[BID])
  writeVarints(writer, firsts[ASK], 0, firstCount[ASK])
  writeVarints(writer, gaps, 0, gapCount)
  writeVarints(writer, lots, 0, levels)
}

function readChanges(reader: ByteReader, until: UnixMs): BookChanges {
  const events = reader.count(3)
  if (events === 0) return emptyChanges()
  const levels = reader.count(2)
  const t = new Float64Array(events)
  const firstT = until - reader.varint(2 * MAX_PACKED)
  readVarints(reader, t, 1, events, 2 * MAX_PACKED)
  t[0] = firstT
  for (let i = 1; i < events; i++) t[i] += t[i - 1]
  const counts = [new Float64Array(events), new Float64Array(events)]
  for (const column of counts) readVarints(reader, column, 0, events, levels)
  const { end, firstCounts } = readEnds(counts, levels)
  const firsts = counts.map((_, own) => {
    const column = new Float64Array(firstCounts[own])
    readVarints(reader, column, 0, column.length, 4 * MAX_PACKED)
    return column
  })
  const gaps = new Float64Array(levels - firstCounts[BID] - firstCounts[ASK])
  readVarints(reader, gaps, 0, gaps.length, 2 * MAX_PACKED)
  const lots = new Float64Array(levels)
  readVarints(reader, lots, 0, levels, Number.MAX_SAFE_INTEGER)
  return { events, t, end, lots, ...placeLevels(counts, firsts, gaps, levels) }
}

/** Ends of the events, and how many of them have bids and asks. */
function readEnds(counts: readonly Float64Array[], levels: number): { end: Uint32Array; firstCounts: number[] } {
  const end = new Uint32Array(counts[BID].length)
  const firstCounts = [0, 0]
  let at = 0
  for (let i = 0; i < end.length; i++) {
    at += counts[BID][i] + counts[ASK][i]
    if (at > levels) break
    end[i] = at
    for (const own of [BID, ASK]) if (counts[own][i] > 0) firstCounts[own]++
  }
  if (at !== levels) throw new OrderflowError('CORRUPT', `Events of ${at} levels announced ${levels}`)
  return { end, firstCounts }
}

/** Sides and prices of all levels. */
function placeLevels(
  counts: readonly Float64Array[],
  firsts: readonly Float64Array[],
  gaps: Float64Array,
  levels: number,
): { side: Uint8Array; ticks: Float64Array } {
  const side = new Uint8Array(levels)
  const ticks = new Float64Array(levels)
  const reference = [0, 0]
  const firstAt = [0, 0]
  let gapAt = 0
  let k = 0
  for (let i = 0; i < counts[BID].length; i++) {
    for (const own of [BID, ASK]) {
      const direction = own === BID ? -1 : 1
      const to = k + counts[own][i]
      for (let isFirst = true; k < to; k++, isFirst = false) {
        side[k] = own
        if (isFirst) {
          reference[own] += unzigzag(firsts[own][firstAt[own]++])
          ticks[k] = reference[own]
        } else {
          ticks[k] = ticks[k - 1] + direction * (gaps[gapAt++] + 1)
        }
      }
    }
  }
  return { side, ticks }
}

function emptyChanges(): BookChanges {
  return {
    events: 0,
    t: new Float64Array(0),
    end: new Uint32Array(0),
    side: new Uint8Array(0),
    ticks: new Float64Array(0),
    lots: new Float64Array(0),
  }
}
