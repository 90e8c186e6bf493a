import { createSimulatedDerivatives, DEMO_BTCUSD, DEMO_SEED } from '@flowprint/venues'
import { describe, expect, it } from 'vitest'
import { derivativesFigureData } from '../derivatives-figure-data.mjs'

const figure = derivativesFigureData()
const { bars, market, largest } = figure

describe('data of the derivatives figure', () => {
  it('is deterministic', () => {
    expect(derivativesFigureData()).toEqual(figure)
  })

  it('sums the liquidations of the simulated market in bars that are covered', () => {
    const source = createSimulatedDerivatives({ seed: DEMO_SEED, market: DEMO_BTCUSD })
    for (const bar of bars.filter(({ covered }) => covered === 1)) {
      const own = source.liquidations(bar.t, bar.t + market.cycleMs)
      const sum = (position: string) =>
        own.filter((one) => one.position === position).reduce((total, { lots }) => total + lots, 0)
      expect([bar.long, bar.short, bar.count]).toEqual([sum('long'), sum('short'), own.length])
    }
  })

  it('has unknown values and lower bounds where nothing was recorded, and only there', () => {
    const without = bars.filter(({ covered }) => covered === 0)
    expect(without.length).toBeGreaterThan(1)
    for (const { openInterest, change, fundingRate, mark } of without) {
      expect([openInterest, change, fundingRate, mark]).toEqual([null, null, null, null])
    }
    expect(bars.some(({ covered }) => covered > 0 && covered < 1)).toBe(true)
    for (const { covered, isLowerBound, change } of bars) {
      expect(isLowerBound).toBe(covered < 1)
      expect(change === null).toBe(covered < 1)
    }
  })

  it('shows longs and shorts, and funding of both signs', () => {
    expect(bars.some(({ long }) => long > 0) && bars.some(({ short }) => short > 0)).toBe(true)
    const rates = bars.flatMap(({ fundingRate }) => fundingRate ?? [])
    expect([Math.min(...rates) < 0, Math.max(...rates) > 0]).toEqual([true, true])
    expect(largest.lots).toBeGreaterThan(0)
  })
})
