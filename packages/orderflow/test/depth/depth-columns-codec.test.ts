import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ASK,
  BID,
  composeColumns,
  decodeCoarserColumns,
  decodeDepthColumns,
  encodeDepthColumns,
  foldColumns,
  isDepthFrame,
  OrderflowError,
  rescaleColumns,
  WHOLE_WINDOW,
} from '@flowprint/orderflow'
import type { DepthColumns, OrderflowErrorCode } from '@flowprint/orderflow'
import { xxhash32 } from '../../src/codec/container.ts'
import { cutsArbitrary, framesOf, runsFrom } from './depth-log.ts'
import { makeColumns } from './make-columns.ts'

const T0 = 1_750_377_600_000
const range = { fromMs: T0, toMs: T0 + 12_000 }

/** Two runs with a gap between, some rows that do not change, one that empties. */
const seconds = makeColumns([
  {
    cells: [
      [BID, 8, 5],
      [BID, 9, 2],
      [ASK, 11, 4],
    ],
    bestBid: 9,
    bestAsk: 11,
  },
  {
    cells: [
      [BID, 8, 5],
      [BID, 9, 7, 6],
      [ASK, 11, 0, 1],
      [ASK, 12, 3, 3],
    ],
    bestBid: 9,
    bestAsk: 12,
  },
  null,
  {
    cells: [
      [BID, -3, 1],
      [ASK, 12, 900],
    ],
    rows: WHOLE_WINDOW,
    bestBid: -3,
    bestAsk: 12,
  },
  {
    cells: [
      [BID, -3, 1],
      [ASK, 12, 900],
    ],
    rows: { low: 0, high: -1 },
    bestBid: -3,
    bestAsk: 12,
  },
  { cells: [] },
])
const cases: readonly (readonly [string, DepthColumns])[] = [
  ['seconds', seconds],
  ['three seconds each', composeColumns([seconds], { intervalMs: 3000, fromMs: 0, toMs: 6000 })],
  ['large quantities', rescaleColumns(seconds, 2 ** 40)],
  ['none', makeColumns([])],
  ['only missing', makeColumns([null, null])],
]

function codeOf(run: () => unknown): OrderflowErrorCode | 'no error' {
  try {
    run()
    return 'no error'
  } catch (error) {
    if (error instanceof OrderflowError) return error.code
    throw error
  }
}

/** A message whose header and checksum are right again after its bytes were changed. */
function forge(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  view.setUint32(8, bytes.length - 16, true)
  view.setUint32(12, (xxhash32(bytes, 16, bytes.length) ^ bytes[5]) >>> 0, true)
  return bytes
}

