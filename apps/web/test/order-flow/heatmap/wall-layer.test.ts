import type { Coordinates, DrawnWall } from '@flowprint/chart'
import { ASK, BID } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { placeWalls, wallAt } from '../../../src/features/order-flow/panels/heatmap/wall-layer.ts'

/** Bars of one minute every 60 px from x 0, rows of 10 px above y 200. */
const coordinates = {
  indexOfTime: (t: number) => t / 60_000,
  xOfEdge: (index: number) => index * 60,
  yOfTickEdge: (tick: number) => 200 - tick * 5,
} as unknown as Coordinates
const place = { coordinates, ratio: 1, width: 600, height: 200 }

const wall = (part: Partial<DrawnWall>): DrawnWall => ({
  side: BID,
  row: 5,
  born: 120_000,
  state: 'fresh',
  tests: 0,
  ended: null,
  bornLots: 100,
  maxLots: 100,
  lots: 100,
  filled: 0,
  pulled: 0,
  intervalMs: 60_000,
  step: 2,
  qtyUnit: '0.1',
  ...part,
})

describe('walls on the chart', () => {
  it('reach from the interval of their birth to the end of their last one, or to the edge of the pane', () => {
    expect(placeWalls([wall({})], place)).toMatchObject([{ left: 120, right: 600, top: 140, bottom: 150 }])
    const ended = wall({ ended: 240_000, state: 'pulled' })
    expect(placeWalls([ended], place)).toMatchObject([{ left: 120, right: 300 }])
  })

  it('stay visible where rows are lower than a pixel', () => {
    const flat = { ...coordinates, yOfTickEdge: (tick: number) => 200 - tick / 10 } as unknown as Coordinates
    const [{ top, bottom }] = placeWalls([wall({})], { ...place, coordinates: flat })
    expect(bottom - top).toBeGreaterThanOrEqual(2)
  })

  it('are left out beyond the pane', () => {
    expect(placeWalls([wall({ row: 40 }), wall({ row: -5 }), wall({ born: 700_000 })], place)).toEqual([])
    expect(placeWalls([wall({ born: -900_000, ended: -300_000, state: 'filled' })], place)).toEqual([])
  })

  it('are limited to the largest ended ones, below the live ones', () => {
    const ended = Array.from({ length: 60 }, (_, n) => wall({ ended: 240_000, state: 'filled', maxLots: n + 1 }))
    const placed = placeWalls([wall({ side: ASK }), ...ended], place)
    expect(placed).toHaveLength(41)
    expect(placed.at(-1)?.wall.ended).toBeNull()
    expect(Math.min(...placed.map(({ wall: { maxLots } }) => maxLots))).toBe(21)
  })

  it('are found under the pointer, the smallest of those that overlap first', () => {
    const [large, small] = [wall({ maxLots: 900 }), wall({ maxLots: 50, side: ASK })]
    const placed = placeWalls([small, large], place)
    expect(wallAt(placed, { x: 300, y: 145, slack: 4 })?.wall).toBe(small)
    expect(wallAt(placed, { x: 300, y: 151, slack: 4 })?.wall).toBe(small)
    expect(wallAt(placed, { x: 300, y: 160, slack: 4 })).toBeNull()
    expect(wallAt(placed, { x: 100, y: 145, slack: 4 })).toBeNull()
  })
})
