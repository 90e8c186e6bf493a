import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aggregateTrades,
  decodeAnswer,
  decodeBars,
  decodeFrame,
  decodeMany,
  decodeTrades,
  encodeAnswer,
  encodeBars,
  encodeFrame,
  encodeTrades,
  OrderflowError,
  regroupBars,
  TradeBuilder,
} from '@flowprint/orderflow'
import type { OrderflowErrorCode, Trades, BarOverflow } from '@flowprint/orderflow'
import { xxhash32 } from '../../src/codec/xxhash32.ts'
import { makeTrades } from '../support/make-trades.ts'
import { extremeBar } from './codec-arbitraries.ts'

function sample(count: number, text = false): Trades {
  const builder = new TradeBuilder()
  for (let i = 0; i < count; i++) {
    builder.push(
      1_750_507_200_000 + i * 1777,
      8300 + ((i * 7) % 23),
      1 + ((i * 997) % 70_000),
      i % 3 > 0,
      1 + (i % 2),
      10 + 2 * i,
      text ? `t${i}` : undefined,
    )
  }
  return builder.build()
}

const trades = sample(60)
const bars = aggregateTrades(sample(200), { cycleMs: 60_000, step: 5 })
/** An overflowing bar between two that are not, in ten-tick rows. */
const overflowingBars = aggregateTrades(
  makeTrades([
    [0, 1, 5, 'B'],
    [60_000, 3, 2 ** 53 - 1, 'S'],
    [60_001, 25, 2 ** 53 - 7, 'B'],
    [60_002, 9, 2 ** 52 + 3, 'S'],
    [120_000, 2, 8, 'B'],
  ]),
  { cycleMs: 60_000, step: 10 },
)
const messages: Record<string, { bytes: Uint8Array; decode: (bytes: Uint8Array) => unknown }> = {
  trades: { bytes: encodeTrades(trades), decode: (bytes) => decodeTrades(bytes) },
  'trades with text ids': { bytes: encodeTrades(sample(30, true)), decode: (bytes) => decodeTrades(bytes) },
  bars: { bytes: encodeBars(bars), decode: (bytes) => decodeBars(bytes) },
  'overflowing bars': { bytes: encodeBars(overflowingBars), decode: (bytes) => decodeBars(bytes) },
  answer: {
    bytes: encodeAnswer({ meta: { symbol: 'X:Y' }, bars, open: bars, tail: trades }),
    decode: (bytes) => decodeAnswer(bytes),
  },
  frame: {
    bytes: encodeFrame({
      symbol: 'X:Y',
      tape: 't',
      instrumentVersion: 1,
      firstSeq: 1,
      lastSeq: 60,
      watermark: 5,
      trades,
    }),
    decode: (bytes) => decodeFrame(bytes),
  },
}
const kinds = Object.entries(messages)

function codeOf(run: () => unknown): OrderflowErrorCode | 'no error' {
  try {
    run()
    return 'no error'
  } catch (error) {
    if (error instanceof OrderflowError) return error.code
    throw error
  }
}

const zeros = (count: number): Uint8Array => new Uint8Array(count)

/** A message whose header and checksum are right again after its bytes were changed. */
function forge(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  view.setUint32(8, bytes.length - 16, true)
  view.setUint32(12, (xxhash32(bytes, 16, bytes.length) ^ bytes[5]) >>> 0, true)
  return bytes
}

describe('rejects damaged messages with a typed error', () => {
  it.each(kinds)('%s: truncated at every length', (_name, { bytes, decode }) => {
    for (let length = 0; length < bytes.length; length++) {
      expect(codeOf(() => decode(bytes.slice(0, length)))).toBe('TRUNCATED')
    }
  })

  it.each(kinds)('%s: with any single bit flipped', (_name, { bytes, decode }) => {
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const damaged = bytes.slice()
      damaged[bit >> 3] ^= 1 << (bit & 7)
      expect(codeOf(() => decode(damaged))).not.toBe('no error')
    }
  })

  it.each(kinds)('%s: with trailing bytes', (_name, { bytes, decode }) => {
    expect(codeOf(() => decode(Uint8Array.of(...bytes, 0)))).toBe('CORRUPT')
  })

  it.each(kinds)('%s: of another format, version or kind', (_name, { bytes, decode }) => {
    const change = (at: number, value: number) => bytes.map((byte, i) => (i === at ? value : byte))
    expect(codeOf(() => decode(change(0, 0x50)))).toBe('FOREIGN')
    expect(codeOf(() => decode(change(4, 2)))).toBe('VERSION')
    expect(codeOf(() => decode(change(5, (bytes[5] % 4) + 1)))).toBe('CORRUPT')
  })

  it('empty input and random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        for (const [, { decode }] of kinds) expect(codeOf(() => decode(bytes))).not.toBe('no error')
      }),
    )
  })
})

