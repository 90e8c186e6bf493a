import type { Coordinates } from '@flowprint/chart'
import type { BigTrade } from '@flowprint/orderflow'
import { describe, expect, test } from 'vitest'
import { bubbleAt, greatestOf, placeBubbles } from '../../../src/features/order-flow/panels/big-trades/place-bubbles.ts'
import { barsOf } from '../bars.ts'

const bars = barsOf(Array.from({ length: 10 }, (_, i) => [i * 60_000, 100, 1, true] as const))
const trade = (firstTs: number, notional: number, price = 100) =>
  ({ id: String(firstTs), buy: true, firstTs, lastTs: firstTs, lots: notional / price, notional, usual: 1 }) as BigTrade

/** Columns of 100 px, prices of 10 px. `lane`: numbers are drawn, and the last 10 px of a column are for marks. */
const where = ({ columnPx = 100, visible = { from: 0, to: 9 }, lane = false } = {}) => ({
  bars,
  ratio: 1,
  width: 1000,
  height: 2000,
  visible,
  coordinates: {
    columnPx,
    xOfBar: (bar: number) => (bar + 0.5) * columnPx,
    indexOfTime: (t: number) => t / 60_000,
    yOfTick: (tick: number) => 2000 - tick * 10,
    laneOf: (bar: number) => (lane ? { x: (bar + 1) * columnPx - 5, width: 10 } : null),
  } as Coordinates,
})

describe('bubbles', () => {
  test('are placed next to the cells at the average price without covering numbers', () => {
    const [bubble] = placeBubbles([trade(90_000, 10_100, 101)], 'quote', 10_100, where({ lane: true }))
    expect([bubble.x, bubble.y, bubble.radius]).toEqual([195, 990, 6])
  })

  test('are centred in columns without numbers, limited in size', () => {
    const [bubble] = placeBubbles([trade(119_000, 100)], 'quote', 100, where())
    expect([bubble.x, bubble.radius]).toEqual([150, 9])
    expect(placeBubbles([trade(119_000, 100)], 'quote', 100, where({ columnPx: 10 }))[0].radius).toBe(5)
  })

  test('have an area proportional to notional or quantity, also at negative prices', () => {
    const trades = [trade(0, -40_000, -100), trade(60_000, 10_000)].map((each, n) => ({
      ...each,
      lots: n === 0 ? 400 : 1600,
    }))
    const radii = (unit: 'base' | 'quote') =>
      placeBubbles(trades, unit, greatestOf(trades, unit), { ...where(), height: 4000 }).map(
        ({ trade: { firstTs }, radius }) => [firstTs, radius],
      )
    expect(radii('quote')).toEqual([
      [0, 9],
      [60_000, 4.5],
    ])
    expect(radii('base')).toEqual([
      [60_000, 9],
      [0, 4.5],
    ])
  })

  test('are limited to the largest three per bar and one per 24 px', () => {
    const many = Array.from({ length: 2000 }, (_, i) => trade(i * 300, 100 * (1 + ((i * 7919) % 2000))))
    const shown = placeBubbles(many, 'quote', greatestOf(many, 'quote'), where({ visible: { from: 2, to: 7 } }))
    expect(shown.length).toBe(18)
    for (let bar = 2; bar <= 7; bar++) {
      const inside = many
        .filter(({ firstTs }) => Math.floor(firstTs / 60_000) === bar)
        .map(({ notional }) => Number(notional))
        .sort((a, b) => b - a)
      const drawn = shown
        .filter(({ trade: { firstTs } }) => Math.floor(firstTs / 60_000) === bar)
        .map(({ trade: { notional } }) => Number(notional))
      expect(drawn).toEqual(inside.slice(0, 3))
    }
    expect(placeBubbles(many, 'quote', 1, { ...where(), width: 240 }).length).toBe(10)
  })

  test('are hit within their radius, smaller ones on top first', () => {
    const bubbles = placeBubbles([trade(30_000, 10_000), trade(30_001, 100)], 'quote', 10_000, where())
    const at = (x: number, y: number) => bubbleAt(bubbles, { x, y, slack: 0, ratio: 1 })?.trade.notional
    expect([at(50, 1000), at(57, 1000), at(70, 1000)]).toEqual([100, 10_000, undefined])
  })
})
