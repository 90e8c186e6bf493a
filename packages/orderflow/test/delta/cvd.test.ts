import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  HOUR_MS,
  DAY_MS,
  aggregateTrades,
  BAR_INCOMPLETE,
  BAR_OPEN,
  BAR_REPAIRING,
  cvdOpenBefore,
  cvdSessionStart,
  lotsAt,
  type Bars,
  type Lots,
} from '../../src/index.ts'
import { AnalysisColumns } from '../../src/analysis/analysis-columns.ts'
import { accumulateDelta } from '../../src/delta/cvd.ts'
import type { CvdBefore, CvdReset } from '../../src/delta/cvd.ts'
import { FRIDAY, makeBars, type BarSketch } from '../support/make-bars.ts'
import { makeTrades } from '../support/make-trades.ts'
import { randomSketches } from '../support/random-bars.ts'

function bar(hours: number, delta: number, state?: number): BarSketch {
  const cells: BarSketch['cells'] = [[1, delta < 0 ? -delta : 0, delta > 0 ? delta : 0]]
  return { cells, t: FRIDAY + hours * HOUR_MS, ...(state === undefined ? {} : { state }) }
}

function cvdOf(bars: Bars, reset: CvdReset, before: CvdBefore): { open: Lots[]; quote: Lots[]; segment: number[] } {
  const analysis = new AnalysisColumns()
  analysis.reserve(bars.length, 0)
  accumulateDelta(bars, 0, reset, before, analysis)
  const view = analysis.view(bars.length, 0)
  const all = (name: 'cvdOpen' | 'cvdQuoteOpen') => Array.from(bars.t, (_, i) => lotsAt(view, name, i))
  return { open: all('cvdOpen'), quote: all('cvdQuoteOpen'), segment: [...view.cvdSegment] }
}

function cvd(bars: Bars, reset: CvdReset, lots: Lots = 0): { open: Lots[]; segment: number[] } {
  const { open, segment } = cvdOf(bars, reset, { lots, quote: 0 })
  return { open, segment }
}

describe('running sum', () => {
  const hourly = makeBars([bar(22, 5), bar(23, -7), bar(24, 3), bar(25, 4), bar(71, 1), bar(72, 2), bar(73, 6)], {
    cycleMs: HOUR_MS,
  })

  test.each<[CvdReset, number[]]>([
    ['day', [10, 15, 0, 3, 0, 0, 2]],
    // Friday 22:00 to Sunday 23:00 is one week, Monday 00:00 the next
    ['week', [10, 15, 8, 11, 15, 0, 2]],
    ['never', [10, 15, 8, 11, 15, 16, 18]],
  ])('reset %s', (reset, open) => {
    expect(cvd(hourly, reset, 10).open).toEqual(open)
  })

  test('daily bars start from 0 when each day resets, weekly bars always unless nothing resets', () => {
    const daily = makeBars([bar(0, 5), bar(24, -7), bar(48, 3)], { cycleMs: DAY_MS })
    expect(cvd(daily, 'day').open).toEqual([0, 0, 0])
    expect(cvd(daily, 'week').open).toEqual([0, 5, -2])
    const weekly = makeBars([bar(72, 5), bar(72 + 168, -7)], { cycleMs: 7 * DAY_MS })
    expect(cvd(weekly, 'day').open).toEqual([0, 0])
    expect(cvd(weekly, 'week').open).toEqual([0, 0])
    expect(cvd(weekly, 'never').open).toEqual([0, 5])
  })

  test('a sum beyond 2^53 - 1 goes on exactly, and comes back', () => {
    const most = Number.MAX_SAFE_INTEGER
    const huge = makeBars([bar(0, most), bar(1, 1), bar(2, 1), bar(3, 1), bar(4, -most), bar(5, -2)], {
      cycleMs: HOUR_MS,
    })
    expect(cvd(huge, 'never').open).toEqual([0, most, 2n ** 53n, 2n ** 53n + 1n, 2n ** 53n + 2n, 3])
    expect(cvd(huge, 'never', 2n ** 70n + 1n).open[5]).toBe(2n ** 70n + 4n)
    expect(cvdOpenBefore(huge, huge.t[3], 'never')).toEqual({ lots: 2n ** 53n + 1n, quote: 2n ** 53n + 1n })
  })
})

describe('segments', () => {
  test.each<[string, (number | undefined)[], number[]]>([
    ['whole bars are one', [undefined, undefined, undefined], [0, 0, 0]],
    ['an incomplete bar stands alone', [undefined, BAR_INCOMPLETE, undefined], [0, 1, 2]],
    ['so does one under repair', [undefined, BAR_REPAIRING, undefined], [0, 1, 2]],
    ['two incomplete bars are two', [BAR_INCOMPLETE, BAR_INCOMPLETE, undefined], [0, 1, 2]],
    ['the open bar goes on with the line', [undefined, undefined, BAR_OPEN], [0, 0, 0]],
  ])('%s', (_, states, segment) => {
    const bars = makeBars(
      states.map((state, i) => bar(i, i + 1, state)),
      { cycleMs: HOUR_MS },
    )
    expect(cvd(bars, 'day').segment).toEqual(segment)
    expect(cvd(bars, 'day').open).toEqual([0, 1, 3])
  })
})

