import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tapeArbitrary } from '@flowprint/testkit'
import { emptyTrades, filterTrades, findGaps } from '@flowprint/orderflow'
import { makeTrades, tradesWithIds, tradesWithTexts } from '../support/make-trades.ts'

const summary = (gaps: ReturnType<typeof findGaps>) =>
  gaps.map(({ afterId, beforeId, missing }) => [afterId, beforeId, missing])

describe('findGaps', () => {
  test('finds none without trades, with one trade, and under the rule none', () => {
    expect(findGaps(emptyTrades(), 'contiguous')).toEqual([])
    expect(findGaps(tradesWithIds([5]), 'contiguous')).toEqual([])
    expect(findGaps(tradesWithIds([5, 99]), 'none')).toEqual([])
  })

  test('contiguous: every skipped number is missing', () => {
    expect(summary(findGaps(tradesWithIds([5, 6, 9, 11]), 'contiguous'))).toEqual([
      ['6', '9', 2],
      ['9', '11', 1],
    ])
  })

  test('fills: the next trade begins after the last fill of the previous one', () => {
    expect(
      summary(
        findGaps(
          tradesWithIds([
            [10, 5],
            [15, 1],
            [18, 2],
          ]),
          'fills',
        ),
      ),
    ).toEqual([['15', '18', 2]])
  })

  test('sparse: a single skipped number is no loss, two are', () => {
    expect(summary(findGaps(tradesWithIds([1, 3, 6]), 'sparse'))).toEqual([['3', '6', 2]])
  })

  test('a gap spans the times of its two trades', () => {
    const [gap] = findGaps(
      makeTrades([
        [100, 1, 1, 'B', { id: 1 }],
        [250, 1, 1, 'B', { id: 4 }],
      ]),
      'contiguous',
    )
    expect(gap).toEqual({ fromTs: 100, toTs: 250, afterId: '1', beforeId: '4', missing: 2 })
  })

  test('finds the same gap in any order and with ids out of time order', () => {
    const [gap] = findGaps(
      makeTrades([
        [250, 1, 1, 'B', { id: 1 }],
        [100, 1, 1, 'B', { id: 4 }],
      ]),
      'contiguous',
    )
    expect([gap.fromTs, gap.toTs]).toEqual([100, 250])
    expect(summary(findGaps(tradesWithIds([9, 5, 6]), 'contiguous'))).toEqual([['6', '9', 2]])
  })

  test('repeated and contained trades are no gap', () => {
    expect(findGaps(tradesWithIds([1, 1, [2, 5], 4, 7]), 'fills')).toEqual([])
  })

  test('text ids beyond 2^53 are counted exactly', () => {
    const gaps = findGaps(
      tradesWithTexts(['2290000000061666325', '2290000000061666326', '2290000000061666329']),
      'contiguous',
    )
    expect(summary(gaps)).toEqual([['2290000000061666326', '2290000000061666329', 2]])
  })

  test('orders text ids; finds no gap when a text is not a number', () => {
    expect(summary(findGaps(tradesWithTexts(['12', '9', '10']), 'contiguous'))).toEqual([['10', '12', 1]])
    expect(findGaps(tradesWithTexts(['1', 'a7', '9']), 'contiguous')).toEqual([])
  })

  test('finds exactly the trades removed from a tape', () => {
    const damaged = tapeArbitrary({ minLength: 3 }).chain((tape) =>
      fc.array(fc.boolean(), { minLength: tape.length, maxLength: tape.length }).map((keep) => ({ tape, keep })),
    )
    fc.assert(
      fc.property(damaged, ({ tape, keep }) => {
        // The first and last trade stay: before and behind a tape nothing is known.
        const mask = keep.map((kept, i) => (kept || i === 0 || i === keep.length - 1 ? 1 : 0))
        const lost = mask.reduce<number>((sum, kept, i) => (kept === 0 ? sum + tape.fills[i] : sum), 0)
        const gaps = findGaps(filterTrades(tape, mask), 'fills')
        expect(gaps.reduce((sum, gap) => sum + gap.missing, 0)).toBe(lost)
      }),
    )
  })
})
