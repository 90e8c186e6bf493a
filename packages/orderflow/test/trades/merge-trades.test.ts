import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tapeArbitrary } from '@flowprint/testkit'
import { emptyTrades, filterTrades, mergeTrades, type Trades } from '@flowprint/orderflow'
import { gatherTrades } from '../../src/trades/trade-columns.ts'
import { makeTrades, tradesWithIds, tradesWithTexts } from '../support/make-trades.ts'

type Ids = readonly (readonly [id: number, fills: number] | number)[]

describe('mergeTrades', () => {
  test.each([
    {
      rule: 'trades behind the stored ones are added',
      stored: [1, 2],
      incoming: [3, 4],
      ids: [1, 2, 3, 4],
      duplicates: 0,
    },
    { rule: 'the same trades add nothing', stored: [1, 2, 3], incoming: [1, 2, 3], ids: [1, 2, 3], duplicates: 3 },
    { rule: 'an overlap adds what is new', stored: [1, 2, 3], incoming: [3, 4], ids: [1, 2, 3, 4], duplicates: 1 },
    {
      rule: 'a repeat inside the incoming run counts once',
      stored: [1],
      incoming: [2, 2, 3, 2],
      ids: [1, 2, 3],
      duplicates: 2,
    },
    {
      rule: 'a fill inside a stored trade is a duplicate',
      stored: [[10, 5]],
      incoming: [9, 10, 12, 14, 15],
      ids: [9, 10, 15],
      duplicates: 3,
    },
    {
      rule: 'a trade that begins before a stored one and reaches into it is a duplicate',
      stored: [[10, 5]],
      incoming: [[8, 3]],
      ids: [10],
      duplicates: 1,
    },
    {
      rule: 'a trade that ends where a stored one begins is new',
      stored: [[10, 5]],
      incoming: [[8, 2]],
      ids: [8, 10],
      duplicates: 0,
    },
    {
      rule: 'a merged trade over stored fills is a duplicate',
      stored: [11, 12],
      incoming: [[10, 4]],
      ids: [11, 12],
      duplicates: 1,
    },
    {
      rule: 'a gap is filled between its neighbours',
      stored: [1, 5],
      incoming: [2, 3, 4],
      ids: [1, 2, 3, 4, 5],
      duplicates: 0,
    },
    { rule: 'nothing incoming', stored: [1], incoming: [], ids: [1], duplicates: 0 },
    { rule: 'nothing stored', stored: [], incoming: [2, 1], ids: [1, 2], duplicates: 0 },
  ] as { rule: string; stored: Ids; incoming: Ids; ids: number[]; duplicates: number }[])(
    '$rule',
    ({ stored, incoming, ids, duplicates }) => {
      const merged = mergeTrades(atIdTimes(tradesWithIds(stored)), atIdTimes(tradesWithIds(incoming)))
      expect([[...merged.trades.id], merged.duplicates]).toEqual([ids, duplicates])
    },
  )

  test('with text ids a duplicate is an equal text', () => {
    const atOnce = (texts: string[]): Trades => ({ ...tradesWithTexts(texts), ts: new Float64Array(texts.length) })
    const merged = mergeTrades(atOnce(['a', 'b']), atOnce(['b', 'c', 'c']))
    expect([[...(merged.trades.textId ?? [])].sort(), merged.duplicates]).toEqual([['a', 'b', 'c'], 2])
  })

  test('a number stored as a number and sent as text is the same trade', () => {
    expect(mergeTrades(tradesWithIds([7]), tradesWithTexts(['7', '8'])).duplicates).toBe(1)
  })

  test.each([
    ['price', { price: 2 }, 1],
    ['quantity', { qty: 3 }, 1],
    ['side', { side: 'S' as const }, 1],
    ['time', { ts: 11 }, 1],
    ['nothing', {}, 0],
  ])('a trade with a known id that differs in its %s is a conflict, not a duplicate', (_, change, conflicts) => {
    const at = { ts: 10, price: 1, qty: 2, side: 'B' as const, ...change }
    const other = makeTrades([[at.ts, at.price, at.qty, at.side, { id: 7 }]])
    const known = makeTrades([[10, 1, 2, 'B', { id: 7 }]])
    for (const merged of [
      mergeTrades(known, other),
      mergeTrades(
        emptyTrades(),
        makeTrades([
          [10, 1, 2, 'B', { id: 7 }],
          [at.ts, at.price, at.qty, at.side, { id: 7 }],
        ]),
      ),
    ]) {
      expect([merged.trades.length, merged.duplicates, merged.conflicts.length]).toEqual([1, 1 - conflicts, conflicts])
      if (conflicts > 0)
        expect([merged.conflicts.id[0], merged.conflicts.qty[0], merged.conflicts.price[0]]).toEqual([
          7,
          at.qty,
          at.price,
        ])
    }
    const text = (trades: Trades): Trades => ({ ...trades, textId: Array.from(trades.id, String) })
    expect(mergeTrades(text(known), text(other)).conflicts.length).toBe(conflicts)
  })

  test('a fill of a merged trade conflicts by price or side only', () => {
    const known = makeTrades([[10, 5, 30, 'B', { id: 7, fills: 3 }]])
    const parts = makeTrades([
      [11, 5, 10, 'B', { id: 8 }],
      [11, 6, 10, 'B', { id: 9 }],
    ])
    expect(mergeTrades(known, parts)).toMatchObject({ duplicates: 1, conflicts: { length: 1 } })
  })

  test('inserts a late trade in order of time', () => {
    const stored = makeTrades([
      [10, 1, 1, 'B', { id: 1 }],
      [30, 1, 1, 'B', { id: 3 }],
    ])
    expect([...mergeTrades(stored, makeTrades([[20, 1, 1, 'B', { id: 2 }]])).trades.ts]).toEqual([10, 20, 30])
  })

  test('returns the stored run when nothing is new', () => {
    const stored = tradesWithIds([1, 2])
    expect(mergeTrades(stored, stored).trades).toBe(stored)
    expect(mergeTrades(emptyTrades(), emptyTrades()).trades.length).toBe(0)
  })

  test('restores a tape split in two with overlap', () => {
    const dealt = tapeArbitrary({ minLength: 1 }).chain((tape) =>
      fc
        .array(fc.integer({ min: 0, max: 2 }), { minLength: tape.length, maxLength: tape.length })
        .map((hands) => ({ tape, hands })),
    )
    fc.assert(
      fc.property(dealt, ({ tape, hands }) => {
        const stored = filterTrades(
          tape,
          hands.map((hand) => (hand === 1 ? 0 : 1)),
        )
        const indexes = hands.flatMap((hand, i) => (hand === 0 ? [] : [i])).reverse()
        const merged = mergeTrades(stored, gatherTrades(tape, indexes))
        expect(merged.duplicates).toBe(hands.filter((hand) => hand === 2).length)
        expect([merged.trades.ts, merged.trades.id, merged.trades.price]).toEqual([tape.ts, tape.id, tape.price])
      }),
    )
  })
})

/** The trades at the times their ids name, so that order in time is order of ids. */
function atIdTimes(trades: Trades): Trades {
  return { ...trades, ts: Float64Array.from(trades.id) }
}
