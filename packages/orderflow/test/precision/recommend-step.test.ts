import { describe, expect, test } from 'vitest'
import {
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BAR_OPEN,
  offeredSteps,
  recommendStep,
  sampleSpans,
  typicalSpan,
} from '@flowprint/orderflow'
import { makeBars, type BarSketch } from '../support/make-bars.ts'
import { MINUTE_MS, DAY_MS } from '../../src/index.ts'

/** A bar of that span. */
const bar = (span: number, more: Partial<BarSketch> = {}): BarSketch => ({
  cells: [[100, 1, 0]],
  low: 100,
  high: 100 + span,
  ...more,
})

/** `count` bars of one span. */
const sample = (cycleMs: number, count: number, span: number) => ({
  cycleMs,
  spans: new Float64Array(count).fill(span),
})

const recommend = (span: number, stored: number | null = null) =>
  recommendStep({ tickSize: '0.01', cycleMs: MINUTE_MS, samples: [sample(MINUTE_MS, 20, span)], price: 8000, stored })

const recommendByPrice = (price: number) => recommendStep({ tickSize: '0.01', cycleMs: MINUTE_MS, samples: [], price })

describe('sampleSpans', () => {
  test('takes complete bars with a range', () => {
    const bars = makeBars([
      bar(3, { state: BAR_COMPLETE }),
      bar(0),
      bar(5, { state: BAR_INCOMPLETE }),
      bar(7),
      bar(9, { state: BAR_OPEN }),
    ])
    expect([...sampleSpans(bars).spans]).toEqual([3, 7])
  })

  test('of the 7 UTC days before the given midnight, by default the one after the last bar', () => {
    const days = makeBars(
      Array.from({ length: 10 }, (_, day) => bar(day + 1)),
      { cycleMs: DAY_MS, start: 20_000 * DAY_MS },
    )
    expect([...sampleSpans(days).spans]).toEqual([4, 5, 6, 7, 8, 9, 10])
    expect([...sampleSpans(days, 20_003 * DAY_MS).spans]).toEqual([1, 2, 3])
  })

  test('of these the most recent 500', () => {
    const bars = makeBars(
      Array.from({ length: 600 }, (_, i) => bar(i + 1)),
      { start: 20_000 * DAY_MS },
    )
    const { spans } = sampleSpans(bars)
    expect([spans.length, spans[0], spans[499]]).toEqual([500, 101, 600])
  })

  test('no bars give an empty sample', () => {
    expect(sampleSpans(makeBars([])).spans.length).toBe(0)
  })
})

describe('typicalSpan', () => {
  test('the median of an even count is the mean of the two middle ones', () => {
    const spans = Float64Array.from({ length: 20 }, (_, i) => (i < 10 ? 4 : 7))
    expect(typicalSpan([{ cycleMs: MINUTE_MS, spans }], MINUTE_MS)).toBe(5.5)
  })

  test('19 bars are too few: the finest cycle with 20 speaks, times the root of the ratio', () => {
    const samples = [
      sample(60 * MINUTE_MS, 19, 500),
      sample(15 * MINUTE_MS, 100, 70),
      sample(MINUTE_MS, 20, 10),
      sample(MINUTE_MS / 4, 5, 1),
    ]
    expect(typicalSpan(samples, 60 * MINUTE_MS)).toBeCloseTo(10 * Math.sqrt(60), 10)
  })

  test('uses the cycle itself from 20 bars on, however many a finer cycle has', () => {
    expect(typicalSpan([sample(MINUTE_MS, 500, 10), sample(60 * MINUTE_MS, 20, 90)], 60 * MINUTE_MS)).toBe(90)
  })

  test('a finer cycle than any with 20 bars is scaled down', () => {
    expect(typicalSpan([sample(60_000, 20, 10)], 15_000)).toBe(5)
  })

  test('without 20 bars anywhere there is none', () => {
    expect(typicalSpan([sample(MINUTE_MS, 19, 10)], MINUTE_MS)).toBeNull()
  })
})

