import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { annualFundingRate, fundingCost, HOUR_MS } from '@flowprint/orderflow'

describe('annualFundingRate', () => {
  it.each([
    ['8 hours', 0.0001, 8, 0.1095],
    ['4 hours', 0.0001, 4, 0.219],
    ['1 hour', -0.0000125, 1, -0.1095],
    ['no rate', 0, 8, 0],
  ])('%s', (_name, rate, hours, annual) => {
    expect(annualFundingRate(rate, hours * HOUR_MS)).toBeCloseTo(annual, 12)
  })

  it('rejects what is no rate or no interval', () => {
    expect(() => annualFundingRate(NaN, HOUR_MS)).toThrow('a rate is finite')
    expect(() => annualFundingRate(0.1, 0)).toThrow('an interval is > 0 ms')
  })
})

describe('fundingCost', () => {
  it('longs pay a positive rate and receive a negative one, shorts the reverse', () => {
    expect(fundingCost({ position: 'long', value: 20_000 }, 0.0001)).toBe(2)
    expect(fundingCost({ position: 'short', value: 20_000 }, 0.0001)).toBe(-2)
    expect(fundingCost({ position: 'long', value: 20_000 }, -0.0001)).toBe(-2)
    expect(fundingCost({ position: 'short', value: 20_000 }, -0.0001)).toBe(2)
  })

  it('what one side pays the other one receives', () => {
    const finite = fc.integer({ min: -30_000, max: 30_000 }).map((millionths) => millionths / 1e6)
    fc.assert(
      fc.property(fc.oneof(fc.nat(1e12), fc.double({ min: 0, max: 1e12, noNaN: true })), finite, (value, rate) => {
        const sum = fundingCost({ position: 'long', value }, rate) + fundingCost({ position: 'short', value }, rate)
        expect(Math.abs(sum)).toBe(0)
      }),
    )
  })

  it('rejects what is no rate or no value', () => {
    expect(() => fundingCost({ position: 'long', value: 1 }, Infinity)).toThrow('a rate is finite')
    expect(() => fundingCost({ position: 'long', value: -1 }, 0)).toThrow('the value of a position is >= 0')
  })
})
