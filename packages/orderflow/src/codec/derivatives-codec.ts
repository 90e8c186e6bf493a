import type { LiquidationCover, Liquidations, MarketStats } from '../derivatives/derivatives.ts'
import { OrderflowError } from '../errors.ts'
import { MINUTE_MS } from '../time.ts'
import { decodeUtf8, encodeUtf8 } from './bytes.ts'
import type { ByteReader, ByteWriter, DecodeLimits } from './bytes.ts'
import { KIND_LIQUIDATIONS, KIND_MARKET_STATS, openContainer, sealContainer, startContainer } from './container.ts'
import { readValues, unzigzag, zigzag } from './integer-blocks.ts'
import { sameLength, writeCounted } from './sweeps-codec.ts'
import { writeBytes } from './text-ids.ts'

const MAX = Number.MAX_SAFE_INTEGER
/** Times within +-2^49 ms, so that differences are exact. */
const MAX_TIME = 2 ** 50

/** The packed `/liquidations`; `meta`: UTF-8 JSON inside the message. */
interface PackedLiquidations<Meta> {
  readonly meta: Meta
  readonly coverage: readonly LiquidationCover[]
  readonly list: Liquidations
}

/**
 * Encodes liquidations with their coverage as one packed message.
 *
 * Input   whole numbers: prices and lots from 0 to 2^53 - 1, seq below 2^51; covers in order and apart.
 * Throws  QUANTITY_RANGE for other numbers.
 */
export function encodeLiquidations<Meta>({ meta, coverage, list }: PackedLiquidations<Meta>): Uint8Array<ArrayBuffer> {
  const { length, seq, ts, price, lots, isLong } = list
  const writer = startContainer(1024 + 12 * coverage.length + 16 * length)
  writeBytes(writer, encodeUtf8(JSON.stringify(meta)))
  writeCounted(writer, coverage.length, (i) => zigzag(coverage[i].from - (i === 0 ? 0 : coverage[i - 1].to)))
  writeCounted(writer, coverage.length, (i) => coverage[i].to - coverage[i].from)
  writeCounted(writer, coverage.length, (i) => (coverage[i].isComplete ? 1 : 0))
  writeDifferences(writer, ts.subarray(0, length))
  writeDifferences(writer, seq.subarray(0, length))
  writeCounted(writer, length, (i) => price[i])
  writeCounted(writer, length, (i) => lots[i])
  writeCounted(writer, length, (i) => isLong[i])
  return sealContainer(writer, KIND_LIQUIDATIONS)
}

/**
 * Decodes a message made by `encodeLiquidations`. `meta` is parsed as JSON but its shape is not validated.
 *
 * Throws  OrderflowError FOREIGN, VERSION, TRUNCATED, OVERSIZED or CORRUPT.
 */
export function decodeLiquidations<Meta>(bytes: Uint8Array, limits?: DecodeLimits): PackedLiquidations<Meta> {
  const reader = openContainer(bytes, KIND_LIQUIDATIONS, limits)
  const meta = readMeta<Meta>(reader)
  const starts = readNumbers(reader, MAX_TIME)
  const spans = sameLength(readNumbers(reader, MAX_TIME), starts.length)
  const complete = sameLength(readNumbers(reader, 1), starts.length)
  const coverage: LiquidationCover[] = []
  for (let i = 0; i < starts.length; i++) {
    const from = (coverage.at(-1)?.to ?? 0) + unzigzag(starts[i])
    coverage.push({ from: checked(from), to: checked(from + spans[i]), isComplete: complete[i] === 1 })
  }
  const ts = readDifferences(reader)
  const { length } = ts
  const seq = sameLength(readDifferences(reader), length)
  const price = sameLength(readNumbers(reader, MAX), length)
  const lots = sameLength(readNumbers(reader, MAX), length)
  const isLong = Uint8Array.from(sameLength(readNumbers(reader, 1), length))
  reader.finish()
  return { meta, coverage, list: { length, seq, ts, price, lots, isLong } }
}

/** The packed `/open_interest` and `/funding`; `meta`: UTF-8 JSON inside the message. */
interface PackedMarketStats<Meta> {
  readonly meta: Meta
  readonly stats: MarketStats
}

