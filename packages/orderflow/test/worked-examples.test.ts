import { describe, expect, test } from 'vitest'
import {
  aggregateTrades,
  analyzeBars,
  applyCoverage,
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  composeBars,
  DEFAULT_SETTINGS,
  findGaps,
  parseSettings,
  pocRow,
  profilePoc,
  profileValueArea,
  rangeProfile,
  RecentTape,
  recommendStep,
  rowsSwept,
  spanOfTrades,
  valueArea,
} from '@flowprint/orderflow'
import { makeBars, repeatBar } from './support/make-bars.ts'
import { makeTrades } from './support/make-trades.ts'

const units = { units: { tickSize: '1', lotSize: '1' } }
const sample = (cycleMs: number, count: number, span: number) => ({
  cycleMs,
  spans: new Float64Array(count).fill(span),
})

/** The examples computed by hand in docs/formulas, so that page and engine cannot drift apart. */
describe('worked examples of docs/formulas', () => {
  const noon = Date.UTC(2025, 5, 21, 12)

  test('bars-and-delta.md: two minutes at 0.05, and both as one bar', () => {
    const bars = aggregateTrades(
      makeTrades([
        [noon + 1_000, 8328, 100, 'B'],
        [noon + 20_000, 8324, 300, 'S'],
        [noon + 41_000, 8326, 250, 'B'],
        [noon + 60_000, 8325, 50, 'S'],
      ]),
      { cycleMs: 60_000, step: 5 },
    )
    expect([...bars.t]).toEqual([noon, noon + 60_000])
    expect([bars.open[0], bars.high[0], bars.low[0], bars.close[0]]).toEqual([8328, 8328, 8324, 8326])
    expect([[...bars.bid], [...bars.ask]]).toEqual([
      [300, 50],
      [350, 0],
    ])
    expect([[...bars.minDelta], [...bars.maxDelta]]).toEqual([
      [-200, -50],
      [100, 0],
    ])
    expect([...bars.row]).toEqual([1664, 1665, 1665])
    expect(1665 * 5 * bars.cellAsk[1] + (bars.cellAskOffset?.[1] ?? NaN)).toBe(2_914_300)
    const whole = composeBars(bars, 300_000)
    expect([whole.ask[0] - whole.bid[0], whole.minDelta[0], whole.maxDelta[0]]).toEqual([0, -200, 100])
  })

  test('point-of-control.md: three equal rows', () => {
    const volumes = [
      [1662, 200],
      [1663, 450],
      [1664, 300],
      [1665, 450],
      [1666, 450],
      [1667, 100],
    ] as const
    const poc = (volumeOf1665: number) => {
      const cells = volumes.map(([row, volume]) => [row, row === 1665 ? volumeOf1665 : volume, 0] as const)
      return pocRow(makeBars([{ cells, low: 8313, high: 8338, close: 8331 }], { step: 5 }), 0)
    }
    expect([poc(450), poc(440)]).toEqual([1665, 1666])
  })

  test('value-area.md: as a bar and as a profile', () => {
    const bars = makeBars([
      {
        cells: [
          [0, 60, 0],
          [1, 140, 0],
          [2, 110, 0],
          [3, 350, 0],
          [4, 110, 0],
          [6, 230, 0],
        ],
      },
    ])
    expect(valueArea(bars, 0, '70')).toEqual({ valRow: 1, vahRow: 4 })
    expect(profileValueArea(rangeProfile(bars), '70')).toEqual({ valRow: 1, vahRow: 5 })
  })

  test('volume-profile.md: two bars', () => {
    const profile = rangeProfile(
      makeBars([
        {
          cells: [
            [10, 1, 2],
            [11, 3, 0],
          ],
        },
        {
          cells: [
            [11, 1, 1],
            [14, 0, 5],
          ],
        },
      ]),
    )
    expect([profilePoc(profile), profileValueArea(profile, '70')]).toEqual([11, { valRow: 10, vahRow: 14 }])
  })

  test('precision.md: LTC at 1m, 5m and 2h', () => {
    const samples = [
      sample(15_000, 500, 3),
      sample(60_000, 500, 12),
      sample(300_000, 384, 24),
      sample(7_200_000, 17, 120),
    ]
    const step = (cycleMs: number, stored: number | null = null) =>
      recommendStep({ tickSize: '0.01', cycleMs, samples, price: 8300, stored })
    expect([step(60_000), step(300_000), step(300_000, 5), step(300_000, 1), step(7_200_000)]).toEqual([2, 5, 5, 5, 10])
  })

  test('completeness.md: one gap in a file of five trades', () => {
    const trades = makeTrades([
      [noon + 30_000, 1, 1, 'B', { id: 500 }],
      [noon + 110_000, 1, 1, 'B', { id: 501 }],
      [noon + 130_000, 1, 1, 'B', { id: 506 }],
      [noon + 180_000, 1, 1, 'B', { id: 507 }],
      [noon + 299_999, 1, 1, 'B', { id: 508 }],
    ])
    const gaps = findGaps(trades, 'contiguous')
    expect(gaps.map(({ missing }) => missing)).toEqual([4])
    const states = (wholeDays: boolean) => {
      const bars = aggregateTrades(trades, { cycleMs: 60_000, step: 1 })
      const span = spanOfTrades(trades, wholeDays)
      applyCoverage(
        bars,
        gaps.map((gap) => ({ ...gap, state: 'lost' as const })),
        span === null ? [] : [span],
      )
      return [...bars.state]
    }
    const [c, i] = [BAR_COMPLETE, BAR_INCOMPLETE]
    expect([states(false), states(true)]).toEqual([
      [i, i, i, c, c],
      [c, i, i, c, c],
    ])
  })

  test('unfinished-auction.md: five cells of a hundred lots', () => {
    const settings = parseSettings({ unfinished: { show: true } })
    const isUnfinished = (bid: number, ask: number) => {
      const bars = makeBars([
        {
          cells: [
            [0, 98 - bid - ask, 1],
            [1, 0, 1],
            [2, bid, ask],
          ],
          close: 1,
        },
      ])
      return analyzeBars(bars, settings, units).signals.unfinished.some(({ side }) => side === 'high')
    }
    expect([isUnfinished(2, 11), isUnfinished(2, 10), isUnfinished(1, 11)]).toEqual([true, false, false])
  })

  test('absorption.md: thirty lots in the two highest of eight rows', () => {
    const quiet = { cells: Array.from({ length: 8 }, (_, row) => [row, 5, 5] as const), close: 3 }
    const sides = (bought: number, nextHigh: number) => {
      const cells = [
        [0, 3, 0],
        [1, 3, 0],
        [6, 20, bought - 1],
        [7, 0, 1],
      ] as const
      const bars = makeBars([
        ...repeatBar(10, quiet),
        { cells, close: 3 },
        {
          cells: [
            [3, 1, 1],
            [nextHigh, 0, 1],
          ],
        },
      ])
      return analyzeBars(bars, DEFAULT_SETTINGS, units).signals.absorptions.map(({ side, lowRow, highRow }) => [
        side,
        lowRow,
        highRow,
      ])
    }
    expect([sides(30, 7), sides(29, 7), sides(30, 8)]).toEqual([[['high', 6, 7]], [], []])
  })

  test('exhaustion.md: four rows that thin out', () => {
    const sides = (sold: number) => {
      const cells = [
        [0, sold, 0],
        [1, sold, 0],
        [2, 0, 20],
        [3, 0, 10],
        [4, 0, 5],
        [5, 0, 2],
      ] as const
      return analyzeBars(makeBars([{ cells, close: 0 }]), DEFAULT_SETTINGS, units).signals.exhaustions.map(
        ({ side }) => side,
      )
    }
    expect([sides(11), sides(12)]).toEqual([['high'], []])
  })

  test('time-and-sales.md: six trades are four rows', () => {
    const tape = new RecentTape(1000)
    tape.add(
      makeTrades([
        [noon, 8329, 400, 'B'],
        [noon, 8330, 1000, 'B'],
        [noon + 100, 8332, 600, 'B'],
        [noon + 101, 8331, 200, 'S'],
        [noon + 102, 8332, 100, 'B'],
        [noon + 203, 8333, 100, 'B'],
      ]),
    )
    const rows = (unit: 'base' | 'quote', atLeast: number) => tape.rows({ merge: true, unit, atLeast }, 200)
    expect(rows('base', 0).map(({ trades }) => trades)).toEqual([1, 1, 1, 3])
    const sweep = rows('base', 0)[3]
    expect(sweep).toMatchObject({ first: 8329, last: 8332, lots: 2000, notional: 16_660_800, trades: 3 })
    expect([Number(sweep.notional) / Number(sweep.lots), rowsSwept(sweep, 5)]).toEqual([8330.4, 2])
    expect(rows('base', 200).map(({ trades }) => trades)).toEqual([1, 3])
    // 16.67 of quote is 1,667,000 ticks x lots.
    expect(rows('quote', 1_667_000).map(({ trades }) => trades)).toEqual([3])
  })
})
