import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aggregateTrades,
  barsEqual,
  BarArena,
  composeBars,
  concatBars,
  CYCLES,
  emptyBars,
  firstDifference,
  lotsAt,
  regroupBars,
  sliceBars,
  sumDelta,
  sumVolume,
  type Bars,
} from '@flowprint/orderflow'
import { MAX_LOTS } from '../../src/units/lots.ts'
import { exactBars, exactBarsOfTrades, exactRawPocs, overflowingTape } from '../support/exact-bars.ts'
import { makeTrades, type TradeSketch } from '../support/make-trades.ts'
import { MINUTE_MS, HOUR_MS } from '../../src/index.ts'

const MAX = Number.MAX_SAFE_INTEGER

const cycle = fc.constantFrom(...CYCLES.map(({ ms }) => ms))
const step = fc.constantFrom(1, 2, 7, 10, 50, 1000)
const tape = fc.boolean().chain((negative) => overflowingTape({ negative }))
const cuts = fc.array(
  fc.nat(1000).map((thousandths) => thousandths / 1000),
  { maxLength: 6 },
)

const bars = (trades: readonly TradeSketch[], rowTicks = 1, cycleMs = MINUTE_MS): Bars =>
  aggregateTrades(makeTrades(trades), { cycleMs, step: rowTicks })

describe('quantities beyond 2^53 - 1 equal sums in bigints', () => {
  test('the tapes of these tests exceed 2^53 in bars, cells, offsets and running deltas', () => {
    const left = {
      bid: 0,
      ask: 0,
      minDelta: 0,
      maxDelta: 0,
      cellBid: 0,
      cellAsk: 0,
      cellBidOffset: 0,
      cellAskOffset: 0,
    }
    for (const trades of fc.sample(tape, 300)) {
      const { overflow } = aggregateTrades(trades, { cycleMs: HOUR_MS, step: 10 })
      for (const name of Object.keys(left) as (keyof typeof left)[])
        left[name] += overflow?.[name]?.some((rest) => rest !== 0) === true ? 1 : 0
    }
    for (const [name, times] of Object.entries(left)) expect({ name, often: times > 5 }).toEqual({ name, often: true })
  })

  test('aggregateTrades, raw point of control included', () => {
    fc.assert(
      fc.property(tape, cycle, step, (trades, cycleMs, rowTicks) => {
        const made = aggregateTrades(trades, { cycleMs, step: rowTicks })
        expect(exactBars(made)).toEqual(exactBarsOfTrades(trades, cycleMs, rowTicks))
        expect([...made.rawPoc]).toEqual(exactRawPocs(trades, cycleMs))
      }),
      { numRuns: 400 },
    )
  })

  test('composed from any split into batches', () => {
    fc.assert(
      fc.property(tape, cuts, cycle, step, (trades, shares, cycleMs, rowTicks) => {
        const edges = [
          0,
          ...shares.map((share) => Math.floor(share * trades.length)).sort((a, b) => a - b),
          trades.length,
        ]
        const batches = edges
          .slice(1)
          .map((to, i) => aggregateTrades(trades, { cycleMs, step: rowTicks, from: edges[i], to }))
        const made = composeBars(concatBars([emptyBars(cycleMs, rowTicks), ...batches]), cycleMs)
        expect(exactBars(made)).toEqual(exactBarsOfTrades(trades, cycleMs, rowTicks))
        if (rowTicks === 1) expect([...made.rawPoc]).toEqual(exactRawPocs(trades, cycleMs))
      }),
      { numRuns: 300 },
    )
  })

  test('through every sequence of cycles and steps', () => {
    fc.assert(
      fc.property(tape, step, (trades, rowTicks) => {
        const minutes = aggregateTrades(trades, { cycleMs: MINUTE_MS, step: 1 })
        const hours = composeBars(composeBars(minutes, 5 * MINUTE_MS), HOUR_MS)
        for (const { ms } of CYCLES.filter((one) => one.ms >= HOUR_MS)) {
          const want = aggregateTrades(trades, { cycleMs: ms, step: rowTicks })
          expect(exactBars(want)).toEqual(exactBarsOfTrades(trades, ms, rowTicks))
          expect(firstDifference(regroupBars(composeBars(hours, ms), rowTicks), want)).toBeNull()
          expect(
            firstDifference(withoutRawPoc(composeBars(regroupBars(minutes, rowTicks), ms)), withoutRawPoc(want)),
          ).toBeNull()
        }
      }),
    )
  })

  test('sliced, concatenated and regrouped step by step', () => {
    fc.assert(
      fc.property(tape, fc.nat(), (trades, at) => {
        const made = aggregateTrades(trades, { cycleMs: MINUTE_MS, step: 5 })
        const cut = at % (made.length + 1)
        const parts = [sliceBars(made, 0, cut), sliceBars(made, cut)]
        expect(firstDifference(concatBars(parts), made)).toBeNull()
        expect(exactBars(parts[1])).toEqual(exactBars(made).slice(cut))
        expect(firstDifference(regroupBars(regroupBars(made, 10), 50), regroupBars(made, 50))).toBeNull()
        expect(BigInt(sumVolume(made))).toBe(exactBars(made).reduce((sum, bar) => sum + bar.bid + bar.ask, 0n))
        expect(BigInt(sumDelta(made, cut))).toBe(
          exactBars(made)
            .slice(cut)
            .reduce((sum, bar) => sum + bar.ask - bar.bid, 0n),
        )
      }),
    )
  })
})