/**
 * Encodes statistics as one packed message: every double keeps its bits.
 *
 * Input   starts of minutes; NaN: unknown; other values are finite.
 * Throws  QUANTITY_RANGE for times that are not whole.
 */
export function encodeMarketStats<Meta>({ meta, stats }: PackedMarketStats<Meta>): Uint8Array<ArrayBuffer> {
  const { length, t, nextFundingMs } = stats
  const writer = startContainer(1024 + 44 * length)
  writeBytes(writer, encodeUtf8(JSON.stringify(meta)))
  writeDifferences(
    writer,
    t.subarray(0, length).map((start) => start / MINUTE_MS),
  )
  // 0: unknown.
  writeCounted(writer, length, (i) => (Number.isNaN(nextFundingMs[i]) ? 0 : nextFundingMs[i] + 1))
  for (const name of DOUBLES) writeDoubles(writer, stats[name], length)
  return sealContainer(writer, KIND_MARKET_STATS)
}

/**
 * Decodes a message made by `encodeMarketStats`. `meta` is parsed as JSON but its shape is not validated.
 *
 * Throws  OrderflowError FOREIGN, VERSION, TRUNCATED, OVERSIZED or CORRUPT.
 */
export function decodeMarketStats<Meta>(bytes: Uint8Array, limits?: DecodeLimits): PackedMarketStats<Meta> {
  const reader = openContainer(bytes, KIND_MARKET_STATS, limits)
  const meta = readMeta<Meta>(reader)
  const t = readDifferences(reader).map((minute) => checked(minute * MINUTE_MS))
  const { length } = t
  const nextFundingMs = sameLength(readNumbers(reader, MAX_TIME), length).map((code) => (code === 0 ? NaN : code - 1))
  const [openInterest, fundingRate, markPrice, indexPrice] = DOUBLES.map(() => readDoubles(reader, length))
  reader.finish()
  return { meta, stats: { length, t, openInterest, fundingRate, nextFundingMs, markPrice, indexPrice } }
}

/** Columns of doubles, in the order of the message. */
const DOUBLES = ['openInterest', 'fundingRate', 'markPrice', 'indexPrice'] as const

/** Whole numbers of any sign as differences from the one before. */
function writeDifferences(writer: ByteWriter, values: Float64Array): void {
  writeCounted(writer, values.length, (i) => zigzag(values[i] - (i === 0 ? 0 : values[i - 1])))
}

function readDifferences(reader: ByteReader): Float64Array {
  const codes = readNumbers(reader, MAX)
  let value = 0
  return codes.map((code) => (value = checked(value + unzigzag(code))))
}

/** A column of whole numbers: each takes at least the two bits of its tag. */
function readNumbers(reader: ByteReader, max: number): Float64Array {
  const values = new Float64Array(reader.count(1 / 4))
  readValues(reader, values, 0, values.length, max)
  return values
}

function checked(value: number): number {
  if (Number.isSafeInteger(value)) return value
  throw new OrderflowError('CORRUPT', `${value} is beyond all times and positions`)
}

function writeDoubles(writer: ByteWriter, values: Float64Array, length: number): void {
  writer.reserve(8 * length)
  for (let i = 0; i < length; i++) {
    writer.view.setFloat64(writer.length, values[i], true)
    writer.length += 8
  }
}

function readDoubles(reader: ByteReader, length: number): Float64Array {
  reader.demand(8 * length)
  const values = new Float64Array(length)
  for (let i = 0; i < length; i++) {
    values[i] = reader.view.getFloat64(reader.pos, true)
    reader.pos += 8
    if (Math.abs(values[i]) === Infinity) throw new OrderflowError('CORRUPT', 'A value is infinite')
  }
  return values
}

function readMeta<Meta>(reader: ByteReader): Meta {
  const text = reader.section()
  try {
    return JSON.parse(decodeUtf8(text.bytes, text.pos, text.end)) as Meta
  } catch (error) {
    if (error instanceof OrderflowError) throw error
    throw new OrderflowError('CORRUPT', 'The meta is not JSON')
  }
}
