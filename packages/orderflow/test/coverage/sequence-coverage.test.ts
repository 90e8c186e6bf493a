import { describe, expect, it } from 'vitest'
import {
  applySequenceCoverage,
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BAR_REPAIRING,
  continueSequence,
} from '@flowprint/orderflow'
import type { CoverageGap, SequenceRule } from '@flowprint/orderflow'
import { makeTrades } from '../support/make-trades.ts'

const rule: SequenceRule = { kind: 'ticks', size: 2 }
const DAY = { fromTs: 0, toTs: 86_400_000 }
/** Bars of 100-200, 300-400, 500-600 and a short one from 700 on. */
const run = () =>
  continueSequence(null, makeTrades([100, 200, 300, 400, 500, 600, 700].map((ts) => [ts, 50, 1, 'B'])), rule, 1)

function states(gaps: readonly CoverageGap[], spans = [DAY], until = Infinity): number[] {
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
  it('a gap touches the bars of the trades on both its sides, and those between', () => {
    expect(states([gap(300, 400)])).toEqual([C, I, C, C])
    expect(states([gap(200, 300)])).toEqual([I, I, C, C])
    expect(states([gap(200, 500)])).toEqual([I, I, I, C])
  })

  it('the worse state wins', () => {
    expect(states([gap(100, 200, 'repairing'), gap(100, 300, 'lost'), gap(500, 600, 'open')])).toEqual([I, I, R, C])
  })

  it('covered from its first trade to its last a full bar is complete, a short one only to the end of its day', () => {
    expect(states([], [{ fromTs: 100, toTs: 701 }])).toEqual([C, C, C, I])
    expect(states([], [{ fromTs: 101, toTs: 86_400_000 }])).toEqual([I, C, C, C])
    expect(
      states(
        [],
        [
          { fromTs: 0, toTs: 400 },
          { fromTs: 401, toTs: 86_400_000 },
        ],
      ),
    ).toEqual([C, I, C, C])
  })

  it('an open bar is looked at up to now', () => {
    expect(states([], [{ fromTs: 0, toTs: 900 }], 900)).toEqual([C, C, C, C])
  })
})