describe('recommendStep', () => {
  test.each([
    { span: 1, step: 1, rule: 'the tick suffices' },
    { span: 9, step: 1, rule: '9 rows are allowed' },
    { span: 10, step: 2, rule: '10 are not' },
    { span: 18, step: 2, rule: 'exactly 9 rows of 2' },
    { span: 19, step: 5, rule: 'the next of the ladder, not the next number' },
    { span: 450, step: 50, rule: '450 / 9' },
    { span: 451, step: 100, rule: 'just above' },
  ])('a span of $span ticks: step $step, $rule', ({ span, step }) => {
    expect(recommend(span)).toBe(step)
  })

  test.each([
    { stored: 10, step: 10, rule: '10 rows: stays, though 9 are wanted' },
    { stored: 20, step: 20, rule: '5 rows: stays' },
    { stored: 50, step: 20, rule: '2 rows: replaced' },
    { stored: 5, step: 20, rule: '20 rows: replaced' },
  ])('a span of 100 ticks with $stored stored: $rule', ({ stored, step }) => {
    expect(recommend(100, stored)).toBe(step)
  })

  test('10 rows stay, a tick more does not', () => {
    expect([recommend(100, 10), recommend(101, 10)]).toEqual([10, 20])
  })

  test('the ten newest bars of a random walk fit a pane of 470 px in rows of 10 px, at most times', () => {
    const MAX_ROWS = Math.floor((470 - 2 * 26) / 10)
    let state = 7
    const random = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
    let price = 1_000_000
    const walk = Array.from({ length: 400 }, () => {
      const prices = Array.from({ length: 60 }, () => (price += Math.round((random() - 0.5) * 12)))
      return { cells: [[0, 1, 0]] as [number, number, number][], low: Math.min(...prices), high: Math.max(...prices) }
    })
    const bars = makeBars(walk)
    const step = recommendStep({ tickSize: '0.01', cycleMs: MINUTE_MS, samples: [sampleSpans(bars)], price })
    const fits = Array.from({ length: 391 }, (_, i) => {
      const ten = walk.slice(i, i + 10)
      const rows =
        Math.floor(Math.max(...ten.map(({ high }) => high)) / step) -
        Math.floor(Math.min(...ten.map(({ low }) => low)) / step) +
        1
      return rows <= MAX_ROWS
    })
    expect(fits.filter(Boolean).length / fits.length).toBeGreaterThan(0.8)
  })

  test('without bars: the ladder step nearest to price / 10,000, the lower of two', () => {
    expect([8000, 34_999, 35_000, 35_001, 6_000_000, -6_000_000].map(recommendByPrice)).toEqual([1, 2, 2, 5, 500, 500])
  })

  test('without bars a stored step stands', () => {
    expect(recommendStep({ tickSize: '0.01', cycleMs: MINUTE_MS, samples: [], price: 6_000_000, stored: 7 })).toBe(7)
  })
})

describe('offeredSteps', () => {
  test('the ladder while a typical day keeps 2 rows', () => {
    expect(offeredSteps({ tickSize: '0.01', samples: [sample(DAY_MS, 20, 199)], price: 8000 })).toEqual([
      1, 2, 5, 10, 20, 50,
    ])
    expect(offeredSteps({ tickSize: '0.01', samples: [sample(DAY_MS, 20, 200)], price: 8000 })).toEqual([
      1, 2, 5, 10, 20, 50, 100,
    ])
  })

  test('few days: scaled up from minutes', () => {
    // 10 ticks a minute are 10 * sqrt(1440) = 379 a day.
    expect(offeredSteps({ tickSize: '0.01', samples: [sample(MINUTE_MS, 20, 10)], price: 8000 }).at(-1)).toBe(100)
  })

  test('no bars: one hundredth of the price for a day; always at least the tick', () => {
    expect(offeredSteps({ tickSize: '0.01', samples: [], price: 8000 })).toEqual([1, 2, 5, 10, 20])
    expect(offeredSteps({ tickSize: '0.01', samples: [], price: 5 })).toEqual([1])
  })
})