test('the worked example of the page', () => {
  const start = 23 + 50 / 60
  const deltas: [number, number?][] = [[5], [-7], [3], [4, BAR_INCOMPLETE], [-2]]
  const bars = makeBars(
    deltas.map(([delta, state], n) => bar(start + n / 12, delta, state)),
    { cycleMs: 300_000 },
  )
  expect(cvd(bars, 'day', 10)).toEqual({ open: [10, 15, 0, 3, 7], segment: [0, 0, 0, 1, 2] })
})

describe('CVD in front of an answer', () => {
  test.each<[CvdReset, number, number]>([
    ['day', FRIDAY + 13 * HOUR_MS, FRIDAY],
    ['week', FRIDAY + 13 * HOUR_MS, FRIDAY - 4 * DAY_MS],
    ['never', FRIDAY, -Infinity],
    [FRIDAY + 9 * HOUR_MS, FRIDAY + 13 * HOUR_MS, FRIDAY + 9 * HOUR_MS],
    [FRIDAY + 9 * HOUR_MS, FRIDAY + 2 * DAY_MS, FRIDAY + 9 * HOUR_MS],
    [FRIDAY + 9 * HOUR_MS, FRIDAY + 8 * HOUR_MS, FRIDAY],
  ])('a session by %s holding %d starts at %d', (reset, t, start) => {
    expect(cvdSessionStart(t, reset)).toBe(start)
  })

  test('a moment inside a bar stands for that bar', () => {
    expect(cvdSessionStart(FRIDAY + 10 * HOUR_MS, FRIDAY + 10.5 * HOUR_MS, HOUR_MS)).toBe(FRIDAY + 10 * HOUR_MS)
    expect(cvdSessionStart(FRIDAY + 10 * HOUR_MS, FRIDAY + 10.5 * HOUR_MS)).toBe(FRIDAY)
  })

  test('an answer cut out anywhere goes on exactly where the whole history would be', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.nat(119),
        fc.constantFrom<CvdReset>('day', 'week', 'never', FRIDAY + 9 * HOUR_MS),
        (seed, cut, reset) => {
          const sketches = randomSketches(seed, 120, { cycleMs: 15 * 60_000, rows: [1, 3] })
          const bars = makeBars(sketches, { cycleMs: 15 * 60_000 })
          const window = makeBars(sketches.slice(cut), { cycleMs: 15 * 60_000 })
          const whole = cvdOf(bars, reset, { lots: 0, quote: 0 })
          const before = cvdOpenBefore(bars, bars.t[cut], reset)
          const cutOut = cvdOf(window, reset, before)
          expect(cutOut.open).toEqual(whole.open.slice(cut))
          expect(cutOut.quote).toEqual(whole.quote.slice(cut))
          expect(before.lots === 0 || before.lots === whole.open[cut]).toBe(true)
          expect(before.quote === 0 || before.quote === whole.quote[cut]).toBe(true)
        },
      ),
    )
  })
})

describe('CVD in the quote unit', () => {
  const tape = fc.array(
    fc.record({
      gap: fc.integer({ min: 0, max: 90_000 }),
      price: fc.integer({ min: -30, max: 400 }),
      qty: fc.integer({ min: 1, max: 5_000 }),
      buy: fc.boolean(),
    }),
    { minLength: 1, maxLength: 150 },
  )

  test('is the sum of price x quantity of buys less sells since the reset, for any rows', () => {
    fc.assert(
      fc.property(
        tape,
        fc.constantFrom(1, 3, 10),
        fc.constantFrom<CvdReset>('day', 'never', FRIDAY + 13 * HOUR_MS),
        (sketches, step, reset) => {
          let ts = FRIDAY + 23 * HOUR_MS
          const trades = makeTrades(
            sketches.map(({ gap, price, qty, buy }) => [(ts += gap), price, qty, buy ? 'B' : 'S']),
          )
          const bars = aggregateTrades(trades, { cycleMs: 300_000, step })
          const { quote } = cvdOf(bars, reset, { lots: 0, quote: 0 })
          for (let i = 0; i < bars.length; i++) {
            const start = Math.max(cvdSessionStart(bars.t[i], reset, bars.cycleMs), bars.t[0])
            let sum = 0n
            for (let k = 0; k < trades.length; k++) {
              if (trades.ts[k] < start || trades.ts[k] >= bars.t[i]) continue
              sum += BigInt(trades.price[k]) * BigInt(trades.buy[k] === 1 ? trades.qty[k] : -trades.qty[k])
            }
            expect(BigInt(quote[i])).toBe(sum)
          }
        },
      ),
    )
  })

  test('stays exact beyond 2^53 - 1', () => {
    const most = Number.MAX_SAFE_INTEGER
    const huge = makeBars(
      [
        { cells: [[3, 0, most]], t: FRIDAY },
        { cells: [[3, 1, 0]], t: FRIDAY + HOUR_MS },
        { cells: [[2, 0, 1]], t: FRIDAY + 2 * HOUR_MS },
      ],
      { cycleMs: HOUR_MS },
    )
    const { quote } = cvdOf(huge, 'never', { lots: 0, quote: 1 })
    expect(quote).toEqual([1, 3n * BigInt(most) + 1n, 3n * BigInt(most) - 2n])
  })
})