describe('remainders', () => {
  test('exist from the first lot beyond 2^53 - 1 on and complete the doubles', () => {
    expect(
      bars([
        [0, 1, MAX - 1, 'B'],
        [1, 2, 1, 'S'],
      ]).overflow,
    ).toBeNull()
    const one = bars([
      [0, 1, MAX, 'B'],
      [1, 2, 1, 'S'],
    ])
    expect([one.overflow?.bid[0], one.overflow?.ask[0]]).toEqual([0, 0])
    const two = bars([
      [0, 1, MAX, 'B'],
      [1, 1, 2, 'B'],
    ])
    expect([two.ask[0], two.overflow?.ask[0], lotsAt(two, 'ask', 0)]).toEqual([2 ** 53, 1, 2n ** 53n + 1n])
  })

  test('exist for quote offsets where the lots need none', () => {
    const made = bars([[0, 9, 2 ** 51 + 1, 'B']], 10)
    expect([made.ask[0], made.overflow?.ask[0]]).toEqual([2 ** 51 + 1, 0])
    expect(exactBars(made)[0].cells[0].askOffset).toBe(9n * (2n ** 51n + 1n))
    expect(firstDifference(regroupBars(bars([[0, 9, 2 ** 51 + 1, 'B']]), 10), made)).toBeNull()
  })

  test('are null in a slice without overflowing bars', () => {
    const made = bars([
      [0, 1, 5, 'B'],
      [MINUTE_MS, 1, MAX, 'B'],
      [MINUTE_MS, 1, 2, 'B'],
      [2 * MINUTE_MS, 1, 7, 'S'],
    ])
    expect(made.overflow).not.toBeNull()
    expect([sliceBars(made, 0, 1).overflow, sliceBars(made, 2).overflow]).toEqual([null, null])
    expect(sliceBars(made, 1, 2).overflow?.ask[0]).toBe(1)
  })

  test('distinguish bars with equal doubles; missing ones are 0', () => {
    const [a, b] = [
      bars([
        [0, 1, MAX, 'B'],
        [1, 1, 2, 'B'],
      ]),
      bars([
        [0, 1, MAX, 'B'],
        [1, 1, 1, 'B'],
      ]),
    ]
    expect(a.ask[0]).toBe(b.ask[0])
    expect(firstDifference({ ...b, overflow: a.overflow }, b)).toBe('the remainder of ask[0] is 1 and 0')
    expect(barsEqual(a, { ...a, overflow: null })).toBe(false)
    const plain = bars([[0, 1, 5, 'B']])
    const none = Float64Array.of(0)
    const zeros = {
      bid: none,
      ask: none,
      minDelta: none,
      maxDelta: none,
      cellBid: none,
      cellAsk: none,
      cellBidOffset: null,
      cellAskOffset: null,
    }
    expect(barsEqual(plain, { ...plain, overflow: zeros })).toBe(true)
  })

  test('are cleared with their bar when an arena is truncated or reset', () => {
    const heavy = bars(
      [
        [0, 15, MAX, 'B'],
        [1, 15, 2, 'B'],
      ],
      10,
    )
    const light = bars(
      [
        [0, 15, 5, 'B'],
        [MINUTE_MS, 25, 7, 'S'],
      ],
      10,
    )
    const arena = new BarArena(MINUTE_MS, 10)
    arena.append(light)
    arena.append(heavy)
    expect(exactBars(arena.view())).toEqual([...exactBars(light), ...exactBars(heavy)])
    arena.truncate(2)
    expect(arena.view().overflow).toBeNull()
    arena.append(light)
    arena.append(heavy)
    expect(exactBars(arena.view())).toEqual([...exactBars(light), ...exactBars(light), ...exactBars(heavy)])
    arena.reset(MINUTE_MS, 1)
    arena.append(bars([[0, 15, 5, 'B']]))
    arena.append(
      bars([
        [0, 15, MAX, 'B'],
        [1, 15, 2, 'B'],
      ]),
    )
    expect(arena.view().overflow?.cellBidOffset).toBeNull()
    arena.reset(MINUTE_MS, 10)
    for (let i = 0; i < 3000; i++) arena.append(heavy)
    expect(exactBars(arena.view())).toEqual(Array.from({ length: 3000 }, () => exactBars(heavy)[0]))
  })

  test('hold sums up to 2^53 x 10^8 - 1; one more throws QUANTITY_RANGE', () => {
    const high = (rowTicks: number, lots: number): Bars => bars([[0, rowTicks - 1, lots, 'B']], rowTicks)
    expect(exactBars(high(100_000_001, MAX))[0].cells[0].askOffset).toBe(BigInt(MAX) * 100_000_000n)
    expect(BigInt(MAX) * 100_000_001n > MAX_LOTS).toBe(true)
    expect(() => high(100_000_002, MAX)).toThrow(expect.objectContaining({ code: 'QUANTITY_RANGE' }))
    expect(() => regroupBars(bars([[0, 100_000_001, MAX, 'B']]), 100_000_002)).toThrow(
      expect.objectContaining({ code: 'QUANTITY_RANGE' }),
    )
  })
})

describe('quote extremes below price 0', () => {
  test('composed rows stay exact when edge x lots exceeds 2^53 - 1 and the offset brings it back', () => {
    const lots = 2 ** 45 + 1
    const trades: TradeSketch[] = [
      [0, -7, lots, 'B'],
      [1, -5, 3, 'S'],
      [MINUTE_MS, -3, lots + 2, 'S'],
      [MINUTE_MS + 1, -1, 1, 'B'],
    ]
    const whole = bars(trades, 1000, 5 * MINUTE_MS)
    expect(
      firstDifference(withoutRawPoc(composeBars(bars(trades, 1000), 5 * MINUTE_MS)), withoutRawPoc(whole)),
    ).toBeNull()
    expect(whole.minDeltaQuote[0]).toBe(-7 * lots)
  })
})

/** Composition at a step above 1 cannot know the raw point of control. */
function withoutRawPoc(made: Bars): Bars {
  return { ...made, rawPoc: new Int32Array(made.length) }
}