describe('packed columns', () => {
  it.each(cases)('round trip: %s', (_name, columns) => {
    const bytes = encodeDepthColumns(columns)
    expect(decodeDepthColumns(bytes)).toEqual(columns)
    expect(isDepthFrame(bytes)).toBe(false)
  })

  it('round trip any columns', () => {
    fc.assert(
      fc.property(runsFrom(T0 - 1500), cutsArbitrary, fc.constantFrom(1, 5), (runs, cuts, step) => {
        const folded = foldColumns(framesOf(runs, cuts), { ...range, step })
        for (const columns of [
          folded,
          composeColumns([folded], { ...range, intervalMs: 3000 }),
          rescaleColumns(folded, 2 ** 44),
          composeColumns([rescaleColumns(folded, 2 ** 43)], { ...range, intervalMs: 6000 }),
        ]) {
          expect(decodeDepthColumns(encodeDepthColumns(columns))).toEqual(columns)
        }
      }),
    )
  })

  it('decoded to coarser columns equal those composed of the decoded ones', () => {
    fc.assert(
      fc.property(
        runsFrom(T0 - 1500),
        cutsArbitrary,
        fc.constantFrom(1, 5),
        fc.constantFrom([1000, 2000], [1000, 6000], [1000, 12_000], [2000, 6000], [3000, 12_000]),
        fc.constantFrom(1, 2 ** 43),
        (runs, cuts, step, [fineMs, intervalMs], factor) => {
          const folded = rescaleColumns(foldColumns(framesOf(runs, cuts), { ...range, step }), factor)
          const fine = composeColumns([folded], { ...range, intervalMs: fineMs })
          const coarse = decodeCoarserColumns(encodeDepthColumns(fine), intervalMs)
          expect(coarse).toEqual(composeColumns([fine], { ...range, intervalMs }))
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('of a range that is not whole coarser intervals are refused', () => {
    const bytes = encodeDepthColumns(foldColumns([], { ...range, step: 1 }))
    expect(() => decodeCoarserColumns(bytes, 5000)).toThrow('whole intervals')
    expect(() => decodeCoarserColumns(bytes, 1500)).toThrow('whole seconds')
  })

  it('a row that does not change takes no byte', () => {
    const quiet = (rows: number) => {
      const cells = Array.from({ length: rows }, (_, row) => [BID, row, 7] as const)
      return makeColumns(Array.from({ length: 100 }, () => ({ cells, bestBid: rows, bestAsk: rows + 1 })))
    }
    const difference = encodeDepthColumns(quiet(500)).length - encodeDepthColumns(quiet(400)).length
    expect(difference).toBeLessThanOrEqual(100 * 3)
  })

  it.each<[string, Partial<DepthColumns>]>([
    ['an interval that is not whole seconds', { intervalMs: 1500 }],
    ['a step of 0', { step: 0 }],
    ['an unknown state', { state: seconds.state.map((state) => state + 1) }],
    ['seconds of a missing interval', { seconds: seconds.seconds.map(() => 1) }],
    ['more seconds than the interval has', { seconds: seconds.seconds.map((count) => 2 * count) }],
    ['rows out of order', { row: seconds.row.toReversed() }],
    ['a negative quantity', { lots: seconds.lots.map((lots) => lots - 1) }],
    ['a minimum above the quantity', { min: seconds.min.map((lots) => lots + 1) }],
    ['a maximum below the quantity', { max: seconds.max.map((lots) => Math.max(lots - 1, 0)) }],
    ['a fraction of a row', { row: seconds.row.map((row) => row + 0.5) }],
    ['a missing column', { up: seconds.up.slice(1) }],
    ['an infinite window', { highRow: seconds.highRow.map(() => Infinity) }],
    ['cells of a missing interval', { state: seconds.state.map(() => 0), seconds: seconds.seconds.map(() => 0) }],
  ])('refuses to pack %s', (_name, part) => {
    expect(codeOf(() => encodeDepthColumns({ ...seconds, ...part }))).toBe('CORRUPT')
  })
})

describe('damaged columns throw typed errors only', () => {
  it.each(cases)('%s: truncated at every length, and with any bit flipped', (_name, columns) => {
    const bytes = encodeDepthColumns(columns)
    for (let length = 0; length < bytes.length; length++) {
      expect(codeOf(() => decodeDepthColumns(bytes.slice(0, length)))).toBe('TRUNCATED')
    }
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const damaged = bytes.slice()
      damaged[bit >> 3] ^= 1 << (bit & 7)
      expect(codeOf(() => decodeDepthColumns(damaged))).not.toBe('no error')
    }
  })

  it.each(cases)('%s: forged bytes that decode can be packed again', (_name, columns) => {
    const bytes = encodeDepthColumns(columns)
    const change = fc.tuple(
      fc.integer({ min: 16, max: bytes.length - 9 }),
      fc.oneof(fc.nat(255), fc.constantFrom(0, 127, 128, 255)),
    )
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (list) => {
        const forged = bytes.slice()
        for (const [at, value] of list) forged[at] = value
        let read
        try {
          read = decodeDepthColumns(forge(forged), { maxRows: 100_000 })
        } catch (error) {
          expect(error).toBeInstanceOf(OrderflowError)
          return
        }
        expect(decodeDepthColumns(encodeDepthColumns(read))).toEqual(read)
      }),
      { numRuns: 2000 },
    )
  })

  it.each(cases)('%s: with a random body', (_name, columns) => {
    const head = encodeDepthColumns(columns).slice(0, 16)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (body) => {
        codeOf(() => decodeDepthColumns(forge(Uint8Array.of(...head, ...body))))
      }),
      { numRuns: 2000 },
    )
  })

  it('limits count the cells that take no bytes too', () => {
    const bytes = encodeDepthColumns(seconds)
    expect(codeOf(() => decodeDepthColumns(bytes, { maxRows: seconds.row.length - 1 }))).toBe('OVERSIZED')
    expect(codeOf(() => decodeDepthColumns(bytes, { maxRows: seconds.row.length }))).toBe('no error')
  })
})
