import { describe, expect, test } from 'vitest'
import { DAY_MS, aggregateTrades } from '@flowprint/orderflow'
import { DEMO_BTCUSD, DEMO_ETHUSD, simulateTrades } from '../../src/index.ts'

/** Monday to Thursday, 2026-05-11 to 14. */
const MONDAY = Date.UTC(2026, 4, 11)

function autocorrelation(values: Float64Array, lag: number): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let top = 0
  let bottom = 0
  for (let i = 0; i < values.length; i++) {
    bottom += (values[i] - mean) ** 2
    if (i >= lag) top += (values[i] - mean) * (values[i - lag] - mean)
  }
  return top / bottom
}

function quantile(values: ArrayLike<number>, q: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.floor(q * (sorted.length - 1))]
}

describe.each([
  { market: DEMO_BTCUSD, minDensity: 150, maxDensity: 400 },
  { market: DEMO_ETHUSD, minDensity: 80, maxDensity: 250 },
])('$market.symbol looks like a market', ({ market, minDensity, maxDensity }) => {
  const trades = simulateTrades({ seed: 11, market }, MONDAY, MONDAY + 4 * DAY_MS)
  const bars = aggregateTrades(trades, { cycleMs: 60_000, step: 1 })
  const { ts, price, qty, buy, length } = trades
  const perMinute = new Float64Array(4 * 1440)
  for (const at of ts) perMinute[Math.floor((at - MONDAY) / 60_000)]++

  test('density: the mean minute is within its bounds, a busy one has several times as many trades', () => {
    const mean = length / perMinute.length
    expect(mean).toBeGreaterThan(minDensity)
    expect(mean).toBeLessThan(maxDensity)
    expect(quantile(perMinute, 0.99)).toBeGreaterThan(2.5 * mean)
    expect(quantile(perMinute, 1)).toBeGreaterThan(4 * mean)
    expect(quantile(perMinute, 0)).toBeGreaterThan(0)
  })

  test('volatility clusters: sizes of returns correlate over minutes and still after half an hour; their tails are fat', () => {
    const returns = Float64Array.from({ length: bars.length - 1 }, (_, i) => bars.close[i + 1] - bars.close[i])
    const sizes = returns.map(Math.abs)
    expect(autocorrelation(sizes, 1)).toBeGreaterThan(0.1)
    expect(autocorrelation(sizes, 30)).toBeGreaterThan(0.02)
    expect(Math.abs(autocorrelation(returns, 1))).toBeLessThan(0.2)
    const variance = returns.reduce((sum, r) => sum + r * r, 0) / returns.length
    expect(returns.reduce((sum, r) => sum + r ** 4, 0) / returns.length / variance ** 2).toBeGreaterThan(5)
  })

  test('quiet hours: four in the morning UTC has less than half the trades of two in the afternoon', () => {
    const [four, two] = [4, 14].map((hour) => {
      let sum = 0
      for (let day = 0; day < 4; day++) for (let m = 0; m < 60; m++) sum += perMinute[day * 1440 + hour * 60 + m]
      return sum
    })
    expect(four).toBeLessThan(two / 2)
  })

  test('bursts: waiting times vary more than twice as much as those of independent arrivals', () => {
    let sum = 0
    let squares = 0
    for (let i = 1; i < length; i++) {
      sum += ts[i] - ts[i - 1]
      squares += (ts[i] - ts[i - 1]) ** 2
    }
    const mean = sum / (length - 1)
    expect(Math.sqrt(squares / (length - 1) - mean * mean) / mean).toBeGreaterThan(2)
  })

  test('sweeps: about every hundredth trade belongs to one side crossing four prices within two milliseconds', () => {
    let sweeps = 0
    for (let i = 0; i < length;) {
      const way = buy[i] === 1 ? 1 : -1
      let end = i + 1
      let levels = 1
      while (end < length && buy[end] === buy[i] && ts[end] - ts[i] <= 2 && (price[end] - price[end - 1]) * way >= 0) {
        if (price[end] !== price[end - 1]) levels++
        end++
      }
      if (levels >= 4) sweeps += end - i
      i = end
    }
    expect(sweeps / length).toBeGreaterThan(0.01)
    expect(sweeps / length).toBeLessThan(0.5)
  })

  test('bounce: when the side changes, the price usually moves by one tick', () => {
    let changes = 0
    let neighbours = 0
    for (let i = 1; i < length; i++) {
      if (buy[i] === buy[i - 1]) continue
      changes++
      if (Math.abs(price[i] - price[i - 1]) <= 1) neighbours++
    }
    expect(changes / length).toBeGreaterThan(0.1)
    expect(neighbours / changes).toBeGreaterThan(0.5)
  })

  test('sizes: most are small, one in a hundred is more than twenty times the median', () => {
    const middle = quantile(qty, 0.5)
    expect(quantile(qty, 0.99)).toBeGreaterThan(20 * middle)
    expect(quantile(qty, 0.25)).toBeLessThan(middle / 2)
  })

  test('round prices trade several times as much as their neighbours', () => {
    const grid = market.model.smallRoundTicks
    let round = 0
    for (let i = 0; i < length; i++) if (price[i] % grid === 0) round += qty[i]
    const all = qty.reduce((sum, lots) => sum + lots, 0)
    expect(round / all).toBeGreaterThan(3 / grid)
  })

  test('continuity: the first trade of a minute is within the reach of the adjacent minutes', () => {
    const span = quantile(
      Float64Array.from(bars.high, (high, i) => high - bars.low[i]),
      0.5,
    )
    const gaps = Float64Array.from({ length: bars.length - 1 }, (_, i) => Math.abs(bars.open[i + 1] - bars.close[i]))
    expect(quantile(gaps, 0.5)).toBeLessThan(span * 0.15)
    expect(quantile(gaps, 0.99)).toBeLessThan(span * 1.5)
  })
})

test('both markets of a seed correlate but differ', () => {
  const closes = [DEMO_BTCUSD, DEMO_ETHUSD].map((market) => {
    const { close } = aggregateTrades(simulateTrades({ seed: 11, market }, MONDAY, MONDAY + 2 * DAY_MS), {
      cycleMs: 300_000,
      step: 1,
    })
    return Float64Array.from({ length: close.length - 1 }, (_, i) => close[i + 1] - close[i])
  })
  const [a, b] = closes
  const n = Math.min(a.length, b.length)
  let ab = 0
  let aa = 0
  let bb = 0
  for (let i = 0; i < n; i++) {
    ab += a[i] * b[i]
    aa += a[i] ** 2
    bb += b[i] ** 2
  }
  const correlation = ab / Math.sqrt(aa * bb)
  expect(correlation).toBeGreaterThan(0.25)
  expect(correlation).toBeLessThan(0.95)
})
