import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import { createSimulatedBook, createSimulatedDerivatives, DEMO_MARKETS, simulateTrades } from '../../src/index.ts'

const WEDNESDAY = Date.UTC(2026, 4, 13)
const WORLD_BEGINS = 803 * 32_768 * 60_000

describe.each(DEMO_MARKETS)('the derivatives data of $symbol', (market) => {
  const options = { seed: 7, market }
  const from = WEDNESDAY + 12 * HOUR_MS
  const to = from + 6 * HOUR_MS
  const shared = createSimulatedDerivatives(options)
  const liquidations = shared.liquidations(from, to)
  const day = shared.stats(WEDNESDAY, WEDNESDAY + DAY_MS)

  test('any split of a range gives exactly the liquidations and statistics of the whole', () => {
    const end = from + 30 * MINUTE_MS
    const cuts = fc.array(fc.integer({ min: from, max: end }), { maxLength: 4 })
    fc.assert(
      fc.property(cuts, fc.boolean(), (inner, isFresh) => {
        const edges = [from, ...inner.sort((a, b) => a - b), end]
        const open = () => (isFresh ? createSimulatedDerivatives(options) : shared)
        const ranges = edges.slice(1).map((until, i) => [edges[i], until] as const)
        const read = ranges.toReversed().map(([start, until]) => open().liquidations(start, until))
        expect(read.toReversed().flat()).toEqual(liquidations.filter(({ t }) => t < end))
        expect(ranges.flatMap(([start, until]) => open().stats(start, until))).toEqual(
          day.filter(({ t }) => t >= from && t < end),
        )
      }),
      { numRuns: 10 },
    )
  })

  test('every liquidation is a simulated trade: same id, time, price and quantity, on the side that closes the position', () => {
    const trades = simulateTrades(options, from, to)
    const byId = new Map(Array.from(trades.id, (id, i) => [id, i]))
    const expected = liquidations.map(({ tradeId }) => {
      const i = byId.get(tradeId) ?? -1
      const position = trades.buy[i] === 1 ? 'short' : 'long'
      return { t: trades.ts[i], tradeId: trades.id[i], price: trades.price[i], lots: trades.qty[i], position }
    })
    expect(liquidations).toEqual(expected)
    expect(new Set(liquidations.map(({ tradeId }) => tradeId)).size).toBe(liquidations.length)
  })

  test('liquidations are sweeps of both sides, rare among trades, and come in bursts', () => {
    const { length } = simulateTrades(options, from, to)
    expect(liquidations.length).toBeGreaterThan(50)
    expect(liquidations.length / length).toBeLessThan(0.03)
    expect(new Set(liquidations.map(({ position }) => position)).size).toBe(2)
    const prices = new Map<string, Set<number>>()
    for (const { t, price, position } of liquidations) {
      // A sweep lasts at most 2 ms, so it may touch two of these buckets; three prices then lie in one of two.
      const key = `${position} ${Math.floor(t / 1000)}`
      prices.set(key, (prices.get(key) ?? new Set()).add(price))
    }
    const whole = [...prices.values()].filter((set) => set.size >= 3)
    expect(whole.length / prices.size).toBeGreaterThan(0.95)
    const minutes = new Set(liquidations.map(({ t }) => Math.floor(t / MINUTE_MS)))
    expect(minutes.size).toBeLessThan(liquidations.length / 4)
  })

  test('open interest is a smooth path of whole lots: it moves at most 0.5 % a minute, and by more than 1 % over a day', () => {
    const lots = day.map(({ openInterestLots }) => openInterestLots)
    expect(lots.every((value) => Number.isSafeInteger(value) && value > 0)).toBe(true)
    const jumps = lots.slice(1).map((value, i) => Math.abs(value / lots[i] - 1))
    expect(Math.max(...jumps)).toBeLessThan(0.005)
    expect(Math.max(...lots) / Math.min(...lots)).toBeGreaterThan(1.01)
  })

  test('the mark price stays within 0.05 % of the mid', () => {
    const book = createSimulatedBook(options)
    for (const { t, markTicks } of day.filter((_, i) => i % 60 === 7)) {
      const { bidTicks, askTicks } = book.snapshotAt(t + 1)
      expect(Number.isSafeInteger(markTicks)).toBe(true)
      expect(Math.abs(markTicks / ((bidTicks[0] + askTicks[0]) / 2) - 1)).toBeLessThan(0.0005)
    }
  })

  test('funding is paid every 8 hours, at the rate estimated just before', () => {
    const paid = day.filter(({ paidRateE8 }) => paidRateE8 !== null)
    expect(paid.map(({ t }) => t)).toEqual([0, 8, 16].map((hour) => WEDNESDAY + hour * HOUR_MS))
    for (const { t, paidRateE8 } of paid.slice(1)) {
      const { fundingRateE8, nextFundingMs } = day[(t - WEDNESDAY) / MINUTE_MS - 1]
      expect(nextFundingMs).toBe(t)
      expect(Math.abs(fundingRateE8 - (paidRateE8 ?? Number.NaN))).toBeLessThan(100)
    }
    expect(day.every(({ fundingRateE8 }) => Math.abs(fundingRateE8) <= 30_000)).toBe(true)
  })

  test('there is nothing before the world begins; a bound that is not finite is rejected', () => {
    expect(shared.liquidations(WORLD_BEGINS - HOUR_MS, WORLD_BEGINS)).toEqual([])
    expect(shared.stats(WORLD_BEGINS - HOUR_MS, WORLD_BEGINS + 1).map(({ t }) => t)).toEqual([WORLD_BEGINS])
    expect(() => shared.stats(Number.NaN, 0)).toThrow('a range of finite times')
  })
})
