import { describe, expect, test } from 'vitest'
import {
  aggregateTrades,
  analyzeBars,
  annualFundingRate,
  applyCoverage,
  ASK,
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BID,
  Book,
  bookImbalance,
  composeBars,
  composeColumns,
  DEFAULT_SETTINGS,
  findGaps,
  findWalls,
  foldLiquidations,
  foldStats,
  fundingCost,
  HOUR_MS,
  liquidityOf,
  parseSettings,
  PracticeSession,
  practiceMoneyText,
  computePracticeStatistics,
  pocRow,
  percentFrom,
  profilePoc,
  profileValueArea,
  rangeProfile,
  RecentTape,
  relativeVolume,
  recommendStep,
  restingIntensity,
  restingLimit,
  restingValue,
  roundScore,
  rowsSwept,
  scanValues,
  spanOfTrades,
  TradedRows,
  valueArea,
} from '@flowprint/orderflow'
import { makeColumns } from './depth/make-columns.ts'
import { makeLiquidations, makeStats } from './derivatives/make-derivatives.ts'
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

  test('resting-volume.md: four seconds, and five values on a screen', () => {
    const seconds = makeColumns([2, 8, 0, 5].map((lots) => ({ cells: [[BID, 9, lots]] })))
    const columns = composeColumns([seconds], { intervalMs: 4000, fromMs: 0, toMs: 4000 })
    const values = (['end', 'mean', 'min', 'max'] as const).map((value) => restingValue(columns, 0, 0, value))
    expect(values).toEqual([5, 3.75, 0, 8])
    const screen = makeColumns([{ cells: [1, 2, 3, 4, 100].map((lots, row) => [BID, row, lots]) }])
    const limit = restingLimit(screen, 'end', { by: 'percentile', percentile: 80 })
    expect([limit, restingIntensity(3, limit), restingIntensity(100, limit)]).toEqual([4, 0.75, 1])
    expect(restingIntensity(3, restingLimit(screen, 'end', { by: 'max' }))).toBe(0.03)
  })

  test('stacked-and-pulled.md: three rows', () => {
    expect(liquidityOf(5, 3, 6, 5)).toEqual({ added: 6, removed: 8, pulled: 3 })
    expect(liquidityOf(4, 0, 0, 4)).toEqual({ added: 0, removed: 4, pulled: 0 })
    expect(liquidityOf(7, 7, 0, 3)).toEqual({ added: 3, removed: 3, pulled: 0 })
  })

  test('book-imbalance.md: three levels a side', () => {
    const book = new Book()
    book.apply({
      events: 1,
      t: Float64Array.of(0),
      end: Uint32Array.of(6),
      side: Uint8Array.of(BID, BID, BID, ASK, ASK, ASK),
      ticks: Float64Array.of(99, 98, 96, 101, 102, 104),
      lots: Float64Array.of(6, 4, 50, 3, 2, 100),
    })
    book.setWindow({ low: 90, high: 110 })
    const within = [0, 2, 3, 10].map((distance) => bookImbalance(book, distance))
    expect(within).toEqual([3 / 9, 5 / 15, -45 / 165, NaN])
  })

  test('walls.md: a wall that is mostly filled', () => {
    const walls = (lots: readonly number[]) => {
      const columns = makeColumns(
        lots.map((held) => ({
          cells: Array.from({ length: 10 }, (_, k) => [BID, 90 + k, k === 5 ? held : 10] as const),
          bestBid: 99,
          bestAsk: 100,
        })),
      )
      const traded = lots.map((_, i) => {
        const rows = new TradedRows(1)
        rows.add(BID, 95, [0, 40, 15][i])
        return rows
      })
      return findWalls(columns, traded, { ratio: '3', distance: 20 })
    }
    const [wall] = walls([100, 60, 40])
    expect(wall).toMatchObject({ tests: 1, state: 'filled', ended: 2000, filled: 55, pulled: 5 })
    expect([55 / 60, 5 / 60].map((share) => Math.round(100 * share))).toEqual([92, 8])
    expect(walls([29])).toEqual([])
  })

  test('liquidation-volume.md: three minutes, one of them covered in part', () => {
    const liquidations = makeLiquidations([
      [noon + 59_999, 'long', 8320, 4],
      [noon + 60_000, 'long', 8310, 6],
      [noon + 80_000, 'short', 8330, 5],
    ])
    const bars = { starts: Float64Array.of(noon, noon + 60_000, noon + 120_000), end: noon + 180_000 }
    const sums = (isComplete: boolean) =>
      foldLiquidations(
        liquidations,
        [
          { from: noon, to: noon + 90_000, isComplete },
          { from: noon + 120_000, to: noon + 180_000, isComplete: true },
        ],
        bars,
      )
    const { longLots, longValue, shortLots, shortValue, coveredMs, isLowerBound } = sums(true)
    expect([[...longLots], [...longValue]]).toEqual([
      [4, 6, 0],
      [33_280, 49_860, 0],
    ])
    expect([[...shortLots], [...shortValue]]).toEqual([
      [0, 5, 0],
      [0, 41_650, 0],
    ])
    expect([[...coveredMs], [...isLowerBound]]).toEqual([
      [60_000, 30_000, 60_000],
      [0, 1, 0],
    ])
    expect([...sums(false).isLowerBound]).toEqual([1, 1, 0])
  })

  test('open-interest-change.md: two bars of three minutes', () => {
    const values = [500, 520, null, 490, 505, null, 530]
    const fold = (list: readonly (number | null)[]) =>
      foldStats(
        makeStats(
          list.flatMap((openInterest, k) =>
            openInterest === null ? [] : [{ t: noon + (k - 1) * 60_000, openInterest }],
          ),
        ),
        { starts: Float64Array.of(noon, noon + 180_000), end: noon + 360_000 },
      )
    const bars = fold(values)
    expect([[...bars.open], [...bars.high], [...bars.low], [...bars.close]]).toEqual([
      [520, 505],
      [520, 530],
      [490, 505],
      [490, 530],
    ])
    expect([[...bars.change], [...bars.minutes]]).toEqual([
      [-10, 40],
      [2, 2],
    ])
    expect([...fold(values.with(3, null)).change]).toEqual([NaN, NaN])
  })

  test('funding.md: half a coin at 40,000', () => {
    const cost = (position: 'long' | 'short', rate: number) => fundingCost({ position, value: 0.5 * 40_000 }, rate)
    expect([cost('long', 0.0001), cost('short', 0.0001), cost('long', -0.0000125)]).toEqual([2, -2, -0.25])
    expect([1, 4, 8].map((hours) => annualFundingRate(1, hours * HOUR_MS))).toEqual([8760, 2190, 1095])
    expect(annualFundingRate(0.0001, 8 * HOUR_MS)).toBeCloseTo(0.1095, 15)
    expect(annualFundingRate(-0.0000125, HOUR_MS)).toBeCloseTo(-0.1095, 15)
  })

  test('practice.md: a long with a stop and a target', () => {
    const options = { startMs: noon, startTick: 4_000_000, makerPpm: 200, takerPpm: 500, slippageTicks: 1 }
    const session = new PracticeSession({ options, entries: [], books: [] })
    session.act({
      kind: 'place',
      side: 'buy',
      type: 'limit',
      lots: 500,
      tick: 3_999_000,
      reduceOnly: false,
      stopTick: 3_998_000,
      targetTick: 4_001_000,
    })
    session.advance(
      makeTrades([
        [noon + 1_000, 3_999_000, 900, 'S'],
        [noon + 2_000, 3_998_900, 300, 'S'],
        [noon + 3_000, 3_998_800, 400, 'S'],
        [noon + 9_000, 4_001_100, 200, 'B'],
        [noon + 10_000, 3_997_900, 50, 'S'],
        [noon + 11_000, 3_997_800, 600, 'S'],
      ]),
      noon + 11_000,
    )
    const state = session.state()
    expect(state.fills.map(({ tick, lots, assumption }) => [tick, lots, assumption])).toEqual([
      [3_999_000, 300, 'through'],
      [3_999_000, 200, 'through'],
      [4_001_000, 200, 'through'],
      [3_997_799, 300, 'next trade'],
    ])
    const units = { tickSize: '0.01', lotSize: '0.001' }
    const [trip] = state.trips
    expect([trip.gross, trip.fees, trip.net].map((money) => practiceMoneyText(money, units))).toEqual([
      '0.397',
      '11.5960985',
      '-11.1990985',
    ])
    expect([trip.mae, trip.mfe, trip.durationMs]).toEqual([{ num: 1_201n, den: 1n }, { num: 2_100n, den: 1n }, 9_000])
    expect(computePracticeStatistics(state)).toMatchObject({ trades: 1, losses: 1, winRate: 0, inMarketMs: 9_000 })
  })

  test('scanner.md: a bar after twenty of 10 lots', () => {
    const before = Array.from({ length: 20 }, () => ({ cells: [[200, 5, 5]] as const }))
    const missing = { cells: [[200, 500, 0]] as const, state: BAR_INCOMPLETE }
    const last = {
      cells: [
        [200, 3, 0],
        [205, 0, 27],
      ] as const,
      open: 200,
      close: 205,
    }
    const bars = makeBars([...before, missing, last])
    expect(relativeVolume(bars, 21)).toBe(3)
    expect(relativeVolume(bars, 19)).toBeNull()
    const distance = (price: number, reference: number) => roundScore(percentFrom(price, reference))
    expect([distance(205, 200), distance(205, 204), distance(205, 210)]).toEqual([2.5, 0.4902, -2.381])
    const settings = parseSettings({ vwap: { anchor: 'day' } })
    const values = scanValues(bars, analyzeBars(bars, settings, units), { zonesBefore: [], bigTrades: [], dayPoc: 210 })
    expect(values).toMatchObject({ relativeVolume: 3, deltaShare: 80, change: 2.5 })
    expect(roundScore(values.pocDistance as number)).toBe(-2.381)
  })
})