describe('forged messages with a valid checksum throw nothing but typed errors', () => {
  it.each(kinds)('%s: with some bytes replaced', (_name, { bytes, decode }) => {
    const change = fc.tuple(
      fc.integer({ min: 16, max: bytes.length - 1 }),
      fc.oneof(fc.nat(255), fc.constantFrom(0, 127, 128, 255)),
    )
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const forged = bytes.slice()
        for (const [at, value] of changes) forged[at] = value
        codeOf(() => decode(forge(forged)))
      }),
      { numRuns: 3000 },
    )
  })

  it.each(kinds)('%s: truncated or padded', (_name, { bytes, decode }) => {
    fc.assert(
      fc.property(fc.integer({ min: 16, max: bytes.length }), fc.uint8Array({ maxLength: 40 }), (length, more) => {
        codeOf(() => decode(forge(Uint8Array.of(...bytes.slice(0, length), ...more))))
      }),
      { numRuns: 1000 },
    )
  })

  it.each(kinds)('%s: with a random body', (_name, { bytes, decode }) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (body) => {
        codeOf(() => decode(forge(Uint8Array.of(...bytes.slice(0, 16), ...body))))
      }),
      { numRuns: 3000 },
    )
  })

  it.each(['bars', 'overflowing bars'])('%s: forged messages that decode are consistent', (name) => {
    const { bytes } = messages[name]
    const change = fc.tuple(fc.integer({ min: 16, max: bytes.length - 9 }), fc.nat(255))
    fc.assert(
      fc.property(change, ([at, value]) => {
        const forged = bytes.slice()
        forged[at] = value
        let read
        try {
          read = decodeBars(forge(forged))
        } catch {
          return
        }
        // Whatever passes the reader can be packed again: rows ascend, sums agree, all
        // values are safe integers or have the remainders that belong to them.
        expect(decodeBars(encodeBars(read))).toEqual(read)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('checks counts and lengths before allocating', () => {
  const huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f]

  it('more trades than bytes', () => {
    expect(
      codeOf(() => decodeTrades(forge(Uint8Array.of(...messages['trades'].bytes.slice(0, 16), ...huge, ...zeros(16))))),
    ).toBe('OVERSIZED')
    expect(
      codeOf(() =>
        decodeTrades(forge(Uint8Array.of(...messages['trades'].bytes.slice(0, 16), 0xff, 0x01, ...zeros(16)))),
      ),
    ).toBe('OVERSIZED')
  })

  it('more bars, more cells than bytes', () => {
    const head = messages['bars'].bytes.slice(0, 16)
    expect(codeOf(() => decodeBars(forge(Uint8Array.of(...head, 1, 1, ...huge, 1, ...zeros(30)))))).toBe('OVERSIZED')
    expect(codeOf(() => decodeBars(forge(Uint8Array.of(...head, 1, 1, 1, ...huge, ...zeros(30)))))).toBe('OVERSIZED')
  })

  it('a length in the header beyond maxBytes, even when the bytes are missing', () => {
    const bytes = messages['trades'].bytes.slice()
    new DataView(bytes.buffer).setUint32(8, 0xffffffff, true)
    expect(codeOf(() => decodeTrades(bytes))).toBe('OVERSIZED')
  })

  it('limits given by the caller', () => {
    const { bytes } = messages['trades']
    expect(codeOf(() => decodeTrades(bytes, { maxBytes: bytes.length - 1 }))).toBe('OVERSIZED')
    expect(codeOf(() => decodeTrades(bytes, { maxBytes: bytes.length, maxRows: 60 }))).toBe('no error')
    expect(codeOf(() => decodeTrades(bytes, { maxRows: 59 }))).toBe('OVERSIZED')
    expect(codeOf(() => decodeBars(encodeBars(bars), { maxRows: bars.row.length - 1 }))).toBe('OVERSIZED')
    const half = bars.length >> 1
    const halves = [encodeBars(bars, 0, half), encodeBars(bars, half)]
    expect(codeOf(() => decodeMany(halves, { maxRows: bars.row.length - 1 }))).toBe('OVERSIZED')
    expect(codeOf(() => decodeMany(halves, { maxRows: bars.row.length }))).toBe('no error')
  })
})

describe('decodeMany', () => {
  it('rejects different cycles or steps, unordered blocks, and no block', () => {
    const other = aggregateTrades(sample(200), { cycleMs: 60_000, step: 1 })
    expect(codeOf(() => decodeMany([encodeBars(bars, 0, 1), encodeBars(other, 1, 2)]))).toBe('CORRUPT')
    expect(codeOf(() => decodeMany([encodeBars(bars, 1, 2), encodeBars(bars, 0, 1)]))).toBe('CORRUPT')
    expect(
      codeOf(() =>
        decodeMany([
          encodeBars(overflowingBars, 0, 1),
          encodeBars(regroupBars(bars, 10), 1, 2),
          encodeBars(overflowingBars, 1),
        ]),
      ),
    ).toBe('CORRUPT')
    expect(codeOf(() => decodeMany([]))).toBe('TRUNCATED')
  })
})

describe('refuses to pack values out of range', () => {
  it.each<[string, Partial<Trades>]>([
    ['a fraction of a ms', { ts: Float64Array.of(0.5) }],
    ['a time far away', { ts: Float64Array.of(2 ** 50) }],
    ['no quantity', { qty: Float64Array.of(0) }],
    ['a fraction of a lot', { qty: Float64Array.of(1.5) }],
    ['a quantity beyond 2^53', { qty: Float64Array.of(2 ** 54) }],
    ['NaN', { qty: Float64Array.of(Number.NaN) }],
    ['no fill', { fills: Uint32Array.of(0) }],
    ['a negative id', { id: Float64Array.of(-1) }],
    ['a negative seq', { seq: Float64Array.of(-1) }],
  ])('trades with %s', (_name, column) => {
    expect(codeOf(() => encodeTrades({ ...sample(1), ...column }))).toBe('QUANTITY_RANGE')
  })

  it.each<[string, Partial<typeof bars>]>([
    ['sums that are not those of the cells', { bid: Float64Array.of(1) }],
    ['fills that are not those of the cells', { trades: Uint32Array.of(1) }],
    ['a first row that is not that of the low', { low: Int32Array.of(-2147483640) }],
    ['a last row that is not that of the high', { high: Int32Array.of(7) }],
    ['rows that descend', { row: Int32Array.of(1073741823, -1073741824) }],
    ['an empty cell', { cellAsk: Float64Array.of(0, 0), ask: Float64Array.of(0) }],
    ['no cells', { cellStart: Uint32Array.of(0, 0) }],
    ['an unknown state', { state: Uint8Array.of(4) }],
    ['a raw POC outside', { high: Int32Array.of(2147483646) }],
  ])('bars with %s', (_name, column) => {
    expect(codeOf(() => encodeBars({ ...extremeBar(), ...column }))).toBe('CORRUPT')
  })

  it('bars with a volume or with offsets beyond 2^53 - 1 that have no remainders', () => {
    const bar = extremeBar()
    expect(codeOf(() => encodeBars({ ...bar, cellAsk: Float64Array.of(0, 4), ask: Float64Array.of(4) }))).toBe(
      'CORRUPT',
    )
    const offsets = aggregateTrades(makeTrades([[0, 9, 2 ** 51 + 1, 'B']]), { cycleMs: 60_000, step: 10 })
    expect(codeOf(() => encodeBars({ ...offsets, overflow: null }))).toBe('CORRUPT')
  })

  it.each<[string, (remainders: BarOverflow) => Partial<BarOverflow>]>([
    ['missing remainders of offsets', () => ({ cellBidOffset: null })],
    ['a remainder of a fraction', ({ bid }) => ({ bid: bid.map((rest) => rest + 0.5) })],
    ['a remainder of NaN', ({ minDelta }) => ({ minDelta: minDelta.map(() => Number.NaN) })],
    ['a total that is not that of the cells', ({ bid }) => ({ bid: bid.map((rest) => rest - 1) })],
    ['a cell that does not add up', ({ cellBid }) => ({ cellBid: cellBid.map((rest) => rest + 1) })],
    [
      'a remainder larger than its double leaves',
      ({ minDelta }) => ({ minDelta: minDelta.map((rest) => rest + 2 ** 20) }),
    ],
    ['remainders for an overflowing bar left out', () => ({})],
  ])('overflowing bars with %s', (name, change) => {
    const remainders = overflowingBars.overflow as BarOverflow
    const overflow = name.endsWith('left out') ? null : { ...remainders, ...change(remainders) }
    expect(codeOf(() => encodeBars({ ...overflowingBars, overflow }))).toBe('CORRUPT')
  })

  it('overflowing bars with a running delta beyond a volume that is not', () => {
    const minDelta = overflowingBars.minDelta.slice()
    minDelta[0] = -(2 ** 54)
    expect(codeOf(() => encodeBars({ ...overflowingBars, minDelta }))).toBe('CORRUPT')
  })
})

describe('the checksum', () => {
  it.each([
    ['', 0x02cc5d05],
    ['a', 0x550d7456],
    ['abc', 0x32d153ff],
  ])('is XXH32: of "%s"', (text, hash) => {
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0))
    expect(xxhash32(bytes, 0, bytes.length)).toBe(hash)
  })
})
