import { describe, expect, test } from 'vitest'
import { concatTrades, emptyTrades, filterTrades, sliceTrades, TradeBuilder } from '@flowprint/orderflow'
import { makeTrades, tradesWithIds, tradesWithTexts } from '../support/make-trades.ts'

describe('TradeBuilder', () => {
  test('grows beyond its initial capacity and keeps every column', () => {
    const builder = new TradeBuilder(1)
    for (let i = 0; i < 1000; i++) builder.push(i, -i, i + 1, i % 2 === 1, i + 1, 10 * i, `t${i}`, 5 * i)
    const trades = builder.build()
    expect([builder.length, trades.length]).toEqual([1000, 1000])
    for (const i of [0, 16, 999]) {
      expect([
        trades.ts[i],
        trades.price[i] + 0,
        trades.qty[i],
        trades.buy[i],
        trades.fills[i],
        trades.id[i],
        trades.textId?.[i],
        trades.seq?.[i],
      ]).toEqual([i, 0 - i, i + 1, i % 2, i + 1, 10 * i, `t${i}`, 5 * i])
    }
  })

  test('a built run does not change when more is pushed', () => {
    const builder = new TradeBuilder(16)
    builder.push(1, 1, 1, true, 1, 1, 'a')
    const first = builder.build()
    for (let i = 0; i < 100; i++) builder.push(2, 2, 2, false, 1, 2 + i, 'b')
    expect([first.length, first.ts[0], first.textId]).toEqual([1, 1, ['a']])
  })

  test('can be reused after clear, with or without text ids', () => {
    const builder = new TradeBuilder()
    builder.push(1, 1, 1, true, 1, 1, 'a', 9)
    builder.clear()
    builder.push(2, 2, 2, true, 1, 2)
    expect([builder.build().length, builder.build().textId, builder.build().seq]).toEqual([1, null, null])
  })

  test.each([2 ** 31, -(2 ** 31), 1.5, NaN])('a price of %s ticks: PRICE_RANGE', (price) => {
    expect(() => new TradeBuilder().push(0, price, 1, true, 1, 1)).toThrow(
      expect.objectContaining({ code: 'PRICE_RANGE' }),
    )
  })

  test.each([0, -1, 0.5, NaN, 2 ** 53, Infinity])('a quantity of %s lots: QUANTITY_RANGE', (qty) => {
    expect(() => new TradeBuilder().push(0, 1, qty, true, 1, 1)).toThrow(
      expect.objectContaining({ code: 'QUANTITY_RANGE' }),
    )
  })

  test('text ids and sequence numbers come with every trade or with none', () => {
    const late = new TradeBuilder()
    late.push(0, 1, 1, true, 1, 1)
    expect(() => late.push(0, 1, 1, true, 1, 1, 'a')).toThrow(/textId is set on every trade or on none/)
    expect(() => late.push(0, 1, 1, true, 1, 1, undefined, 7)).toThrow(/seq is set on every trade or on none/)
    const early = new TradeBuilder()
    early.push(0, 1, 1, true, 1, 1, 'a', 7)
    expect(() => early.push(0, 1, 1, true, 1, 1, undefined, 8)).toThrow(/textId is set on every trade or on none/)
  })
})

describe('slice, filter, concat', () => {
  const trades = tradesWithIds([1, 2, 3, 4, 5])

  test('a slice clamps its bounds; a slice of everything is the same object', () => {
    expect([...sliceTrades(trades, 1, 3).id]).toEqual([2, 3])
    expect(sliceTrades(trades, 4, 99).length).toBe(1)
    expect(sliceTrades(trades, 9).length).toBe(0)
    expect(sliceTrades(trades, 0)).toBe(trades)
    expect(sliceTrades(tradesWithTexts(['a', 'b']), 1).textId).toEqual(['b'])
  })

  test('filters by mask; a mask that keeps everything returns the same object', () => {
    expect([...filterTrades(trades, [1, 0, 1, 0, 0]).id]).toEqual([1, 3])
    expect(filterTrades(trades, [0, 0, 0, 0, 0]).length).toBe(0)
    expect(filterTrades(trades, [1, 1, 1, 1, 1])).toBe(trades)
  })

  test('concatenates runs in order and skips empty ones', () => {
    expect([...concatTrades([emptyTrades(), trades, emptyTrades(), sliceTrades(trades, 0, 1)]).id]).toEqual([
      1, 2, 3, 4, 5, 1,
    ])
    expect(concatTrades([emptyTrades(), trades])).toBe(trades)
    expect(concatTrades([]).length).toBe(0)
  })

  test('converts numeric ids to text when another run has text ids', () => {
    expect(concatTrades([tradesWithIds([7]), tradesWithTexts(['a'])]).textId).toEqual(['7', 'a'])
  })

  test('keeps sequence numbers only when every run has them', () => {
    const withSeq = new TradeBuilder()
    withSeq.push(0, 1, 1, true, 1, 1, undefined, 41)
    const run = withSeq.build()
    expect([...(concatTrades([run, run]).seq ?? [])]).toEqual([41, 41])
    expect(concatTrades([run, makeTrades([[0, 1, 1, 'B']])]).seq).toBeNull()
  })
})
