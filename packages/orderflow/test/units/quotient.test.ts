import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quotient } from '../../src/index.ts'

describe('quotient', () => {
  test.each([
    [7, 2, 3.5],
    [1n, 3n, 1 / 3],
    [-7n, 2n, -3.5],
    [0n, 5n, 0],
    [5n, 0n, Infinity],
    [2n ** 80n, 2n ** 79n, 2],
  ] as const)('%s / %s is %d', (a, b, value) => {
    expect(quotient(a, b)).toBe(value)
  })

  test('a common factor of any size changes nothing', () => {
    const factor = fc.bigInt({ min: 1n, max: 2n ** 80n })
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        fc.maxSafeNat().filter((b) => b > 0),
        factor,
        (a, b, times) => {
          expect(quotient(BigInt(a) * times, BigInt(b) * times) + 0).toBe(a / b + 0)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('no double lies nearer', () => {
    // 2^53 + 1 lies in the middle of two doubles, what is a little more belongs to the upper one.
    const middle = 2n ** 53n + 1n
    expect(quotient(middle * 10n ** 30n, 10n ** 30n)).toBe(2 ** 53)
    expect(quotient(middle * 10n ** 30n + 1n, 10n ** 30n)).toBe(2 ** 53 + 2)
    expect(quotient(-middle * 10n ** 30n - 1n, 10n ** 30n)).toBe(-(2 ** 53) - 2)
  })
})
