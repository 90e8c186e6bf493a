import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ASK,
  BID,
  decodeDepthFrame,
  encodeDepthFrame,
  encodeTrades,
  isDepthFrame,
  OrderflowError,
  TradeBuilder,
  WHOLE_WINDOW,
} from '@flowprint/orderflow'
import type { DepthFrame, OrderflowErrorCode } from '@flowprint/orderflow'
import { xxhash32 } from '../../src/codec/container.ts'
import { eventChanges, makeChanges, makeSnapshot, snapshotLevels } from './depth-arbitraries.ts'

const base = {
  symbol: 'BINANCE:BTCUSDT',
  seq: 7,
  proof: 'proven',
  qtyUnit: '0.001',
  until: 1_750_377_661_000,
  window: { low: 0, high: 200 },
  snapshot: null,
  changes: null,
  reason: '',
} as const satisfies Partial<DepthFrame>

const snapshot = makeSnapshot(base.until - 3, [
  [BID, 99, 5],
  [BID, 90, 2 ** 53 - 1],
  [ASK, 100, 1],
])
const changes = makeChanges(
  base.until - 90,
  Array.from({ length: 30 }, (_, i) => [
    i % 3,
    [
      [BID, 99 - (i % 5), i % 4],
      [BID, 80, i],
      [ASK, 100 + (i % 7), i % 3],
    ],
  ]),
)
const frames: Record<string, DepthFrame> = {
  start: { ...base, kind: 'start', snapshot, reason: 'connection lost' },
  keyframe: { ...base, kind: 'keyframe', snapshot, window: WHOLE_WINDOW },
  changes: { ...base, kind: 'changes', changes },
  'changes without an event': { ...base, kind: 'changes', proof: 'sampled', changes: makeChanges(0, []) },
  end: { ...base, kind: 'end', window: { low: 0, high: -1 }, reason: 'overload' },
}
const cases = Object.entries(frames)

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

describe('depth frames', () => {
  it.each(cases)('round trip: %s', (_name, frame) => {
    expect(decodeDepthFrame(encodeDepthFrame(frame))).toEqual(frame)
  })

  it('round trip any changes and snapshots', () => {
    fc.assert(
      fc.property(eventChanges(30), snapshotLevels, (events, levels) => {
        const frame: DepthFrame = { ...base, kind: 'changes', until: 2 ** 49, changes: makeChanges(-5, events) }
        expect(decodeDepthFrame(encodeDepthFrame(frame))).toEqual(frame)
        const start: DepthFrame = { ...base, kind: 'keyframe', snapshot: makeSnapshot(0, levels) }
        expect(decodeDepthFrame(encodeDepthFrame(start))).toEqual(start)
      }),
    )
  })

  it('round trip prices of any sign and quantities up to 2^53 - 1', () => {
    const far = makeChanges(-(2 ** 49), [
      [
        0,
        [
          [BID, 2 ** 49, 2 ** 53 - 1],
          [BID, -(2 ** 49), 0],
          [ASK, -(2 ** 49), 1],
          [ASK, 2 ** 49, 1],
        ],
      ],
      [2 ** 50, [[BID, -(2 ** 49), 3]]],
    ])
    const frame: DepthFrame = { ...base, kind: 'changes', until: 2 ** 49, changes: far }
    expect(decodeDepthFrame(encodeDepthFrame(frame))).toEqual(frame)
  })

  it('is told apart by its header', () => {
    const bytes = encodeDepthFrame(frames['end'])
    expect(isDepthFrame(bytes)).toBe(true)
    expect(isDepthFrame(bytes.subarray(0, 12))).toBe(false)
    expect(isDepthFrame(encodeTrades(new TradeBuilder().build()))).toBe(false)
    expect(isDepthFrame(new Uint8Array(40))).toBe(false)
  })

  it.each<[string, Partial<DepthFrame>]>([
    ['changes in an end', { kind: 'end' }],
    ['no snapshot in a start', { kind: 'start', changes: null }],
    ['a reason in changes', { reason: 'x' }],
    ['a negative seq', { seq: -1 }],
    ['no unit', { qtyUnit: '0.000' }],
    ['a unit in words', { qtyUnit: '1e-3' }],
    ['a time before the last event', { until: base.until - 80 }],
    ['a window of a fraction', { window: { low: 0.5, high: 1 } }],
    ['a negative quantity', { changes: { ...changes, lots: changes.lots.map((lots) => lots - 1) } }],
    ['unsorted levels', { changes: { ...changes, ticks: changes.ticks.map((tick) => -tick) } }],
    ['a missing quantity', { changes: { ...changes, lots: changes.lots.slice(1) } }],
    ['decreasing times', { changes: { ...changes, t: changes.t.toReversed() } }],
  ])('refuses to pack %s', (_name, part) => {
    expect(codeOf(() => encodeDepthFrame({ ...frames['changes'], ...part }))).toBe('CORRUPT')
  })
})

describe('damaged depth frames throw typed errors only', () => {
  it.each(cases)('%s: truncated at every length, and with any bit flipped', (_name, frame) => {
    const bytes = encodeDepthFrame(frame)
    for (let length = 0; length < bytes.length; length++) {
      expect(codeOf(() => decodeDepthFrame(bytes.slice(0, length)))).toBe('TRUNCATED')
    }
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const damaged = bytes.slice()
      damaged[bit >> 3] ^= 1 << (bit & 7)
      expect(codeOf(() => decodeDepthFrame(damaged))).not.toBe('no error')
    }
  })

  it.each(cases)('%s: forged bytes that decode can be packed again', (_name, frame) => {
    const bytes = encodeDepthFrame(frame)
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
          read = decodeDepthFrame(forge(forged))
        } catch (error) {
          expect(error).toBeInstanceOf(OrderflowError)
          return
        }
        expect(decodeDepthFrame(encodeDepthFrame(read))).toEqual(read)
      }),
      { numRuns: 2000 },
    )
  })

  it.each(cases)('%s: with a random body', (_name, frame) => {
    const head = encodeDepthFrame(frame).slice(0, 16)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (body) => {
        codeOf(() => decodeDepthFrame(forge(Uint8Array.of(...head, ...body))))
      }),
      { numRuns: 2000 },
    )
  })

  it('counts are checked before allocation', () => {
    const bytes = encodeDepthFrame(frames['changes'])
    expect(codeOf(() => decodeDepthFrame(bytes, { maxRows: 29 }))).toBe('OVERSIZED')
    expect(codeOf(() => decodeDepthFrame(bytes, { maxRows: 90 }))).toBe('no error')
  })
})
