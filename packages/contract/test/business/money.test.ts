import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountText, parseAmount, ratioBp, ratioText, shareOf, shownAmount } from '../../src/index.ts'

describe('amounts', () => {
  test.each([
    ['199', 199_000_000n],
    ['199.001', 199_001_000n],
    [' 0.000001 ', 1n],
    ['0', 0n],
    ['999999999999.999999', 999_999_999_999_999_999n],
  ])('%s is %s micro-USDT', (text, micro) => expect(parseAmount(text)).toBe(micro))

  test.each(['', '-1', '+1', '1e3', '1,000', '.5', '5.', '0.0000001', '1 000', 'NaN', '１', '0x10', '1234567890123'])(
    '%s is no amount',
    (text) => expect(parseAmount(text)).toBeNull(),
  )

  test("text and micro-USDT are each other's inverse", () => {
    fc.assert(fc.property(fc.bigInt(0n, 999_999_999_999_999_999n), (micro) => parseAmount(amountText(micro)) === micro))
  })

  test('a negative amount has its sign in front, also below one', () => {
    expect([amountText(-1n), amountText(-19_900_000n)]).toEqual(['-0.000001', '-19.900000'])
  })

  test.each([
    ['199.000000', '199.00'],
    ['199.001000', '199.001'],
    ['0.000001', '0.000001'],
    ['-19.900000', '-19.90'],
  ])('%s is shown as %s', (text, shown) => expect(shownAmount(text)).toBe(shown))
})

describe('shares', () => {
  test('a ratio is basis points, there and back', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10_000 }), (bp) => ratioBp(ratioText(bp)) === bp))
    expect(ratioText(1500)).toBe('0.1500')
  })

  test('a share is rounded down to the micro-USDT, and never more than what was paid', () => {
    expect(shareOf(199_000_001n, 1500)).toBe(29_850_000n)
    expect(shareOf(9n, 1000)).toBe(0n)
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), fc.integer({ min: 0, max: 10_000 }), (paid, bp) => {
        const share = shareOf(paid, bp)
        return share <= paid && share * 10_000n <= paid * BigInt(bp) && (share + 1n) * 10_000n > paid * BigInt(bp)
      }),
    )
  })
})
