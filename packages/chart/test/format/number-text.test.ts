import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeShownDecimals, fittingText, priceText, quantityText } from '../../src/format/number-text.ts'

describe('quantityText', () => {
  const cases: [number, number, 3 | 4 | 5, string][] = [
    [0, 3, 5, '0'],
    [5, 0, 5, '5'],
    [5, 2, 5, '5.00'],
    [12.345, 1, 5, '12.3'],
    [12.345, 3, 5, '12.35'],
    [999.96, 1, 5, '1000'],
    [9999, 2, 5, '9999'],
    [9999.6, 0, 5, '10.0K'],
    [12_345, 0, 5, '12.3K'],
    [99_960, 0, 5, '100K'],
    [999_600, 0, 5, '1.00M'],
    [1_234_567, 0, 5, '1.23M'],
    [2_500_000_000, 0, 5, '2.50B'],
    [7_000_000_000_000, 0, 5, '7.00T'],
    [-12.345, 1, 5, '-12.3'],
    [-0.001, 1, 5, '-0.0'],
    [1234, 0, 4, '1234'],
    [12_345, 0, 4, '12K'],
    [1_234_567, 0, 4, '1.2M'],
    [0.312, 3, 4, '0.31'],
    [99.96, 2, 4, '100'],
    [1234, 0, 3, '1K'],
    [12_345, 0, 3, '12K'],
    [0.312, 3, 3, '0.3'],
    [999, 0, 3, '999'],
    [123_456, 0, 3, '123K'],
  ]
  it.each(cases)('formats %d with %d decimals in %d characters as %s', (value, decimals, width, text) => {
    expect(quantityText(value, decimals, width)).toBe(text)
  })

  it('stays within its width for every quantity below 1,000 T', () => {
    const width = fc.constantFrom(4 as const, 5 as const)
    fc.assert(
      fc.property(fc.double({ min: 0, max: 9e14, noNaN: true }), fc.integer({ min: 0, max: 8 }), width, (v, d, w) => {
        expect(quantityText(v, d, w).length).toBeLessThanOrEqual(w)
      }),
    )
  })

  it('shows at most four significant figures', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 9e14, noNaN: true }), fc.integer({ min: 0, max: 8 }), (v, d) => {
        const figures = quantityText(v, d, 5).replace(/[^\d]/g, '').replace(/^0+/, '')
        expect(figures.length).toBeLessThanOrEqual(4)
      }),
    )
  })

  it('is off by at most half a unit of its last figure', () => {
    const scale: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 }
    fc.assert(
      fc.property(fc.double({ min: 10, max: 9e14, noNaN: true }), (v) => {
        const text = quantityText(v, 4, 5)
        const shown = Number(text.replace(/[KMBT]/, '')) * (scale[text.slice(-1)] ?? 1)
        expect(Math.abs(shown - v) / v).toBeLessThanOrEqual(0.0051)
      }),
    )
  })
  it('drops figures until the text fits', () => {
    expect(fittingText(1234.5, 1, 5, 5)).toBe('1235')
    expect(fittingText(12_345, 0, 5, 4)).toBe('12K')
    expect(fittingText(12_345, 0, 5, 2)).toBe('12K')
    expect(fittingText(-12.34, 2, 5, 5)).toBe('-12.3')
  })
})

describe('prices on the axis', () => {
  it.each(['0.01', '0.1', '0.05', '0.25', '0.00000001', '5', '0.03125'])(
    'whole ticks of %s round-trip through the axis with exact decimals',
    (tickSize) => {
      const price = priceText(tickSize)
      const decimals = tickSize.split('.')[1]?.length ?? 0
      fc.assert(
        fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), (ticks) => {
          expect(price.ticksAt(price.axisPrice(ticks))).toBe(ticks)
          expect(price.text(ticks).split('.')[1]?.length ?? 0).toBe(decimals)
        }),
      )
    },
  )

  it('returns a base that gives the axis round steps', () => {
    expect(priceText('0.01').base).toBe(100)
    expect(priceText('0.25').base).toBe(100)
    expect(priceText('5').base).toBe(1)
  })
})

describe('computeShownDecimals', () => {
  it.each([
    [500, 8, 0],
    [42, 8, 1],
    [4.2, 8, 2],
    [0.42, 8, 3],
    [0.00042, 8, 4],
    [0.42, 1, 1],
    [42, 0, 0],
    [0, 8, 0],
  ])('for a typical large cell of %d and at most %d decimals returns %d', (typical, most, shown) => {
    expect(computeShownDecimals(typical, most)).toBe(shown)
  })
})
