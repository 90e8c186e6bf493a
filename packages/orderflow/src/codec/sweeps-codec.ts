import { OrderflowError } from '../errors.ts'
import type { SweepDigest } from '../tape/sweep-digest.ts'
import { SWEEP_MOST_PRINTS } from '../tape/sweeps.ts'
import type { Sweep } from '../tape/sweeps.ts'
import type { Trades } from '../trades/trades.ts'
import type { Lots } from '../units/lots.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readValues, UINT32_MAX, unzigzag, writeValues, zigzag } from './columns.ts'
import { KIND_SWEEPS, openContainer, sealContainer, startContainer } from './container.ts'
import { readTrades, writeTrades } from './trades-body.ts'

const MINUTE = 60_000
/** More trades at the edges than this: the digest would repeat the run instead of replacing it. */
const MAX_EDGE_TRADES = 4 * SWEEP_MOST_PRINTS
const MAX_TICKS = 2 ** 33

/**
 * A digest as one packed message (docs/decisions/packed-format.md).
 *
 * Input   of a run in canonical order; `textIds`: its ids are texts.
 * Output  about 20 bytes a kept sweep; null for the few that do not fit: quantities, sizes or fills beyond plain numbers,
 *         or a run that is one long sweep.
 */
export function encodeSweeps(digest: SweepDigest, textIds: boolean): Uint8Array<ArrayBuffer> | null {
  const { head, tail, minutes, sweeps, floor } = digest
  if (head.length + tail.length > MAX_EDGE_TRADES || !isPlain(floor)) return null
  for (const sweep of sweeps) if (!isPlain(sweep.lots) || !isPlain(sweep.notional) || sweep.fills > UINT32_MAX) return null
  const writer = startContainer(256 + 64 * minutes.length + 8 * (head.length + tail.length) + 32 * sweeps.length)
  writeTrades(writer, { ...head, seq: null })
  writeTrades(writer, { ...tail, seq: null })
  writer.varint(floor as number)
  writeCounted(writer, minutes.length, (i) => (i === 0 ? zigzag(minutes[0].t / MINUTE) : (minutes[i].t - minutes[i - 1].t) / MINUTE))
  writeCounted(writer, minutes.length, (i) => minutes[i].count)
  writeTrades(writer, firstTrades(sweeps, textIds))
  const column = (value: (sweep: Sweep) => number): void => writeCounted(writer, sweeps.length, (i) => value(sweeps[i]))
  column((sweep) => sweep.lastTs - sweep.firstTs)
  column((sweep) => zigzag(sweep.last - sweep.first))
  column((sweep) => sweep.first - sweep.low)
  column((sweep) => sweep.high - sweep.first)
  column((sweep) => sweep.prints - 1)
  column((sweep) => Math.abs(sweep.notional as number))
  column((sweep) => (sweep.notional < 0 ? 1 : 0))
  return sealContainer(writer, KIND_SWEEPS)
}

/**
 * The digest of a message made by `encodeSweeps`.
 *
 * Throws  as `decodeTrades`.
 */
export function decodeSweeps(bytes: Uint8Array): SweepDigest {
  const reader = openContainer(bytes, KIND_SWEEPS)
  const head = readTrades(reader)
  const tail = readTrades(reader)
  const floor = reader.varint()
  const times = readCounted(reader, 2 ** 33)
  const counts = readCounted(reader, UINT32_MAX)
  if (times.length !== counts.length) throw new OrderflowError('CORRUPT', 'Minutes and counts differ in number')
  const minutes: { t: number; count: number }[] = []
  let minute = 0
  for (let i = 0; i < times.length; i++) {
    minute = i === 0 ? unzigzag(times[0]) : minute + times[i]
    minutes.push({ t: minute * MINUTE, count: counts[i] })
  }
  const sweeps = readSweeps(reader)
  reader.finish()
  return { head, tail, minutes, sweeps, floor }
}

function readSweeps(reader: ByteReader): Sweep[] {
  const { length, ts, price, qty, buy, fills, id, textId } = readTrades(reader)
  const column = (max = Number.MAX_SAFE_INTEGER): Float64Array => {
    const values = readCounted(reader, max)
    if (values.length !== length) throw new OrderflowError('CORRUPT', 'The columns of sweeps differ in length')
    return values
  }
  const lasting = column()
  const moved = column(MAX_TICKS)
  const below = column(MAX_TICKS)
  const above = column(MAX_TICKS)
  const prints = column(SWEEP_MOST_PRINTS - 1)
  const sizes = column()
  const negative = column(1)
  const sweeps: Sweep[] = []
  for (let i = 0; i < length; i++) {
    const first = price[i]
    sweeps.push({
      id: textId === null ? String(id[i]) : textId[i], buy: buy[i] === 1, firstTs: ts[i], lastTs: ts[i] + lasting[i],
      first, last: first + unzigzag(moved[i]), low: first - below[i], high: first + above[i],
      lots: qty[i], notional: negative[i] === 1 ? -sizes[i] : sizes[i], prints: prints[i] + 1, fills: fills[i],
    })
  }
  return sweeps
}

/** Time, price and id of the first trade of each sweep, its lots and its fills. */
function firstTrades(sweeps: readonly Sweep[], textIds: boolean): Trades {
  return {
    length: sweeps.length,
    ts: Float64Array.from(sweeps, (sweep) => sweep.firstTs),
    price: Int32Array.from(sweeps, (sweep) => sweep.first),
    qty: Float64Array.from(sweeps, (sweep) => sweep.lots as number),
    buy: Uint8Array.from(sweeps, (sweep) => (sweep.buy ? 1 : 0)),
    fills: Uint32Array.from(sweeps, (sweep) => sweep.fills),
    id: textIds ? new Float64Array(sweeps.length) : Float64Array.from(sweeps, (sweep) => Number(sweep.id)),
    textId: textIds ? sweeps.map((sweep) => sweep.id) : null,
    seq: null,
  }
}

const isPlain = (value: Lots): boolean => typeof value === 'number' && Number.isSafeInteger(value)

function writeCounted(writer: ByteWriter, length: number, value: (i: number) => number): void {
  const values = new Float64Array(length)
  for (let i = 0; i < length; i++) values[i] = value(i)
  writer.varint(length)
  writeValues(writer, values, 0, length)
}

function readCounted(reader: ByteReader, max: number): Float64Array {
  const values = new Float64Array(reader.count(0))
  readValues(reader, values, 0, values.length, max)
  return values
}
