import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalUnit, fromUnits, ladder, storedSteps } from '@flowprint/orderflow'
import { stepText } from '../../src/precision/ladder.ts'

/** The ladder as prices. */
function prices(tickSize: string, count: number): string[] {
  return ladder(tickSize)
    .slice(0, count)
    .map((step) => String(Number(fromUnits(step, decimalUnit(tickSize)))))
}

describe('ladder', () => {
  test.each([
    { rule: '1, 2 and 5 x 10^k', tick: '0.01', prices: ['0.01', '0.02', '0.05', '0.1', '0.2', '0.5', '1'] },
    {
      rule: 'only multiples of the tick: 0.2, then 1 (0.5 is none), 2, 5',
      tick: '0.2',
      prices: ['0.2', '1', '2', '5', '10'],
    },
    { rule: 'a quarter: 0.25, then 0.5', tick: '0.25', prices: ['0.25', '0.5', '1', '2', '5', '10'] },
    {
      rule: '1/32: doublings fill the way to 0.5, since 0.5 is 16 x the tick',
      tick: '0.03125',
      prices: ['0.03125', '0.0625', '0.125', '0.25', '0.5', '1', '2', '5'],
    },
    { rule: '1/8: 0.5 is 4 x the tick, nothing to fill', tick: '0.125', prices: ['0.125', '0.5', '1', '2', '5'] },
    { rule: 'a tick of five', tick: '5', prices: ['5', '10', '20', '50'] },
    {
      rule: 'a tick without round multiples takes tick x 1, 2, 5, 10',
      tick: '0.03',
      prices: ['0.03', '0.06', '0.15', '0.3', '0.6'],
    },
    { rule: 'a whole odd tick does too', tick: '7', prices: ['7', '14', '35', '70', '140'] },
    {
      rule: 'no doubling of 64 divides 200000, so none is inserted',
      tick: '64',
      prices: ['64', '200000', '1000000', '2000000'],
    },
  ])('$tick: $rule', ({ tick, prices: expected }) => {
    expect(prices(tick, expected.length)).toEqual(expected)
  })

  test('ends at the requested maximum step, and never below the tick', () => {
    expect(ladder('0.01', 50)).toEqual([1, 2, 5, 10, 20, 50])
    expect(ladder('0.01', 49.9)).toEqual([1, 2, 5, 10, 20])
    expect(ladder('0.01', 0)).toEqual([1])
  })

  test('every tick: ascending whole steps within Int32, starting with 1', () => {
    const tick = fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 10 }))
    fc.assert(
      fc.property(tick, ([mantissa, decimals]) => {
        const steps = ladder(`${mantissa}e-${decimals}`)
        expect(steps[0]).toBe(1)
        expect(
          steps.every((step, i) => Number.isInteger(step) && step < 2 ** 31 && (i === 0 || step > steps[i - 1])),
        ).toBe(true)
      }),
    )
  })

  test('a tick that is not a positive decimal throws', () => {
    expect(() => ladder('0')).toThrow(expect.objectContaining({ code: 'BAD_DECIMAL' }))
  })
})

describe('storedSteps', () => {
  test.each([
    ['0.01', [1, 10, 100, 1000]],
    ['0.25', [1, 8, 80, 800]],
    ['0.03125', [1, 8, 64, 640]],
    ['0.2', [1, 10, 100, 1000]],
    ['7', [1, 10, 100, 1000]],
    ['64', [1, 3125]],
  ])('a tick of %s stores %j', (tick, steps) => {
    expect(storedSteps(tick)).toEqual(steps)
  })
})

test.each([
  [1, '0.01', '0.01'],
  [10, '0.01', '0.1'],
  [100, '0.01', '1'],
  [1000, '0.01', '10'],
  [50, '0.1', '5'],
  [3, '0.03125', '0.09375'],
  [10, '1', '10'],
  [2, '100', '200'],
])('formats %i ticks of %s as %s', (step, tick, text) => {
  expect(stepText(step, tick)).toBe(text)
})
