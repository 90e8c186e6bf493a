import { describe, expect, it } from 'vitest'
import { formatAverage, formatExact, sizeOf, textUnits } from '../../src/features/order-flow/model/quantity-text.ts'
import { formatMillis } from '../../src/shared/format/chart-time.ts'
import { formatSize } from '../../src/shared/format/number.ts'

const UNITS = textUnits({ tickSize: '0.01', lotSize: '0.001' })

describe('sizes of a narrow column', () => {
  it.each([
    [0, '0'],
    [0.0012, '0.0012'],
    [0.0123456, '0.0123'],
    [0.9, '0.9'],
    [1, '1.000'],
    [9.9994, '9.999'],
    [9.9996, '10.00'],
    [88.236, '88.24'],
    [99.996, '100.0'],
    [458.76, '458.8'],
    [999.94, '999.9'],
    [999.96, '1K'],
    [1000, '1.000K'],
    [12_340, '12.34K'],
    [999_990, '1M'],
    [1_500_000, '1.500M'],
    [2e9, '2.000B'],
    [123_456e9, '123456.0B'],
  ])('%d is written %s', (value, text) => expect(formatSize(value)).toBe(text))

  it('equal whole units times their size', () => {
    expect(sizeOf(1500, UNITS.lot)).toBeCloseTo(1.5, 12)
    expect(sizeOf(10n ** 18n, UNITS.lot)).toBe(1e15)
  })
})

describe('exact texts of the details', () => {
  it('group digits, also beyond 2^53', () => {
    expect(formatExact(1234567, UNITS.lot)).toBe('1,234.567')
    expect(formatExact(9007199254740993123n, UNITS.lot)).toBe('9,007,199,254,740,993.123')
  })

  it('show the average with two decimals more than the tick, rounded', () => {
    expect(formatAverage({ notional: 16_660_800, lots: 2000 }, UNITS)).toBe('83.304')
    expect(formatAverage({ notional: 200, lots: 3 }, UNITS)).toBe('0.6667')
    expect(formatAverage({ notional: 1, lots: 3 }, UNITS)).toBe('0.0033')
    expect(formatAverage({ notional: 3, lots: 200 }, UNITS)).toBe('0.0002')
    expect(formatAverage({ notional: -200, lots: 3 }, UNITS)).toBe('-0.6667')
  })

  it('show the milliseconds of a time', () =>
    expect([formatMillis(5), formatMillis(1_750_507_200_123)]).toEqual(['.005', '.123']))
})
