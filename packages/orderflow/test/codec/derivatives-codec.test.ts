import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeLiquidations,
  decodeMarketStats,
  encodeLiquidations,
  encodeMarketStats,
  MINUTE_MS,
  OrderflowError,
} from '@flowprint/orderflow'
import type { Liquidations, LiquidationCover, MarketStats, OrderflowErrorCode } from '@flowprint/orderflow'
import { xxhash32 } from '../../src/codec/container.ts'

const time = fc.integer({ min: 0, max: 2 ** 48 })
const quantity = fc.oneof(fc.nat(100_000), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }))
const row = fc.record({
  seq: fc.integer({ min: 1, max: 2 ** 50 - 1 }),
  ts: time,
  price: quantity,
  lots: quantity,
  isLong: fc.boolean(),
})
const columns = (rows: readonly (typeof row extends fc.Arbitrary<infer Row> ? Row : never)[]): Liquidations => ({
  length: rows.length,
  seq: Float64Array.from(rows, ({ seq }) => seq),
  ts: Float64Array.from(rows, ({ ts }) => ts),
  price: Float64Array.from(rows, ({ price }) => price),
  lots: Float64Array.from(rows, ({ lots }) => lots),
  isLong: Uint8Array.from(rows, ({ isLong }) => Number(isLong)),
})
const liquidations = fc.array(row, { maxLength: 60 }).map(columns)
const coverage = fc
  .array(fc.tuple(fc.nat(2 ** 30), fc.integer({ min: 1, max: 2 ** 30 }), fc.boolean()), { maxLength: 20 })
  .map((drawn) => {
    const covers: LiquidationCover[] = []
    for (const [gap, span, isComplete] of drawn) {
      const from = (covers.at(-1)?.to ?? 1_700_000_000_000) + gap
      covers.push({ from, to: from + span, isComplete })
    }
    return covers
  })
const known = fc.oneof(fc.constant(Number.NaN), fc.double({ noNaN: true, noDefaultInfinity: true }))
const stats = fc
  .array(fc.tuple(fc.nat(2 ** 24), known, known, fc.oneof(fc.constant(Number.NaN), time), known, known), {
    maxLength: 60,
  })
  .map((rows): MarketStats => {
    let minute = 0
    return {
      length: rows.length,
      t: Float64Array.from(rows, ([gap]) => (minute += gap) * MINUTE_MS),
      openInterest: Float64Array.from(rows, (values) => values[1]),
      fundingRate: Float64Array.from(rows, (values) => values[2]),
      nextFundingMs: Float64Array.from(rows, (values) => values[3]),
      markPrice: Float64Array.from(rows, (values) => values[4]),
      indexPrice: Float64Array.from(rows, (values) => values[5]),
    }
  })

function codeOf(run: () => unknown): OrderflowErrorCode | 'no error' {
  try {
    run()
    return 'no error'
  } catch (error) {
    if (error instanceof OrderflowError) return error.code
    throw error
  }
}

/** A message whose checksum is right again after its bytes were changed. */
function forge(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  view.setUint32(8, bytes.length - 16, true)
  view.setUint32(12, (xxhash32(bytes, 16, bytes.length) ^ bytes[5]) >>> 0, true)
  return bytes
}

describe('packed liquidations', () => {
  it('round trip any rows, coverage and meta', () => {
    fc.assert(
      fc.property(liquidations, coverage, fc.string(), (list, covers, text) => {
        const packed = { meta: { text }, coverage: covers, list }
        expect(decodeLiquidations(encodeLiquidations(packed))).toEqual(packed)
      }),
    )
  })

  it('refuses numbers that are not whole', () => {
    const list = columns([{ seq: 1, ts: 1, price: 1.5, lots: 1, isLong: true }])
    expect(codeOf(() => encodeLiquidations({ meta: {}, coverage: [], list }))).toBe('QUANTITY_RANGE')
  })
})

describe('packed statistics', () => {
  it('round trip any values, bit by bit', () => {
    fc.assert(
      fc.property(stats, (drawn) => {
        const packed = { meta: { interval_ms: 60_000 }, stats: drawn }
        const decoded = decodeMarketStats(encodeMarketStats(packed))
        expect(decoded).toEqual(packed)
        expect(decoded.stats.openInterest.every((value, i) => Object.is(value, drawn.openInterest[i]))).toBe(true)
      }),
    )
  })

  it('refuses infinite values', () => {
    const one = (openInterest: number): MarketStats => ({
      length: 1,
      t: Float64Array.of(0),
      openInterest: Float64Array.of(openInterest),
      fundingRate: Float64Array.of(0),
      nextFundingMs: Float64Array.of(0),
      markPrice: Float64Array.of(0),
      indexPrice: Float64Array.of(0),
    })
    const bytes = encodeMarketStats({ meta: {}, stats: one(Number.POSITIVE_INFINITY) })
    expect(codeOf(() => decodeMarketStats(bytes))).toBe('CORRUPT')
  })
})

describe('hostile bytes', () => {
  const messages = fc.oneof(
    fc.tuple(liquidations, coverage).map(([list, covers]) => ({
      bytes: encodeLiquidations({ meta: {}, coverage: covers, list }),
      decode: decodeLiquidations as (bytes: Uint8Array, limits?: object) => unknown,
    })),
    stats.map((drawn) => ({
      bytes: encodeMarketStats({ meta: {}, stats: drawn }),
      decode: decodeMarketStats as (bytes: Uint8Array, limits?: object) => unknown,
    })),
  )

  it('with changed bytes and a right checksum are decoded or refused, never more than was announced', () => {
    fc.assert(
      fc.property(
        messages,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1 }),
        ({ bytes, decode }, changes) => {
          for (const [at, byte] of changes) bytes[16 + (at % (bytes.length - 16))] = byte
          expect(['no error', 'CORRUPT', 'OVERSIZED']).toContain(codeOf(() => decode(forge(bytes))))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('cut off, or with a wrong checksum, are refused', () => {
    fc.assert(
      fc.property(messages, fc.nat(), fc.integer({ min: 1, max: 255 }), ({ bytes, decode }, at, flip) => {
        expect(codeOf(() => decode(bytes.subarray(0, at % bytes.length)))).not.toBe('no error')
        bytes[12 + (at % (bytes.length - 12))] ^= flip
        expect(codeOf(() => decode(bytes))).toBe('CORRUPT')
      }),
    )
  })

  it('with more rows than allowed are refused before anything is allocated', () => {
    const list = columns(Array.from({ length: 20 }, (_, i) => ({ seq: i + 1, ts: i, price: 1, lots: 1, isLong: true })))
    const bytes = encodeLiquidations({ meta: {}, coverage: [], list })
    expect(codeOf(() => decodeLiquidations(bytes, { maxRows: 19 }))).toBe('OVERSIZED')
    expect(codeOf(() => decodeLiquidations(bytes, { maxBytes: 40 }))).toBe('OVERSIZED')
    expect(codeOf(() => decodeMarketStats(bytes))).toBe('CORRUPT')
  })
})
