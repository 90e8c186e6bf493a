import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { absLots, quotient } from '../../src/index.ts'
import { autoMinVolume, fixedMinVolume } from '../../src/footprint/imbalance.ts'

describe('automatic minimum volume', () => {
  test.each([
    ['no cells looked back on: no minimum', 0, 0, 0, 1],
    ['a quarter of the mean cell', 400, 10, 10, 10],
    ['a fraction of a lot is met by the next whole lot', 401, 10, 10.025, 11],
    ['a minimum below one lot still needs one lot', 10, 10, 0.25, 1],
  ])('%s: sum %d over %d cells', (_, sum, count, lots, cutoff) => {
    expect(autoMinVolume(sum, count)).toEqual({ lots, cutoff })
  })

  test('the cutoff is the least lots for which lots x 4 x count >= sum', () => {
    const sum = fc.oneof(fc.maxSafeNat(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 79n }))
    fc.assert(
      fc.property(sum, fc.integer({ min: 1, max: 100_000 }), (sum, count) => {
        const { lots, cutoff } = autoMinVolume(sum, count)
        const meets = (lots: bigint) => lots * 4n * BigInt(count) >= BigInt(sum)
        expect(meets(BigInt(cutoff))).toBe(true)
        expect(cutoff === 1 || !meets(BigInt(cutoff) - 1n)).toBe(true)
        // What is shown lies within half a lot of the sum, or is the double nearest to it.
        if (typeof lots === 'bigint')
          expect(absLots(8n * BigInt(count) * lots - 2n * BigInt(sum)) <= 4 * count).toBe(true)
        else expect(lots).toBe(quotient(sum, 4 * count))
      }),
    )
  })
})

describe('minimum volume of the user', () => {
  test.each([
    ['0', '0.001', 0, 1],
    ['0.5', '0.001', 500, 500],
    ['0.0005', '0.001', 0.5, 1],
    ['0.0015', '0.001', 1.5, 2],
    ['10', '5', 2, 2],
    ['12', '5', 2.4, 3],
    ['300', '1e2', 3, 3],
    ['9007199254740992.5', '1', 2n ** 53n + 1n, 2n ** 53n + 1n],
    ['1e15', '0.000000000000000001', 10n ** 33n, 10n ** 33n],
  ])('%s base units at a lot of %s are %s lots, met by %s', (text, lotSize, lots, cutoff) => {
    expect(fixedMinVolume(text, { tickSize: '1', lotSize })).toEqual({ lots, cutoff })
  })
})
