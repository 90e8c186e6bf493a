import { SWEEP_MAX_TRADES } from '../tape/sweeps.ts'
import type { Sweep, SweepDigest } from '../tape/sweeps.ts'
import { decodeUtf8, encodeUtf8 } from './bytes.ts'
import type { ByteReader, ByteWriter } from './bytes.ts'
import { readValues, UINT32_MAX, unzigzag, writeValues, zigzag } from './integer-blocks.ts'
import { KIND_SWEEPS, openContainer, sealContainer, startContainer } from './container.ts'
import { readTrades, writeTrades } from './trades-codec.ts'
import { MINUTE_MS } from '../time.ts'
import { OrderflowError } from '../errors.ts'
import type { Trades } from '../trades/trades.ts'
import { toLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import { writeBytes } from './text-ids.ts'

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

const MAX_TICKS = 2 ** 33
const PLAIN = 0
const TEXTS = 1

/** Encodes sweeps as columns, without header and checksum. Sums of any size are exact. */
export function writeSweeps(writer: ByteWriter, sweeps: readonly Sweep[]): void {
  writeTrades(writer, firstTrades(sweeps))
  const column = (value: (sweep: Sweep) => number): void => writeCounted(writer, sweeps.length, (i) => value(sweeps[i]))
  column((sweep) => sweep.lastTs - sweep.firstTs)
  column((sweep) => zigzag(sweep.last - sweep.first))
  column((sweep) => sweep.first - sweep.low)
  column((sweep) => sweep.high - sweep.first)
  column((sweep) => sweep.trades - 1)
  column((sweep) => sweep.fills)
  writeLots(
    writer,
    sweeps.map((sweep) => sweep.lots),
  )
  writeLots(
    writer,
    sweeps.map((sweep) => sweep.notional),
  )
}

interface SweepColumns extends Pick<Trades, 'ts' | 'price' | 'buy' | 'id' | 'textId'> {
  readonly lasting: Float64Array
  readonly moved: Float64Array
  readonly below: Float64Array
  readonly above: Float64Array
  readonly trades: Float64Array
  readonly fills: Float64Array
  readonly lots: readonly Lots[]
  readonly notional: readonly Lots[]
}

/** A view of one sweep in its columns: most readers only need time and size. */
class SweepView implements Sweep {
  readonly #columns: SweepColumns
  readonly #at: number

  constructor(columns: SweepColumns, at: number) {
    this.#columns = columns
    this.#at = at
  }

  get id(): string {
    const { id, textId } = this.#columns
    return textId === null ? String(id[this.#at]) : textId[this.#at]
  }

  get buy(): boolean {
    return this.#columns.buy[this.#at] === 1
  }

  get firstTs(): number {
    return this.#columns.ts[this.#at]
  }

  get lastTs(): number {
    return this.#columns.ts[this.#at] + this.#columns.lasting[this.#at]
  }

  get first(): number {
    return this.#columns.price[this.#at]
  }

  get last(): number {
    return this.first + unzigzag(this.#columns.moved[this.#at])
  }

  get low(): number {
    return this.first - this.#columns.below[this.#at]
  }

  get high(): number {
    return this.first + this.#columns.above[this.#at]
  }

  get lots(): Lots {
    return this.#columns.lots[this.#at]
  }

  get notional(): Lots {
    return this.#columns.notional[this.#at]
  }

  get trades(): number {
    return this.#columns.trades[this.#at] + 1
  }

  get fills(): number {
    return this.#columns.fills[this.#at]
  }
}

/** Reads what `writeSweeps` wrote. Throws CORRUPT or OVERSIZED. The sweeps are views; use `plainSweep` to copy one. */
export function readSweeps(reader: ByteReader): Sweep[] {
  const { length, ts, price, buy, id, textId } = readTrades(reader)
  const column = (max = Number.MAX_SAFE_INTEGER): Float64Array => sameLength(readCounted(reader, max), length)
  const lasting = column()
  const moved = column(MAX_TICKS)
  const below = column(MAX_TICKS)
  const above = column(MAX_TICKS)
  const trades = column(SWEEP_MAX_TRADES - 1)
  const fills = column()
  const lots = sameLength(readLots(reader), length)
  const notional = sameLength(readLots(reader), length)
  const columns: SweepColumns = {
    ts,
    price,
    buy,
    id,
    textId,
    lasting,
    moved,
    below,
    above,
    trades,
    fills,
    lots,
    notional,
  }
  const sweeps: Sweep[] = []
  for (let i = 0; i < length; i++) sweeps.push(new SweepView(columns, i))
  return sweeps
}

/** Integers of any size and sign. */
export function writeLots(writer: ByteWriter, values: readonly Lots[]): void {
  const isPlain = values.every((value) => typeof value === 'number' && Number.isSafeInteger(value))
  writer.byte(isPlain ? PLAIN : TEXTS)
  if (!isPlain) {
    writeBytes(writer, encodeUtf8(values.join(',')))
    return
  }
  writeCounted(writer, values.length, (i) => Math.abs(values[i] as number))
  writeCounted(writer, values.length, (i) => (values[i] < 0 ? 1 : 0))
}

export function readLots(reader: ByteReader): Lots[] {
  const mode = reader.byte()
  if (mode === TEXTS) {
    const section = reader.section()
    const texts = decodeUtf8(section.bytes, section.pos, section.end).split(',')
    if (!texts.every((text) => /^-?\d{1,100}$/.test(text)))
      throw new OrderflowError('CORRUPT', 'A sum is not a whole number')
    return texts.map((text) => toLots(BigInt(text)))
  }
  if (mode !== PLAIN) throw new OrderflowError('CORRUPT', 'Unknown mode of sums')
  const sizes = readCounted(reader, Number.MAX_SAFE_INTEGER)
  const negative = sameLength(readCounted(reader, 1), sizes.length)
  const values: number[] = []
  for (let i = 0; i < sizes.length; i++) values.push(negative[i] === 1 ? 0 - sizes[i] : sizes[i])
  return values
}

export function writeCounted(writer: ByteWriter, length: number, value: (i: number) => number): void {
  const values = new Float64Array(length)
  for (let i = 0; i < length; i++) values[i] = value(i)
  writer.varint(length)
  writeValues(writer, values, 0, length)
}

export function readCounted(reader: ByteReader, max: number): Float64Array {
  const values = new Float64Array(reader.count(0))
  readValues(reader, values, 0, values.length, max)
  return values
}

export function sameLength<T extends { readonly length: number }>(values: T, length: number): T {
  if (values.length !== length) throw new OrderflowError('CORRUPT', 'Columns differ in length')
  return values
}

/** Time, price, side and id of the first trade of each sweep. */
function firstTrades(sweeps: readonly Sweep[]): Trades {
  const { length } = sweeps
  const [ts, id, price] = [new Float64Array(length), new Float64Array(length), new Int32Array(length)]
  const buy = new Uint8Array(length)
  let isNumbered = true
  for (let i = 0; i < length; i++) {
    const sweep = sweeps[i]
    ts[i] = sweep.firstTs
    price[i] = sweep.first
    buy[i] = sweep.buy ? 1 : 0
    id[i] = Number(sweep.id)
    isNumbered &&= id[i] >= 0 && Number.isSafeInteger(id[i]) && String(id[i]) === sweep.id
  }
  return {
    length,
    ts,
    price,
    buy,
    qty: new Float64Array(length).fill(1),
    fills: new Uint32Array(length).fill(1),
    id: isNumbered ? id : new Float64Array(length),
    textId: isNumbered ? null : sweeps.map((sweep) => sweep.id),
    seq: null,
  }
}
