import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  commonUnit,
  decimalUnit,
  fromUnits,
  multiplyUnits,
  parseFraction,
  toUnits,
  unitRatio,
} from '@flowprint/orderflow'

describe('decimalUnit', () => {
  test.each([
    ['0.01', 1n, -2],
    ['0.010', 1n, -2],
    ['0.03125', 3125n, -5],
    ['1', 1n, 0],
    ['50', 5n, 1],
    ['1e-8', 1n, -8],
    ['2.5E3', 25n, 2],
    ['0.25', 25n, -2],
  ])('%s is %s x 10^%s', (text, mantissa, exponent) => {
    expect(decimalUnit(text)).toEqual({ mantissa, exponent })
  })

  test.each(['0', '0.00', '-0.01', '', 'x', '1,5'])('"%s" is no unit: BAD_DECIMAL', (text) => {
    expect(() => decimalUnit(text)).toThrow(expect.objectContaining({ code: 'BAD_DECIMAL' }))
  })

  test('the quote unit is the product: 0.01 x 0.001 = 0.00001, 0.05 x 0.2 = 0.01', () => {
    expect(multiplyUnits(decimalUnit('0.01'), decimalUnit('0.001'))).toEqual({ mantissa: 1n, exponent: -5 })
    expect(multiplyUnits(decimalUnit('0.05'), decimalUnit('0.2'))).toEqual({ mantissa: 1n, exponent: -2 })
  })
})

describe('toUnits', () => {
  test.each([
    ['83.30', '0.01', 8330],
    ['83.3', '0.01', 8330],
    ['83', '0.01', 8300],
    ['0.29', '0.01', 29], // floor(0.29 / 0.01) on doubles is 28
    ['1.1', '0.1', 11],
    ['61800.30', '0.1', 618003],
    ['-0.05', '0.01', -5],
    ['+7', '1', 7],
    ['.5', '0.1', 5],
    ['5.', '0.1', 50],
    ['1e3', '0.1', 10000],
    ['1.5E-3', '0.0001', 15],
    ['12e-2', '0.01', 12],
    ['0.15625', '0.03125', 5],
    ['1000', '50', 20],
    ['1200', '100', 12],
    ['0', '0.01', 0],
    ['-0.000', '0.01', 0],
    ['0e999999', '0.01', 0],
    ['90071992547409.91', '0.01', 9007199254740991],
    ['000000000000000000000000012.00', '0.01', 1200],
  ])('%s in units of %s is %s', (text, unit, units) => {
    expect(Object.is(toUnits(text, decimalUnit(unit)), units)).toBe(true)
  })

  test.each([
    '',
    '-',
    '.',
    'abc',
    '1.2.3',
    '1,2',
    ' 1',
    '1 ',
    '0x10',
    'NaN',
    'Infinity',
    '1e',
    '1e1.5',
    '--1',
    '１',
    '1e9999999',
    '1e401',
    '9'.repeat(201),
  ])('"%s" is no decimal: BAD_DECIMAL', (text) => {
    expect(() => toUnits(text, decimalUnit('0.01'))).toThrow(expect.objectContaining({ code: 'BAD_DECIMAL' }))
    expect(() => toUnits(text, decimalUnit('0.25'))).toThrow(expect.objectContaining({ code: 'BAD_DECIMAL' }))
  })

  test.each([
    ['83.305', '0.01'],
    ['0.3', '0.25'],
    ['1e-300', '0.01'],
    ['150', '100'],
    ['1.00000000000000000001', '1'],
  ])('%s does not divide by %s: NOT_A_MULTIPLE, nothing is rounded', (text, unit) => {
    expect(() => toUnits(text, decimalUnit(unit))).toThrow(expect.objectContaining({ code: 'NOT_A_MULTIPLE' }))
  })

  test.each([
    ['90071992547409.92', '0.01'],
    ['1e300', '1'],
    ['-1e16', '1'],
  ])('%s of %s is beyond 2^53 - 1: QUANTITY_RANGE', (text, unit) => {
    expect(() => toUnits(text, decimalUnit(unit))).toThrow(expect.objectContaining({ code: 'QUANTITY_RANGE' }))
  })

  test('long text is cut in the message', () => {
    expect(() => toUnits(`x${'9'.repeat(1000)}`, decimalUnit('1'))).toThrow(/^not a decimal number: "x9{39}\.\.\."$/)
  })
})

describe('fromUnits', () => {
  test.each([
    [8330, '0.01', '83.30'],
    [5, '0.01', '0.05'],
    [-5, '0.01', '-0.05'],
    [0, '0.001', '0.000'],
    [5, '0.03125', '0.15625'],
    [20, '50', '1000'],
    [7, '1', '7'],
    [12345678901234567890n, '0.1', '1234567890123456789.0'],
  ])('%s units of %s is %s', (units, unit, text) => {
    expect(fromUnits(units, decimalUnit(unit))).toBe(text)
  })

  test.each([0.5, NaN, 2 ** 53])('%s is no whole number of units: a fault of the caller', (units) => {
    expect(() => fromUnits(units, decimalUnit('0.01'))).toThrow(RangeError)
  })

  test('and back again, for every unit', () => {
    const unit = fc.constantFrom('0.01', '0.001', '0.03125', '0.25', '1', '50', '0.00000001', '3', '0.7')
    fc.assert(
      fc.property(fc.maxSafeInteger(), unit, (units, text) => {
        expect(toUnits(fromUnits(units, decimalUnit(text)), decimalUnit(text))).toBe(units)
      }),
    )
  })
})

describe('parseFraction', () => {
  test.each([
    ['0.12', 12n, 100n],
    ['3', 3n, 1n],
    ['3.0', 30n, 10n],
    ['2e2', 200n, 1n],
    ['-0.10', -10n, 100n],
    ['0', 0n, 1n],
  ])('%s is %s / %s', (text, num, den) => {
    expect(parseFraction(text)).toEqual({ num, den })
  })

  test('what is no number is BAD_DECIMAL', () => {
    expect(() => parseFraction('auto')).toThrow(expect.objectContaining({ code: 'BAD_DECIMAL' }))
  })
})

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
