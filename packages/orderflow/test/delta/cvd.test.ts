import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BAR_INCOMPLETE, BAR_OPEN, BAR_REPAIRING, cvdOpenBefore, cvdSessionStart, type Bars, type Lots } from '../../src/index.ts'
import { LotsColumn } from '../../src/analysis/lots-column.ts'
import { accumulateDelta } from '../../src/delta/cvd.ts'
import type { CvdReset } from '../../src/delta/cvd.ts'
import { FRIDAY, makeBars, type BarSketch } from '../support/make-bars.ts'
import { randomSketches } from '../support/random-bars.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

function bar(hours: number, delta: number, state?: number): BarSketch {
  const cells: BarSketch['cells'] = [[1, delta < 0 ? -delta : 0, delta > 0 ? delta : 0]]
  return { cells, t: FRIDAY + hours * HOUR, ...(state === undefined ? {} : { state }) }
}

function cvd(bars: Bars, reset: CvdReset, before: Lots = 0): { open: Lots[]; segment: number[] } {
  const open = new LotsColumn()
  open.reserve(bars.length)
  const segment = new Uint32Array(bars.length)
  accumulateDelta(bars, 0, reset, before, open, segment)
  return { open: Array.from(segment, (_, i) => open.at(i)), segment: [...segment] }
}

describe('running sum', () => {
  const hourly = makeBars([bar(22, 5), bar(23, -7), bar(24, 3), bar(25, 4), bar(71, 1), bar(72, 2), bar(73, 6)], { cycleMs: HOUR })

  test.each<[CvdReset, number[]]>([
    ['day', [10, 15, 0, 3, 0, 0, 2]],
    // Friday 22:00 to Sunday 23:00 is one week, Monday 00:00 the next
    ['week', [10, 15, 8, 11, 15, 0, 2]],
    ['never', [10, 15, 8, 11, 15, 16, 18]],
  ])('reset %s', (reset, open) => {
    expect(cvd(hourly, reset, 10).open).toEqual(open)
  })

  test('daily bars start from 0 when each day resets, weekly bars always unless nothing resets', () => {
    const daily = makeBars([bar(0, 5), bar(24, -7), bar(48, 3)], { cycleMs: DAY })
    expect(cvd(daily, 'day').open).toEqual([0, 0, 0])
    expect(cvd(daily, 'week').open).toEqual([0, 5, -2])
    const weekly = makeBars([bar(72, 5), bar(72 + 168, -7)], { cycleMs: 7 * DAY })
    expect(cvd(weekly, 'day').open).toEqual([0, 0])
    expect(cvd(weekly, 'week').open).toEqual([0, 0])
    expect(cvd(weekly, 'never').open).toEqual([0, 5])
  })

  test('a sum beyond 2^53 - 1 goes on exactly, and comes back', () => {
    const most = Number.MAX_SAFE_INTEGER
    const huge = makeBars([bar(0, most), bar(1, 1), bar(2, 1), bar(3, 1), bar(4, -most), bar(5, -2)], { cycleMs: HOUR })
    expect(cvd(huge, 'never').open).toEqual([0, most, 2n ** 53n, 2n ** 53n + 1n, 2n ** 53n + 2n, 3])
    expect(cvd(huge, 'never', 2n ** 70n + 1n).open[5]).toBe(2n ** 70n + 4n)
    expect(cvdOpenBefore(huge, huge.t[3], 'never')).toBe(2n ** 53n + 1n)
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
    const bars = makeBars(states.map((state, i) => bar(i, i + 1, state)), { cycleMs: HOUR })
    expect(cvd(bars, 'day').segment).toEqual(segment)
    expect(cvd(bars, 'day').open).toEqual([0, 1, 3])
  })
})

test('the worked example of the page', () => {
  const start = 23 + 50 / 60
  const deltas: [number, number?][] = [[5], [-7], [3], [4, BAR_INCOMPLETE], [-2]]
  const bars = makeBars(deltas.map(([delta, state], n) => bar(start + n / 12, delta, state)), { cycleMs: 300_000 })
  expect(cvd(bars, 'day', 10)).toEqual({ open: [10, 15, 0, 3, 7], segment: [0, 0, 0, 1, 2] })
})

describe('CVD in front of an answer', () => {
  test.each<[CvdReset, number, number]>([
    ['day', FRIDAY + 13 * HOUR, FRIDAY],
    ['week', FRIDAY + 13 * HOUR, FRIDAY - 4 * DAY],
    ['never', FRIDAY, -Infinity],
    [FRIDAY + 9 * HOUR, FRIDAY + 13 * HOUR, FRIDAY + 9 * HOUR],
    [FRIDAY + 9 * HOUR, FRIDAY + 2 * DAY, FRIDAY + 9 * HOUR],
    [FRIDAY + 9 * HOUR, FRIDAY + 8 * HOUR, FRIDAY],
  ])('a session by %s holding %d starts at %d', (reset, t, start) => {
    expect(cvdSessionStart(t, reset)).toBe(start)
  })

  test('a moment inside a bar stands for that bar', () => {
    expect(cvdSessionStart(FRIDAY + 10 * HOUR, FRIDAY + 10.5 * HOUR, HOUR)).toBe(FRIDAY + 10 * HOUR)
    expect(cvdSessionStart(FRIDAY + 10 * HOUR, FRIDAY + 10.5 * HOUR)).toBe(FRIDAY)
  })

  test('an answer cut out anywhere goes on exactly where the whole history would be', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(119), fc.constantFrom<CvdReset>('day', 'week', 'never', FRIDAY + 9 * HOUR), (seed, cut, reset) => {
        const sketches = randomSketches(seed, 120, { cycleMs: 15 * 60_000, rows: [1, 3] })
        const bars = makeBars(sketches, { cycleMs: 15 * 60_000 })
        const window = makeBars(sketches.slice(cut), { cycleMs: 15 * 60_000 })
        const whole = cvd(bars, reset)
        const before = cvdOpenBefore(bars, bars.t[cut], reset)
        expect(cvd(window, reset, before).open).toEqual(whole.open.slice(cut))
        expect(before === 0 || before === whole.open[cut]).toBe(true)
      }),
    )
  })
})
