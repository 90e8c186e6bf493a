import {
  BAR_INCOMPLETE,
  type Bars,
  BID,
  composeColumns,
  type DepthColumns,
  findWalls,
  MINUTE_MS,
  sliceColumns,
  TradedRows,
} from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { NO_WALLS, WALL_REACH, WallFollower } from '../../../src/workers/depth/wall-follower.ts'
import { barsOf, type Trade } from '../../order-flow/bars.ts'
import { FakeDepth } from './fake-depth.ts'

const START = 1_700_000_040_000
const END = START + 5 * MINUTE_MS
const WALL_TICK = 990
/** Lots of the book's unit per lot of the trades. */
const FACTOR = 10

/** A wall of 900 at 990 from minute 1 on, 300 of it sold in minute 2 and all but 100 withdrawn in minute 3. */
function market(): { readonly depth: FakeDepth; readonly bars: Bars } {
  const depth = new FakeDepth(START - MINUTE_MS)
  depth.change([[BID, WALL_TICK, 900]], START + MINUTE_MS + 10_000)
  depth.change([[BID, WALL_TICK, 600]], START + 2 * MINUTE_MS + 30_000)
  depth.change([[BID, WALL_TICK, 100]], START + 3 * MINUTE_MS + 5_000)
  depth.change([], END + 1, END + 1)
  const trades: Trade[] = Array.from({ length: 6 }, (_, minute): Trade => [START + minute * MINUTE_MS, 1001, 1, true])
  trades.push([START + 2 * MINUTE_MS + 30_000, WALL_TICK, 30, false])
  return { depth, bars: barsOf(trades) }
}

const followed = (parts: readonly DepthColumns[], bars: Bars, ratio = 10) => ({ parts, bars, ratio, factor: FACTOR })

describe('walls of the heatmap', () => {
  it('are born, tested and pulled, with what the bars say was traded', () => {
    const { depth, bars } = market()
    const follower = new WallFollower()
    expect(follower.follow(followed([depth.columns(START, END, 1000)], bars))).toBe(true)
    const { walls, intervalMs, to, step } = follower.list
    expect({ intervalMs, to, step }).toEqual({ intervalMs: MINUTE_MS, to: END, step: 2 })
    expect(walls).toHaveLength(1)
    expect(walls[0]).toMatchObject({
      side: BID,
      row: WALL_TICK / 2,
      born: START + MINUTE_MS,
      tests: 1,
      filled: 30 * FACTOR,
      pulled: 500,
      state: 'pulled',
      ended: START + 3 * MINUTE_MS,
    })
  })

  it('are the same column by column as at once', () => {
    const { depth, bars } = market()
    const whole = depth.columns(START, END, 1000)
    const follower = new WallFollower()
    const parts: DepthColumns[] = []
    for (let t = START; t < END; t += 10_000) {
      parts.push(sliceColumns(whole, t, t + 10_000))
      follower.follow(followed(parts, bars))
    }
    const columns = composeColumns([whole], { intervalMs: MINUTE_MS, fromMs: START, toMs: END })
    const traded = Array.from({ length: columns.length }, (_, i) => {
      const rows = new TradedRows(2)
      rows.addBar(bars, i, FACTOR)
      return rows
    })
    const expected = findWalls(columns, traded, { ratio: '10', distance: WALL_REACH * 2 })
    expect(expected).toHaveLength(1)
    expect(follower.list.walls).toEqual(expected)
  })

  it('do not change while no interval ended, and wait for the bar of an interval', () => {
    const { depth, bars } = market()
    const whole = depth.columns(START, END, 1000)
    const follower = new WallFollower()
    const early = followed([sliceColumns(whole, START, START + 90_000)], bars)
    expect(follower.follow(early)).toBe(true)
    expect(follower.list.to).toBe(START + MINUTE_MS)
    expect(follower.follow(early)).toBe(false)
    // The bars end with the second minute.
    const few = barsOf([
      [START, 1001, 1, true],
      [START + MINUTE_MS, 1001, 1, true],
    ])
    follower.follow(followed([whole], few))
    expect(follower.list.to).toBe(START + 2 * MINUTE_MS)
  })

  it('are evaluated again when bars changed', () => {
    const { depth, bars } = market()
    const columns = depth.columns(START, END, 1000)
    const follower = new WallFollower()
    follower.follow(followed([columns], bars))
    const trades: Trade[] = Array.from({ length: 6 }, (_, minute): Trade => [START + minute * MINUTE_MS, 1001, 1, true])
    trades.push([START + 2 * MINUTE_MS + 30_000, WALL_TICK, 30, false])
    trades.push([START + 3 * MINUTE_MS + 5_000, WALL_TICK, 50, false])
    expect(follower.follow(followed([columns], barsOf(trades)))).toBe(true)
    expect(follower.list.walls[0]).toMatchObject({ state: 'filled', filled: 80 * FACTOR, pulled: 0 })
  })

  it('are lost where trades are missing', () => {
    const { depth, bars } = market()
    const state = bars.state.slice()
    state[2] = BAR_INCOMPLETE
    const follower = new WallFollower()
    follower.follow(followed([depth.columns(START, END, 1000)], { ...bars, state }))
    expect(follower.list.walls[0]).toMatchObject({ state: 'lost', ended: START + 2 * MINUTE_MS })
  })

  it('are compared at the columns where these are longer than the bars', () => {
    const { depth } = market()
    const bars = barsOf(
      Array.from({ length: 100 }, (_, i): Trade => [START + i * 5_000, 1001, 1, true]),
      5_000,
    )
    const follower = new WallFollower()
    follower.follow(followed([depth.columns(START, END, MINUTE_MS)], bars))
    expect(follower.list).toMatchObject({ intervalMs: MINUTE_MS, to: END })
    expect(follower.list.walls[0]).toMatchObject({ born: START + MINUTE_MS, filled: 0 })
  })

  it('are none for bars without a fixed length or with coarser rows', () => {
    const { depth, bars } = market()
    const parts = [depth.columns(START, END, 1000)]
    const follower = new WallFollower()
    follower.follow(followed(parts, bars))
    expect(follower.follow(followed(parts, { ...bars, cycleMs: 0 }))).toBe(true)
    expect(follower.list).toBe(NO_WALLS)
    follower.follow(followed(parts, barsOf([[START, 1001, 1, true]], MINUTE_MS, 4)))
    expect(follower.list).toBe(NO_WALLS)
  })
})
