import { decimalUnit, fromUnits } from '@flowprint/orderflow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minSizeOf } from '../../../src/features/order-flow/panels/time-and-sales/tape-filter.tsx'

const LOT = decimalUnit('0.001')

describe('a typed minimum size', () => {
  it.each([
    ['', 0],
    ['  ', 0],
    ['0', 0],
    ['1', 1000],
    ['1.5', 1500],
    ['.5', 500],
    ['0.0001', 1],
    ['1.0001', 1001],
    ['1,234.5', 1_234_500],
    ['50k', 50_000_000],
    ['1.5 M', 1_500_000_000],
    ['2b', 2_000_000_000_000],
    ['99999999999999', 99_999_999_999_999_000n],
  ])('"%s" is %s lots', (text, lots) => expect(minSizeOf(text, LOT)).toEqual(lots))

  it.each(['-1', 'x', '1e5', '1.2.3', 'k', '1kk', '1.'])('"%s" is none', (text) =>
    expect(minSizeOf(text, LOT)).toBe(null),
  )

  it('counts in units larger than one, rounded up', () => {
    expect([
      minSizeOf('100', decimalUnit('5')),
      minSizeOf('101', decimalUnit('5')),
      minSizeOf('101', decimalUnit('100')),
    ]).toEqual([20, 21, 2])
  })

  it('of a whole number of units is exact', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('0.001', '0.0000001', '0.5', '25', '1'), (count, unit) => {
        expect(minSizeOf(fromUnits(count, decimalUnit(unit)), decimalUnit(unit))).toBe(count)
      }),
    )
  })
})
