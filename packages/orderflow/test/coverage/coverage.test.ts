import { describe, expect, test } from 'vitest'
import {
  applyCoverage,
  applySequenceCoverage,
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BAR_OPEN,
  BAR_REPAIRING,
  continueSequence,
  emptyTrades,
  joinSpans,
  spanOfTrades,
} from '@flowprint/orderflow'
import type { CoverageGap, CoverageSpan, SequenceRule } from '@flowprint/orderflow'
import { makeBars } from '../support/make-bars.ts'
import { makeTrades } from '../support/make-trades.ts'

const M = 60_000
const LETTERS: Readonly<Record<number, string>> = {
  [BAR_OPEN]: 'o',
  [BAR_COMPLETE]: 'c',
  [BAR_REPAIRING]: 'r',
  [BAR_INCOMPLETE]: 'i',
}

/** States of six minutes from 0 on, a letter each; `open` names the last one as still open. */
function states(gaps: readonly CoverageGap[], spans: readonly CoverageSpan[], open = false): string {
  const bars = makeBars(
    Array.from({ length: 6 }, () => ({ cells: [[1, 1, 0]] as const })),
    { start: 0 },
  )
  if (open) bars.state[5] = BAR_OPEN
  applyCoverage(bars, gaps, spans)
  return Array.from(bars.state, (state) => LETTERS[state]).join('')
}

const ALL: CoverageSpan[] = [{ fromTs: 0, toTs: 6 * M }]

describe('applyCoverage: spans', () => {
  test.each([
    { rule: 'covered bars are complete', spans: ALL, expected: 'cccccc' },
    { rule: 'nothing covered, nothing complete', spans: [], expected: 'iiiiii' },
    {
      rule: 'the bars that hold the first and the last trade are incomplete',
      spans: [{ fromTs: 30_000, toTs: 5 * M + 2 }],
      expected: 'icccci',
    },
    {
      rule: 'unless coverage begins or ends with them exactly',
      spans: [{ fromTs: M, toTs: 5 * M }],
      expected: 'icccci',
    },
    { rule: 'one millisecond short is short', spans: [{ fromTs: 1, toTs: 6 * M - 1 }], expected: 'icccci' },
    {
      rule: 'spans that touch are one',
      spans: [
        { fromTs: 90_000, toTs: 6 * M },
        { fromTs: 0, toTs: 90_000 },
      ],
      expected: 'cccccc',
    },
    {
      rule: 'a gap between spans marks the bars it touches',
      spans: [
        { fromTs: 0, toTs: 150_000 },
        { fromTs: 190_000, toTs: 6 * M },
      ],
      expected: 'cciicc',
    },
    { rule: 'a span inside a bar covers none', spans: [{ fromTs: 10, toTs: 20 }], expected: 'iiiiii' },
  ])('$rule', ({ spans, expected }) => {
    expect(states([], spans)).toBe(expected)
  })
})

describe('applyCoverage: gaps', () => {
  test.each([
    { rule: 'a gap inside one bar', gaps: [{ fromTs: 70_000, toTs: 80_000, state: 'lost' }], expected: 'cicccc' },
    {
      rule: 'from the bar that holds p to the one that holds q, those between included',
      gaps: [{ fromTs: M + 1, toTs: 3 * M + 1, state: 'lost' }],
      expected: 'ciiicc',
    },
    {
      rule: 'a trade on the edge lies in the later bar',
      gaps: [{ fromTs: 2 * M, toTs: 3 * M, state: 'lost' }],
      expected: 'cciicc',
    },
    {
      rule: 'open and repairing gaps are under repair',
      gaps: [
        { fromTs: 0, toTs: 1, state: 'open' },
        { fromTs: 5 * M, toTs: 5 * M, state: 'repairing' },
      ],
      expected: 'rccccr',
    },
    {
      rule: 'a lost gap is worse than a repair, in either order',
      gaps: [
        { fromTs: 0, toTs: 2 * M, state: 'lost' },
        { fromTs: M, toTs: 3 * M, state: 'open' },
      ],
      expected: 'iiircc',
    },
    {
      rule: 'a gap outside the bars changes nothing',
      gaps: [{ fromTs: -9 * M, toTs: -8 * M, state: 'lost' }],
      expected: 'cccccc',
    },
  ] as { rule: string; gaps: CoverageGap[]; expected: string }[])('$rule', ({ gaps, expected }) => {
    expect(states(gaps, ALL)).toBe(expected)
    expect(states([...gaps].reverse(), ALL)).toBe(expected)
  })

  test('an open bar stays open', () => {
    expect(states([{ fromTs: 5 * M, toTs: 5 * M + 5, state: 'lost' }], [], true)).toBe('iiiiio')
  })

  test('a repaired gap no longer given leaves its bars complete', () => {
    const bars = makeBars([{ cells: [[1, 1, 0]], state: BAR_REPAIRING }], { start: 0 })
    applyCoverage(bars, [], ALL)
    expect(bars.state[0]).toBe(BAR_COMPLETE)
  })

  test('weeks go by their Mondays', () => {
    const week = 7 * 86_400_000
    const monday = Date.UTC(2025, 5, 16)
    const bars = makeBars([{ cells: [[1, 1, 0]] }, { cells: [[1, 1, 0]] }], { start: monday, cycleMs: week })
    const sunday = monday + week - 1
    applyCoverage(
      bars,
      [{ fromTs: sunday - 5, toTs: sunday, state: 'lost' }],
      [{ fromTs: monday, toTs: monday + 2 * week }],
    )
    expect([...bars.state]).toEqual([BAR_INCOMPLETE, BAR_COMPLETE])
  })
})

