import { composeBars } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { BarTotals } from '../../src/model/bar-totals.ts'
import { quantities } from '../../src/model/quantities.ts'
import { barsOf } from '../fixtures/bars.ts'

const UNITS = { tickSize: '0.5', lotSize: '0.01' }

describe('shown quantities', () => {
  it('base: multiplies lots by the lot size, with at most the decimals of the lot', () => {
    const q = quantities(UNITS, 'base')
    const bars = barsOf([{ cells: [[20, 300, 500]] }])
    expect(q.cellBid(bars, 0)).toBeCloseTo(3, 12)
    expect(q.cellAsk(bars, 0)).toBeCloseTo(5, 12)
    expect(q.mostDecimals).toBe(2)
    expect(new BarTotals(q).of(bars, 0)).toEqual({ bid: 3, ask: 5, delta: 2 })
  })

  it('quote with one tick per row: multiplies price by quantity', () => {
    const q = quantities(UNITS, 'quote')
    const bars = barsOf([
      {
        cells: [
          [20, 300, 500],
          [21, 0, 100],
        ],
      },
    ])
    // 300 lots = 3 at price 10; 5 at 10; 1 at 10.5
    expect(q.cellBid(bars, 0)).toBeCloseTo(30, 9)
    expect(new BarTotals(q).of(bars, 0)).toEqual({ bid: 30, ask: 60.5, delta: 30.5 })
  })

  it('subtracts sides beyond 2^53 before rounding', () => {
    const most = Number.MAX_SAFE_INTEGER
    const piece = barsOf([{ cells: [[20, most, most]] }, { cells: [[20, most, most - 4]] }])
    const bars = composeBars({ ...piece, t: Float64Array.of(0, 60_000) }, 300_000)
    expect(bars.overflow).not.toBeNull()
    for (const [unit, delta] of [
      ['base', -0.04],
      ['quote', -0.4],
    ] as const) {
      const q = quantities(UNITS, unit)
      expect(q.cellDelta(bars, 0)).toBeCloseTo(delta, 12)
      expect(new BarTotals(q).of(bars, 0).delta).toBeCloseTo(delta, 12)
    }
  })

  it('quote in higher rows: includes the offsets of the trades inside the row', () => {
    const q = quantities(UNITS, 'quote')
    const bars = barsOf([{ cells: [[4, 300, 0]] }], 5)
    // Row 4 starts at tick 20; the trades were 2 ticks higher: 300 lots at tick 22 = 3 at price 11.
    if (bars.cellBidOffset !== null) bars.cellBidOffset[0] = 600
    expect(q.cellBid(bars, 0)).toBeCloseTo(33, 9)
  })
  it('caches quote totals until a bar changes', () => {
    const q = quantities(UNITS, 'quote')
    const totals = new BarTotals(q)
    const bars = barsOf([{ cells: [[20, 100, 0]] }, { cells: [[20, 100, 0]] }])
    expect(totals.of(bars, 0).bid).toBe(10)
    expect(totals.of(bars, 1).bid).toBe(10)
    bars.cellBid.fill(300)
    expect(totals.of(bars, 0).bid).toBe(10)
    totals.invalidateFrom(1)
    expect(totals.of(bars, 0).bid).toBe(10)
    expect(totals.of(bars, 1).bid).toBe(30)
  })
})
