import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commonUnit, unitRatio } from '@flowprint/orderflow'

describe('commonUnit', () => {
  test.each([
    ['0.01', '0.001', '0.001'],
    ['0.001', '0.01', '0.001'],
    ['0.25', '0.1', '0.05'],
    ['0.10', '0.1', '0.10'],
    ['0.03125', '0.01', '0.00125'],
    ['50', '20', '10'],
    ['1e-8', '0.0000001', '1e-8'],
    ['3', '7', '1'],
  ])('of %s and %s it is %s', (a, b, common) => {
    expect(commonUnit(a, b)).toBe(common)
  })

  test('it divides both, and no greater unit does', () => {
    const unit = fc
      .tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: -9, max: 3 }))
      .map(([digits, exponent]) => `${digits}e${exponent}`)
    fc.assert(
      fc.property(unit, unit, (a, b) => {
        const common = commonUnit(a, b)
        const [left, right] = [unitRatio(a, common), unitRatio(b, common)] as [bigint, bigint]
        expect(left > 0n && right > 0n).toBe(true)
        for (let factor = 2n; factor <= 50n; factor++) expect(left % factor === 0n && right % factor === 0n).toBe(false)
      }),
    )
  })

  test('a unit that is none is refused', () => {
    expect(() => commonUnit('0', '0.1')).toThrow(/greater than 0/)
  })
})

describe('unitRatio', () => {
  test('counts how many fine units make a coarse one, or says that none do', () => {
    expect(unitRatio('0.1', '0.01')).toBe(10n)
    expect(unitRatio('0.10', '0.1')).toBe(1n)
    expect(unitRatio('0.25', '0.1')).toBe(null)
    expect(unitRatio('0.01', '0.1')).toBe(null)
    expect(unitRatio('1e20', '1e-10')).toBe(10n ** 30n)
  })
})
