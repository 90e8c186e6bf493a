import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceText } from '../../src/format/price-text.ts'

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