describe('spanOfTrades', () => {
  const noon = Date.UTC(2025, 5, 21, 12)
  const trades = makeTrades([
    [noon, 1, 1, 'B'],
    [noon + 86_400_000, 1, 1, 'S'],
  ])

  test("from the first trade to the end of the last one's millisecond", () => {
    expect(spanOfTrades(trades, false)).toEqual({ fromTs: noon, toTs: noon + 86_400_001 })
  })

  test('an archive of days covers them whole', () => {
    expect(spanOfTrades(trades, true)).toEqual({ fromTs: Date.UTC(2025, 5, 21), toTs: Date.UTC(2025, 5, 23) })
  })

  test('no trades cover nothing', () => {
    expect(spanOfTrades(emptyTrades(), true)).toBeNull()
  })
})

describe('joinSpans', () => {
  test('joins what overlaps, touches or lies inside, drops what is empty, keeps the rest apart', () => {
    const joined = joinSpans([
      { fromTs: 50, toTs: 60 },
      { fromTs: 0, toTs: 10 },
      { fromTs: 10, toTs: 20 },
      { fromTs: 5, toTs: 8 },
      { fromTs: 30, toTs: 30 },
      { fromTs: 55, toTs: 70 },
    ])
    expect(joined).toEqual([
      { fromTs: 0, toTs: 20 },
      { fromTs: 50, toTs: 70 },
    ])
  })
})

const rule: SequenceRule = { kind: 'ticks', size: 2 }
const DAY = { fromTs: 0, toTs: 86_400_000 }
/** Bars of 100-200, 300-400, 500-600 and a short one from 700 on. */
const run = () =>
  continueSequence(null, makeTrades([100, 200, 300, 400, 500, 600, 700].map((ts) => [ts, 50, 1, 'B'])), rule, 1)

function sequenceStates(gaps: readonly CoverageGap[], spans = [DAY], until = Infinity): number[] {
  const bars = run()
  applySequenceCoverage(bars, rule, gaps, spans, until)
  return [...bars.bars.state]
}
const gap = (fromTs: number, toTs: number, state: CoverageGap['state'] = 'lost'): CoverageGap => ({
  fromTs,
  toTs,
  state,
})
const [C, R, I] = [BAR_COMPLETE, BAR_REPAIRING, BAR_INCOMPLETE]

describe('states of bars of fills and volume', () => {
  test('a gap touches the bars of the trades on both its sides, and those between', () => {
    expect(sequenceStates([gap(300, 400)])).toEqual([C, I, C, C])
    expect(sequenceStates([gap(200, 300)])).toEqual([I, I, C, C])
    expect(sequenceStates([gap(200, 500)])).toEqual([I, I, I, C])
  })

  test('the worse state wins', () => {
    expect(sequenceStates([gap(100, 200, 'repairing'), gap(100, 300, 'lost'), gap(500, 600, 'open')])).toEqual([
      I,
      I,
      R,
      C,
    ])
  })

  test('covered from its first trade to its last a full bar is complete, a short one only to the end of its day', () => {
    expect(sequenceStates([], [{ fromTs: 100, toTs: 701 }])).toEqual([C, C, C, I])
    expect(sequenceStates([], [{ fromTs: 101, toTs: 86_400_000 }])).toEqual([I, C, C, C])
    expect(
      sequenceStates(
        [],
        [
          { fromTs: 0, toTs: 400 },
          { fromTs: 401, toTs: 86_400_000 },
        ],
      ),
    ).toEqual([C, I, C, C])
  })

  test('an open bar is looked at up to now', () => {
    expect(sequenceStates([], [{ fromTs: 0, toTs: 900 }], 900)).toEqual([C, C, C, C])
  })
})
