import type { Places } from '@flowprint/chart'
import type { BigTrade } from '@flowprint/orderflow'
import { describe, expect, test } from 'vitest'
import { bubbleAt, greatestOf, placeBubbles } from '../../../src/features/order-flow/big-trades/place-bubbles.ts'
import { barsOf } from '../bars.ts'

const bars = barsOf(Array.from({ length: 10 }, (_, i) => [i * 60_000, 100, 1, true] as const))
const trade = (firstTs: number, notional: number, price = 100) =>
  ({ id: String(firstTs), buy: true, firstTs, lastTs: firstTs, lots: notional / price, notional, usual: 1 }) as BigTrade

/** Columns of 100 px, prices of 10 px. */
const where = (columnPx = 100, visible = { from: 0, to: 9 }) => ({
  bars, ratio: 1, width: 1000, height: 2000, visible,
  places: {
    columnPx, xOfEdge: (bar: number) => bar * columnPx, indexOfTime: (t: number) => t / 60_000, yOfTick: (tick: number) => 2000 - tick * 10,
  } as Places,
})

describe('bubbles', () => {
  test('lie at the average price and at their moment inside the bar', () => {
    const [bubble] = placeBubbles([trade(90_000, 10_100, 101)], 10_100, where())
    expect([bubble.x, bubble.y]).toEqual([150, 990])
  })

  test('stand in the middle of narrow columns', () => {
    const [bubble] = placeBubbles([trade(119_000, 100)], 100, where(10))
    expect(bubble.x).toBe(15)
  })

  test('grow in area with the notional, below zero as above it', () => {
    const [large, middle] = placeBubbles([trade(0, -40_000, -100), trade(60_000, 10_000)].map((each) => ({ ...each, lots: 400 })), 40_000, { ...where(), height: 4000 })
    expect(large.radius / middle.radius).toBeCloseTo(2)
  })

  test('are those of the visible bars, at most so many, the greatest', () => {
    const many = Array.from({ length: 2000 }, (_, i) => trade(i * 300, 100 * (1 + ((i * 7919) % 2000))))
    const shown = placeBubbles(many, greatestOf(many), where(100, { from: 2, to: 7 }))
    expect(shown.length).toBe(143)
    const inside = many.filter(({ firstTs }) => firstTs >= 120_000 && firstTs < 480_000).map(({ notional }) => Number(notional))
    const least = inside.sort((a, b) => b - a)[142]
    for (const { trade: { firstTs, notional } } of shown) expect([firstTs >= 120_000 && firstTs < 480_000, Number(notional) >= least]).toEqual([true, true])
  })

  test('a large one is hit on its ring and at its middle, and the small one on top of it first', () => {
    const bubbles = placeBubbles([trade(30_000, 10_000), trade(30_001, 100)], 10_000, where())
    const at = (x: number, y: number) => bubbleAt(bubbles, { x, y, slack: 0, ratio: 1 })?.trade.notional
    expect(bubbles[0].radius).toBeCloseTo(22)
    expect([at(50, 1000), at(72, 1000), at(62, 1000), at(80, 1000)]).toEqual([100, 10_000, undefined, undefined])
  })
})
