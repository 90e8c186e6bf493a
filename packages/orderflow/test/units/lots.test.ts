import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quotient, toLots } from '../../src/index.ts'
import { compareLotsProducts, compareProducts, threshold } from '../../src/units/lots.ts'

describe('compareProducts', () => {
  test.each([
    [3, 4, 2, 6, 0],
    [3, 4, 2, 7, -1],
    [-3, 4, 2, -5, -1],
    [0, 9, 5, 0, 0],
    [-2, -3, 1, 5, 1],
  ])('%d x %d against %d x %d is %d', (a, b, c, d, sign) => {
    expect(compareProducts(a, b, c, d)).toBe(sign)
  })

  test('distinguishes products that are equal as doubles', () => {
    const big = Number.MAX_SAFE_INTEGER
    expect(big * big === (big - 1) * (big + 1)).toBe(true)
    expect(compareProducts(big, big, big - 1, big + 1)).toBe(1)
    expect(compareProducts(big - 1, big + 1, big, big)).toBe(-1)
    expect(compareProducts(-big, big, big - 1, -big - 1)).toBe(-1)
    expect(compareProducts(big, 3, 3, big)).toBe(0)
  })

  test('it agrees with BigInt on any safe integers, near ties included', () => {
    const number = fc.maxSafeInteger()
    fc.assert(
      fc.property(number, number, number, fc.integer({ min: -2, max: 2 }), (a, b, c, nudge) => {
        const d = c === 0 ? 0 : Number((BigInt(a) * BigInt(b)) / BigInt(c)) + nudge
        fc.pre(Number.isSafeInteger(d))
        const difference = BigInt(a) * BigInt(b) - BigInt(c) * BigInt(d)
        expect(compareProducts(a, b, c, d)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0)
      }),
      { numRuns: 2000 },
    )
  })
})

test('compareLotsProducts takes bigints among numbers, exactly', () => {
  const factor = fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }))
  fc.assert(
    fc.property(factor, factor, factor, fc.bigInt({ min: -2n, max: 2n }), (a, b, c, nudge) => {
      const d = BigInt(c) === 0n ? 0n : (BigInt(a) * BigInt(b)) / BigInt(c) + nudge
      const difference = BigInt(a) * BigInt(b) - BigInt(c) * d
      expect(compareLotsProducts(a, b, c, toLots(d))).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0)
    }),
  )
  const big = 2n ** 60n
  expect([compareLotsProducts(3n * big - 1n, 1, 3, big), compareLotsProducts(3n * big, 1, 3, big)]).toEqual([-1, 0])
})

describe('threshold', () => {
  test.each([
    ['0.12', 12, 100],
    ['3', 3, 1],
    ['-0.5', -5, 10],
    ['1e2', 100, 1],
  ])('%s is %d / %d', (text, num, den) => {
    expect(threshold(text)).toEqual({ num, den })
  })

  test('more digits than a double holds are a fault of the caller', () => {
    expect(() => threshold('1.0000000000000000001')).toThrow(RangeError)
  })
})

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
