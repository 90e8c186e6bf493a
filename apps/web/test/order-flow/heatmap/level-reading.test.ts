import type { HeatCell, HeatReadout } from '@flowprint/chart/depth'
import { aggregateTrades, MINUTE_MS } from '@flowprint/orderflow'
import { simulatedTape } from '@flowprint/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountOf, readLevel, tradedIn } from '../../../src/features/order-flow/panels/heatmap/level-reading.ts'

const UNITS = { tickSize: '0.1', lotSize: '0.01', qtyUnit: '0.001' }
const cell = (part: Partial<HeatCell>): HeatCell => ({
  lots: 0,
  start: 0,
  up: 0,
  min: 0,
  max: 0,
  mean: 0,
  ageMs: 0,
  isAgeOpen: false,
  ...part,
})
const readout = (part: Partial<HeatReadout>): HeatReadout => ({
  t: 0,
  intervalMs: 1000,
  lowTick: 1000,
  highTick: 1009,
  knowledge: 'known',
  state: 3,
  seconds: 1,
  bid: null,
  ask: null,
  bestBid: 1005,
  bestAsk: 1006,
  ...part,
})

describe('the account of a row', () => {
  it('conserves the quantity, and is never negative', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(1000), (up, start, end, traded) => {
        const { added, pulled } = accountOf(up, start, end, traded)
        expect(start + added - pulled - traded).toBe(end)
        expect(Math.min(added - up, pulled)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('counts a refill between two updates that trades prove', () => {
    expect(accountOf(0, 10, 10, 4)).toEqual({ added: 4, pulled: 0 })
  })
})

describe('the level under the cursor', () => {
  it('has the size, the age and the account of its bar', () => {
    const within = [
      readout({ bid: cell({ start: 2000, lots: 5000, up: 3000 }) }),
      readout({ bid: cell({ start: 5000, lots: 4000, up: 500, ageMs: 90_000, isAgeOpen: true }) }),
    ]
    expect(readLevel(within[1], within, { bid: 100, ask: 0 }, UNITS)).toEqual({
      knowledge: 'known',
      price: '100.0 – 100.9',
      sides: [
        {
          side: 'bid',
          size: '4',
          ageMs: 90_000,
          isAgeOpen: true,
          // 2 + 3.5 - 1 traded - 0.5 pulled = 4
          account: { added: '3.5', traded: '1', pulled: '0.5' },
        },
      ],
    })
  })

  it('has no account where the row was not known throughout, or trades do not fit the row', () => {
    const place = readout({ ask: cell({ lots: 10, start: Number.NaN }) })
    const accountOf = (within: HeatReadout[], traded: { bid: number; ask: number } | null) =>
      readLevel(place, within, traded, UNITS).sides[0].account
    const none = { bid: 0, ask: 0 }
    expect(accountOf([place], none)).toBeNull()
    expect(accountOf([readout({ knowledge: 'missing' }), place], none)).toBeNull()
    expect(accountOf([readout({}), place], null)).toBeNull()
    expect(accountOf([], none)).toBeNull()
    expect(accountOf([readout({}), place], none)).toEqual({ added: '0.01', traded: '0', pulled: '0' })
  })

  it('tells a size that was seen beyond the known prices from an unknown one', () => {
    const seen = readLevel(readout({ knowledge: 'unknown', bid: cell({ lots: 4000 }) }), [], null, UNITS)
    expect([seen.knowledge, seen.sides.map(({ size }) => size)]).toEqual(['seen', ['4']])
    expect(readLevel(readout({ knowledge: 'unknown' }), [], null, UNITS)).toMatchObject({
      knowledge: 'unknown',
      sides: [],
    })
  })

  it('has a single price in a row of one tick', () => {
    expect(readLevel(readout({ lowTick: 1003, highTick: 1003 }), [], null, UNITS)).toEqual({
      knowledge: 'known',
      price: '100.3',
      sides: [],
    })
  })
})

describe('trades of a bar within a row', () => {
  const bars = {
    step: 5,
    row: Int32Array.of(199, 200, 201, 202, 200),
    cellBid: Float64Array.of(1, 2, 3, 4, 50),
    cellAsk: Float64Array.of(10, 20, 30, 40, 500),
    cellStart: Uint32Array.of(0, 4, 5),
  }

  it('are those of the bar rows inside', () => {
    expect(tradedIn(bars, 0, 1000, 1009)).toEqual({ bid: 5, ask: 50 })
    expect(tradedIn(bars, 1, 1000, 1009)).toEqual({ bid: 50, ask: 500 })
  })

  it('are the whole volume of a bar from the trades of a market when all its rows are inside', () => {
    const tape = aggregateTrades(simulatedTape({ minutes: 3 }), { cycleMs: MINUTE_MS, step: 5 })
    const [low, high] = [tape.low[1], tape.high[1]].map((tick) => Math.floor(tick / 5) * 5)
    const traded = tradedIn(tape, 1, low, high + 4)
    expect(traded).toEqual({ bid: tape.bid[1], ask: tape.ask[1] })
    const place = readout({ bid: cell({ start: 10, lots: 10 }) })
    expect(readLevel(place, [place], traded, UNITS).sides[0].account).not.toBeNull()
  })

  it('give no account when its sums are not exact', () => {
    const place = readout({ bid: cell({ start: 10, lots: 10 }) })
    expect(readLevel(place, [place], { bid: 2 ** 53, ask: 0 }, UNITS).sides[0].account).toBeNull()
  })

  it('are unknown when a bar row reaches beyond', () => {
    expect(tradedIn(bars, 0, 1000, 1001)).toBeNull()
    expect(tradedIn(bars, 0, 1002, 1011)).toBeNull()
  })
})
