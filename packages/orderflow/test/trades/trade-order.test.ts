import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shuffledTapeArbitrary } from '@flowprint/testkit'
import { compareTrades, isSorted, sortTrades } from '@flowprint/orderflow'
import { gatherTrades } from '../../src/trades/trade-columns.ts'
import { makeTrades, tradesWithTexts, type TradeSketch } from '../support/make-trades.ts'

const order = (a: TradeSketch, b: TradeSketch) => Math.sign(compareTrades(makeTrades([a]), 0, makeTrades([b]), 0))

describe('compareTrades', () => {
  test.each([
    { rule: 'time comes first', a: [1, 9, 9, 'B', { id: 9 }], b: [2, 1, 1, 'S', { id: 1 }], sign: -1 },
    {
      rule: 'then the id, as a number: 9 before 10',
      a: [1, 1, 1, 'B', { id: 9 }],
      b: [1, 1, 1, 'B', { id: 10 }],
      sign: -1,
    },
    { rule: 'the same time and id are equal', a: [1, 1, 1, 'B', { id: 5 }], b: [1, 2, 2, 'S', { id: 5 }], sign: 0 },
    {
      rule: 'numbers in text compare as integers',
      a: [1, 1, 1, 'B', { id: 2, text: '9' }],
      b: [1, 1, 1, 'B', { id: 1, text: '10' }],
      sign: -1,
    },
    {
      rule: 'of any length',
      a: [1, 1, 1, 'B', { id: 2, text: '2290000000061666325' }],
      b: [1, 1, 1, 'B', { id: 1, text: '2290000000061666326' }],
      sign: -1,
    },
    {
      rule: 'whatever zeros lead',
      a: [1, 1, 1, 'B', { id: 2, text: '007' }],
      b: [1, 1, 1, 'B', { id: 1, text: '7' }],
      sign: 0,
    },
    {
      rule: 'other texts go by position',
      a: [1, 1, 1, 'B', { id: 1, text: 'zz' }],
      b: [1, 1, 1, 'B', { id: 2, text: 'aa' }],
      sign: -1,
    },
    {
      rule: 'one text that is no number sends both to position',
      a: [1, 1, 1, 'B', { id: 1, text: '99' }],
      b: [1, 1, 1, 'B', { id: 2, text: 'a1' }],
      sign: -1,
    },
  ] as { rule: string; a: TradeSketch; b: TradeSketch; sign: number }[])('$rule', ({ a, b, sign }) => {
    expect(order(a, b)).toBe(sign)
    expect(order(b, a)).toBe(sign === 0 ? 0 : -sign)
  })
})

describe('sortTrades', () => {
  test('a sorted run is the same object', () => {
    const trades = makeTrades([
      [1, 1, 1, 'B'],
      [1, 1, 1, 'B'],
      [2, 1, 1, 'B'],
    ])
    expect(isSorted(trades)).toBe(true)
    expect(sortTrades(trades)).toBe(trades)
  })

  test('reverses a run that is newest first', () => {
    const trades = makeTrades([
      [3, 1, 1, 'B', { id: 3 }],
      [2, 1, 1, 'B', { id: 2 }],
      [2, 1, 1, 'B', { id: 1 }],
    ])
    expect([...sortTrades(trades).id]).toEqual([1, 2, 3])
  })

  test('trades that compare equal keep their order', () => {
    const trades = makeTrades([
      [5, 1, 1, 'B', { id: 1 }],
      [1, 10, 1, 'B', { id: 1 }],
      [1, 20, 1, 'B', { id: 1 }],
    ])
    expect([...sortTrades(trades).price]).toEqual([10, 20, 1])
  })

  test('text ids sort with their trades', () => {
    const { textId } = sortTrades(gatherTrades(tradesWithTexts(['8', '9', '10']), [2, 0, 1]))
    expect(textId).toEqual(['8', '9', '10'])
  })

  test('any order of the trades sorts to the same run', () => {
    fc.assert(
      fc.property(shuffledTapeArbitrary({ minLength: 1 }), ({ tape, order }) => {
        const sorted = sortTrades(gatherTrades(tape, order))
        expect([sorted.ts, sorted.price, sorted.qty, sorted.buy, sorted.fills, sorted.id]).toEqual([
          tape.ts,
          tape.price,
          tape.qty,
          tape.buy,
          tape.fills,
          tape.id,
        ])
      }),
    )
  })
})
