import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tapeArbitrary } from '@flowprint/testkit'
import { emptyTrades, filterTrades, findHoles } from '@flowprint/orderflow'
import { makeTrades, tradesWithIds, tradesWithTexts } from '../support/make-trades.ts'

const summary = (holes: ReturnType<typeof findHoles>) =>
  holes.map(({ afterId, beforeId, missing }) => [afterId, beforeId, missing])

describe('findHoles', () => {
  test('none without prints, with one print, and by the rule none', () => {
    expect(findHoles(emptyTrades(), 'contiguous')).toEqual([])
    expect(findHoles(tradesWithIds([5]), 'contiguous')).toEqual([])
    expect(findHoles(tradesWithIds([5, 99]), 'none')).toEqual([])
  })

  test('contiguous: every skipped number is missing', () => {
    expect(summary(findHoles(tradesWithIds([5, 6, 9, 11]), 'contiguous'))).toEqual([
      ['6', '9', 2],
      ['9', '11', 1],
    ])
  })

  test('fills: the next print begins behind the last fill of the one before', () => {
    expect(
      summary(
        findHoles(
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
    expect(summary(findHoles(tradesWithIds([1, 3, 6]), 'sparse'))).toEqual([['3', '6', 2]])
  })

  test('the hole lies between the times of its two prints', () => {
    const [hole] = findHoles(
      makeTrades([
        [100, 1, 1, 'B', { id: 1 }],
        [250, 1, 1, 'B', { id: 4 }],
      ]),
      'contiguous',
    )
    expect(hole).toEqual({ fromTs: 100, toTs: 250, afterId: '1', beforeId: '4', missing: 2 })
  })

  test('prints in any order, and an id whose time lies behind its follower, give the same hole', () => {
    const [hole] = findHoles(
      makeTrades([
        [250, 1, 1, 'B', { id: 1 }],
        [100, 1, 1, 'B', { id: 4 }],
      ]),
      'contiguous',
    )
    expect([hole.fromTs, hole.toTs]).toEqual([100, 250])
    expect(summary(findHoles(tradesWithIds([9, 5, 6]), 'contiguous'))).toEqual([['6', '9', 2]])
  })

  test('repeated prints and prints inside others open no hole', () => {
    expect(findHoles(tradesWithIds([1, 1, [2, 5], 4, 7]), 'fills')).toEqual([])
  })

  test('text ids beyond 2^53 are counted exactly', () => {
    const holes = findHoles(
      tradesWithTexts(['2290000000061666325', '2290000000061666326', '2290000000061666329']),
      'contiguous',
    )
    expect(summary(holes)).toEqual([['2290000000061666326', '2290000000061666329', 2]])
  })

  test('text ids in any order; a text that is no number has no neighbours', () => {
    expect(summary(findHoles(tradesWithTexts(['12', '9', '10']), 'contiguous'))).toEqual([['10', '12', 1]])
    expect(findHoles(tradesWithTexts(['1', 'a7', '9']), 'contiguous')).toEqual([])
  })

  test('what is taken out of a whole tape is what is missing', () => {
    const damaged = tapeArbitrary({ minLength: 3 }).chain((tape) =>
      fc.array(fc.boolean(), { minLength: tape.length, maxLength: tape.length }).map((keep) => ({ tape, keep })),
    )
    fc.assert(
      fc.property(damaged, ({ tape, keep }) => {
        // The first and last print stay: before and behind a tape nothing is known.
        const mask = keep.map((kept, i) => (kept || i === 0 || i === keep.length - 1 ? 1 : 0))
        const lost = mask.reduce<number>((sum, kept, i) => (kept === 0 ? sum + tape.fills[i] : sum), 0)
        const holes = findHoles(filterTrades(tape, mask), 'fills')
        expect(holes.reduce((sum, hole) => sum + hole.missing, 0)).toBe(lost)
      }),
    )
  })
})
