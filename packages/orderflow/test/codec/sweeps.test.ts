import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutTapeArbitrary, tapeArbitrary } from '@flowprint/testkit'
import {
  decodeBigTrades,
  decodeSweeps,
  digestSweeps,
  emptyTrades,
  encodeBigTrades,
  encodeSweeps,
  OrderflowError,
  plainSweep,
  type BigTrade,
  type SweepDigest,
} from '@flowprint/orderflow'
import { makeTrades } from '../support/make-trades.ts'

const plain = ({ sweeps, ...rest }: SweepDigest) => ({ ...rest, sweeps: sweeps.map(plainSweep) })
const withoutSeq = (digest: SweepDigest): SweepDigest => ({
  ...digest,
  head: { ...digest.head, seq: null },
  tail: { ...digest.tail, seq: null },
})

describe('packed sweeps', () => {
  test('of any tape equal those of its trades', () => {
    fc.assert(
      fc.property(cutTapeArbitrary(), fc.boolean(), fc.boolean(), ({ tape }, keepAll, begins) => {
        const digest = digestSweeps(tape, { keepAll, begins })
        const packed = encodeSweeps(digest)
        expect(packed).not.toBeNull()
        expect(plain(decodeSweeps(packed as Uint8Array))).toEqual(plain(withoutSeq(digest)))
      }),
    )
  })

  test('of any text ids and of sums beyond 2^53 are exact', () => {
    const far = 2 ** 52
    const sketches = [
      [0, 7, 1, 'B'],
      [500, 2_000_000_000, far, 'B'],
      [510, 2_000_000_000, far, 'B'],
      [520, 3, far, 'B'],
      [9_000, 5, 2, 'S'],
    ] as const
    const numbered = makeTrades(sketches.map(([ts, price, qty, side], i) => [ts, price, qty, side, { id: i + 1 }]))
    for (const tape of [numbered, { ...numbered, textId: ['00', 'a"b', '18446744073709551616', 'd', '7'] }]) {
      const digest = digestSweeps(tape, { begins: true, keepAll: true })
      expect(digest.sweeps.some(({ notional }) => typeof notional === 'bigint')).toBe(true)
      expect(plain(decodeSweeps(encodeSweeps(digest) as Uint8Array))).toEqual(plain(digest))
    }
  })

  test('negative prices keep their sign', () => {
    const tape = makeTrades([
      [0, -5, 10, 'B'],
      [5_000, -7, 3, 'S'],
      [9_000, 4, 1, 'B'],
    ])
    const { sweeps } = decodeSweeps(encodeSweeps(digestSweeps(tape, { begins: true })) as Uint8Array)
    expect(sweeps.map(({ notional, low }) => [notional, low])).toEqual([
      [-50, -5],
      [-21, -7],
    ])
  })

  test('does not pack a run that is one long sweep', () => {
    const tape = makeTrades(Array.from({ length: 4_001 }, (_, i) => [i, 100, 1, 'B']))
    expect(encodeSweeps(digestSweeps(tape))).toBeNull()
  })

  test('rejects a changed byte', () => {
    const packed = encodeSweeps(
      digestSweeps(
        makeTrades([
          [0, 5, 10, 'B'],
          [5_000, 7, 3, 'S'],
        ]),
      ),
    ) as Uint8Array
    for (let at = 0; at < packed.length; at++) {
      const bytes = packed.slice()
      bytes[at] ^= 1
      expect(() => decodeSweeps(bytes)).toThrow(OrderflowError)
    }
  })
})

describe('packed response of big trades', () => {
  const meta = {
    symbol: 'A:B',
    instrument_version: 2,
    tape: 'uuid',
    tick_size: '0.01',
    lot_size: '0.1',
    from: 5,
    to: 9,
  }

  test('round-trips', () => {
    fc.assert(
      fc.property(tapeArbitrary({ minLength: 1 }), fc.array(fc.option(fc.integer({ min: 0 }))), (tape, usuals) => {
        const { sweeps } = digestSweeps(tape, { begins: true, keepAll: true })
        const list = sweeps.map((sweep, i): BigTrade => ({ ...sweep, usual: usuals[i] ?? null }))
        const sizes = {
          minutes: [
            { t: 60_000, count: 3 },
            { t: 240_000, count: 1 },
          ],
          sizes: [
            { t: 60_000, size: 9 },
            { t: 240_000, size: 2n ** 60n },
          ],
          floor: 4,
        }
        const open = { ...tape, seq: null }
        expect(decodeBigTrades(encodeBigTrades({ meta, list, open, sizes }))).toEqual({ meta, list, open, sizes })
      }),
    )
  })

  test('round-trips empty lists', () => {
    const nothing = { meta, list: [], open: emptyTrades(), sizes: { minutes: [], sizes: [], floor: 0 } }
    expect(decodeBigTrades(encodeBigTrades(nothing))).toEqual(nothing)
  })
})
