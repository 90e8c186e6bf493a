import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tapeArbitrary } from '@flowprint/testkit'
import { aggregateTrades, regroupBars, scaleTrades, TradeBuilder } from '@flowprint/orderflow'

const one = (price: number, qty: number) => {
  const builder = new TradeBuilder()
  builder.push(1, price, qty, true, 1, 1)
  return builder.build()
}

describe('scaleTrades', () => {
  test('changes prices and quantities, and nothing else', () => {
    fc.assert(
      fc.property(
        tapeArbitrary(),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 1_000 }),
        (trades, ticks, lots) => {
          const scaled = scaleTrades(trades, BigInt(ticks), BigInt(lots))
          expect(Array.from(scaled.price)).toEqual(Array.from(trades.price, (price) => price * ticks))
          expect(Array.from(scaled.qty)).toEqual(Array.from(trades.qty, (qty) => qty * lots))
          expect({ ...scaled, price: trades.price, qty: trades.qty }).toEqual(trades)
        },
      ),
    )
  })

  test('in finer ticks rows of the same height are the same rows', () => {
    fc.assert(
      fc.property(tapeArbitrary(), fc.integer({ min: 2, max: 20 }), (trades, ticks) => {
        const fine = aggregateTrades(scaleTrades(trades, BigInt(ticks), 1n), { cycleMs: 60_000, step: ticks * 5 })
        const coarse = regroupBars(aggregateTrades(trades, { cycleMs: 60_000, step: 1 }), 5)
        expect(Array.from(fine.row)).toEqual(Array.from(coarse.row))
        expect(Array.from(fine.cellBid)).toEqual(Array.from(coarse.cellBid))
        expect(Array.from(fine.cellAsk)).toEqual(Array.from(coarse.cellAsk))
      }),
    )
  })

  test('accepts both limits and rejects values beyond', () => {
    expect(scaleTrades(one(-1_073_741_823, 1), 2n, 1n).price[0]).toBe(-2_147_483_646)
    expect(scaleTrades(one(1, 900_719_925_474_099), 1n, 10n).qty[0]).toBe(9_007_199_254_740_990)
    expect(() => scaleTrades(one(1_073_741_824, 1), 2n, 1n)).toThrow(expect.objectContaining({ code: 'PRICE_RANGE' }))
    expect(() => scaleTrades(one(1, 900_719_925_474_100), 1n, 10n)).toThrow(
      expect.objectContaining({ code: 'QUANTITY_RANGE' }),
    )
    expect(() => scaleTrades(one(1, 1), 1n, 10n ** 400n)).toThrow(expect.objectContaining({ code: 'QUANTITY_RANGE' }))
  })
})
