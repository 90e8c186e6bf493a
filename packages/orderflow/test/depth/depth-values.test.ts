import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ASK,
  BID,
  Book,
  bookImbalance,
  columnImbalances,
  composeColumns,
  foldColumns,
  restingIntensity,
  restingLimit,
  restingValue,
} from '@flowprint/orderflow'
import type { RestingValue } from '@flowprint/orderflow'
import { cutsArbitrary, framesOf, runsFrom, WINDOW } from './depth-log.ts'
import { makeColumns } from './make-columns.ts'

const T0 = 1_750_377_600_000

describe('restingValue', () => {
  it('is the end, mean, minimum or maximum of the seconds', () => {
    const seconds = makeColumns([
      { cells: [[BID, 9, 2]] },
      { cells: [[BID, 9, 8]] },
      { cells: [] },
      { cells: [[BID, 9, 5]] },
    ])
    const columns = composeColumns([seconds], { intervalMs: 4000, fromMs: 0, toMs: 4000 })
    const shown = (value: RestingValue) => restingValue(columns, 0, 0, value)
    expect([shown('end'), shown('mean'), shown('min'), shown('max')]).toEqual([5, 3.75, 0, 8])
  })
})

describe('restingLimit', () => {
  const columns = makeColumns([
    {
      cells: [
        [BID, 8, 1],
        [BID, 9, 2],
        [ASK, 10, 3],
      ],
    },
    null,
    {
      cells: [
        [BID, 8, 4],
        [BID, 9, 0, 1],
        [ASK, 10, 100],
      ],
    },
  ])

  it.each([
    [1, 1],
    [20, 1],
    [21, 2],
    [60, 3],
    [80, 4],
    [81, 100],
    [100, 100],
  ])('percentile %i of 1, 2, 3, 4, 100 is %i', (percentile, limit) => {
    expect(restingLimit(columns, 'end', { by: 'percentile', percentile })).toBe(limit)
  })

  it('a maximum and a percentile of the rows on the screen only', () => {
    expect(restingLimit(columns, 'end', { by: 'max' })).toBe(100)
    expect(restingLimit(columns, 'end', { by: 'max' }, { low: 8, high: 9 })).toBe(4)
    expect(restingLimit(columns, 'end', { by: 'percentile', percentile: 50 }, { low: 8, high: 9 })).toBe(2)
    expect(restingLimit(columns, 'end', { by: 'max' }, { low: 50, high: 60 })).toBe(0)
    expect(restingLimit(columns, 'end', { by: 'percentile', percentile: 50 }, { low: 50, high: 60 })).toBe(0)
    expect(restingLimit(columns, 'end', { by: 'fixed', lots: 7 }, { low: 50, high: 60 })).toBe(7)
  })

  it('a percentile agrees with sorting', () => {
    const values = fc.array(fc.oneof(fc.nat(5), fc.nat(1000)), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 100 }), (list, percentile) => {
        const made = makeColumns([{ cells: list.map((lots, row) => [BID, row, lots]) }])
        const sorted = list.filter((lots) => lots > 0).toSorted((a, b) => a - b)
        const rank = Math.ceil((percentile * sorted.length) / 100) - 1
        expect(restingLimit(made, 'end', { by: 'percentile', percentile })).toBe(sorted[rank] ?? 0)
      }),
    )
  })

  it('refuses percentiles and quantities out of range', () => {
    for (const percentile of [0, 101, 99.5]) {
      expect(() => restingLimit(columns, 'end', { by: 'percentile', percentile })).toThrow('Condition failed')
    }
    expect(() => restingLimit(columns, 'end', { by: 'fixed', lots: 0 })).toThrow('Condition failed')
  })
})

describe('restingIntensity', () => {
  it.each([
    [0, 10, 0],
    [5, 10, 0.5],
    [10, 10, 1],
    [25, 10, 1],
    [25, 0, 0],
  ])('%i of %i is %d', (lots, limit, intensity) => {
    expect(restingIntensity(lots, limit)).toBe(intensity)
  })
})

describe('bookImbalance', () => {
  const book = (): Book => {
    const made = new Book()
    for (const [tick, lots] of [
      [99, 6],
      [98, 4],
      [96, 50],
    ])
      made.set(BID, tick, lots)
    for (const [tick, lots] of [
      [101, 3],
      [102, 2],
      [104, 100],
    ])
      made.set(ASK, tick, lots)
    made.setWindow({ low: 90, high: 110 })
    return made
  }

  it.each([
    [0, 3 / 9],
    [1, 5 / 15],
    [2, 5 / 15],
    [3, (60 - 105) / 165],
  ])('within %i ticks', (distance, imbalance) => {
    expect(bookImbalance(book(), distance)).toBe(imbalance)
  })

  it('is not a number when a side is empty or a price within the distance is unknown', () => {
    expect(bookImbalance(book(), 9)).toBe((60 - 105) / 165)
    expect(bookImbalance(book(), 10)).toBeNaN()
    const bids = new Book()
    bids.set(BID, 9, 1)
    expect(bookImbalance(bids, 0)).toBeNaN()
    expect(bookImbalance(new Book(), 0)).toBeNaN()
    expect(() => bookImbalance(book(), -1)).toThrow('Condition failed')
  })

  it('is exact beyond 2^53', () => {
    const large = new Book()
    const max = 2 ** 53 - 1
    large.set(BID, 99, max)
    large.set(BID, 98, max)
    large.set(ASK, 100, max)
    large.set(ASK, 101, max - 2)
    large.setWindow({ low: 0, high: 200 })
    expect(bookImbalance(large, 1)).toBe(Number(2n) / Number(4n * 2n ** 53n - 6n))
  })
})

describe('columnImbalances', () => {
  it('at a step of 1 equals the imbalance of the book at the end of each second', () => {
    fc.assert(
      fc.property(runsFrom(T0 - 5000), cutsArbitrary, fc.nat(4), (runs, cuts, distance) => {
        const run = { ...runs[0], until: Math.max(runs[0].until, T0 + 8000) }
        const frames = framesOf([run], cuts)
        const columns = foldColumns(frames, { fromMs: T0, toMs: T0 + 6000, step: 1 })
        const imbalances = columnImbalances(columns, distance)
        for (let i = 0; i < 6; i++) {
          const book = new Book()
          foldColumns(frames, { fromMs: T0, toMs: T0 + (i + 1) * 1000, step: 1, book })
          book.setWindow(WINDOW)
          expect(imbalances[i]).toBe(bookImbalance(book, distance))
        }
      }),
    )
  })

  it('counts whole rows and is not a number for missing and unknown ones', () => {
    const cells = [
      [BID, 8, 1],
      [BID, 9, 2],
      [ASK, 10, 3],
      [ASK, 11, 1],
    ] as const
    const touch = { bestBid: 95, bestAsk: 104 }
    const columns = makeColumns(
      [{ cells, ...touch }, null, { cells, ...touch, rows: { low: 9, high: 11 } }, { cells, ...touch, bestAsk: NaN }],
      10,
    )
    expect([...columnImbalances(columns, 5)]).toEqual([(2 - 3) / 5, NaN, (2 - 3) / 5, NaN])
    expect([...columnImbalances(columns, 6)]).toEqual([(3 - 4) / 7, NaN, NaN, NaN])
    expect(() => columnImbalances(columns, 0.5)).toThrow('Condition failed')
  })
})
