import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aggregateTrades,
  ASK,
  BID,
  composeColumns,
  foldColumns,
  liquidityOf,
  liquidityRows,
  regroupColumns,
  TradedRows,
} from '@flowprint/orderflow'
import type { BookSide, LiquidityRows } from '@flowprint/orderflow'
import { makeTrades } from '../support/make-trades.ts'
import { cutsArbitrary, framesOf, runsFrom } from './depth-log.ts'
import { makeColumns } from './make-columns.ts'

const lots = fc.oneof(fc.nat(30), fc.nat(2 ** 31 - 1))
const T0 = 1_750_377_600_000

describe('liquidityOf', () => {
  it('balances: end = start + added - removed, removed = traded + pulled, all at least what was seen', () => {
    fc.assert(
      fc.property(lots, lots, lots, lots, (start, end, up, traded) => {
        const { added, removed, pulled } = liquidityOf(start, end, up, traded)
        expect(start + added - removed).toBe(end)
        expect(removed - traded).toBe(pulled)
        expect(pulled).toBeGreaterThanOrEqual(0)
        expect(added).toBeGreaterThanOrEqual(up)
        // The least: one less added breaks a rule.
        expect(added === up || pulled === 0).toBe(true)
      }),
    )
  })

  it('gives exactly what happened when every increase was seen and nothing hidden traded', () => {
    const steps = fc.array(fc.tuple(fc.nat(2), fc.nat(20)), { maxLength: 30 })
    fc.assert(
      fc.property(fc.nat(50), steps, (start, list) => {
        let [held, added, traded, pulled] = [start, 0, 0, 0]
        for (const [kind, size] of list) {
          const change = kind === 0 ? size : Math.min(size, held)
          if (kind === 0) added += change
          else if (kind === 1) traded += change
          else pulled += change
          held += kind === 0 ? change : -change
        }
        expect(liquidityOf(start, held, added, traded)).toEqual({ added, removed: traded + pulled, pulled })
      }),
    )
  })

  it.each([
    ['nothing happened', [5, 5, 0, 0], [0, 0, 0]],
    ['placed', [0, 7, 7, 0], [7, 0, 0]],
    ['withdrawn', [7, 0, 0, 0], [0, 7, 7]],
    ['traded away', [7, 0, 0, 7], [0, 7, 0]],
    ['partly traded, rest withdrawn', [7, 0, 0, 3], [0, 7, 4]],
    ['hidden quantity traded', [7, 7, 0, 3], [3, 3, 0]],
    ['refilled while traded', [7, 7, 3, 3], [3, 3, 0]],
    ['placed and withdrawn within the interval', [0, 0, 4, 0], [4, 4, 4]],
  ])('%s', (_name, [start, end, up, traded], [added, removed, pulled]) => {
    expect(liquidityOf(start, end, up, traded)).toEqual({ added, removed, pulled })
  })

  it('refuses what is not a quantity', () => {
    expect(() => liquidityOf(-1, 0, 0, 0)).toThrow('Condition failed')
    expect(() => liquidityOf(0, 0, 0.5, 0)).toThrow('Condition failed')
    expect(() => liquidityOf(0, 2 ** 53 - 1, 0, 1)).toThrow('beyond 2^53 - 1')
  })
})

describe('TradedRows', () => {
  it('sells consume bids and buys consume asks, from trades as from bars', () => {
    const trades = makeTrades([
      [1000, 99, 5, 'S'],
      [1500, 101, 2, 'B'],
      [1600, 98, 1, 'S'],
    ])
    const rows = new TradedRows(10)
    rows.addTrades(trades, 100)
    expect([rows.lotsAt(BID, 9), rows.lotsAt(ASK, 10), rows.lotsAt(ASK, 9)]).toEqual([600, 200, 0])
    const fromBars = new TradedRows(10)
    fromBars.addBar(aggregateTrades(trades, { cycleMs: 60_000, step: 5 }), 0, 100)
    expect([fromBars.lotsAt(BID, 9), fromBars.lotsAt(ASK, 10), fromBars.lotsAt(ASK, 9)]).toEqual([600, 200, 0])
    const part = new TradedRows(10)
    part.addTrades(trades, 1, 1, 2)
    expect([...part.rows(BID), ...part.rows(ASK)]).toEqual([10])
  })

  it('refuses bars of a step that does not divide its own, and sums beyond 2^53 - 1', () => {
    const bars = aggregateTrades(makeTrades([[0, 9, 1, 'S']]), { cycleMs: 60_000, step: 2 })
    expect(() => new TradedRows(5).addBar(bars, 0, 1)).toThrow('multiple of 2')
    const rows = new TradedRows(5)
    rows.add(BID, 1, 2 ** 53 - 1)
    expect(() => rows.add(BID, 1, 1)).toThrow('beyond 2^53 - 1')
  })
})

const plain = (rows: LiquidityRows) =>
  Array.from({ length: rows.length }, (_, k) => [
    rows.side[k],
    rows.row[k],
    rows.start[k],
    rows.end[k],
    rows.added[k],
    rows.removed[k],
    rows.traded[k],
    rows.pulled[k],
  ])

describe('liquidityRows', () => {
  const columns = makeColumns([
    {
      cells: [
        [BID, 9, 5],
        [ASK, 10, 4],
      ],
    },
    {
      cells: [
        [BID, 8, 0, 2],
        [BID, 9, 7, 6],
        [ASK, 10, 4],
      ],
    },
    {
      cells: [
        [BID, 9, 3, 0],
        [ASK, 10, 0, 0],
        [ASK, 11, 6, 6],
      ],
    },
  ])
  const traded = (list: readonly (readonly [BookSide, number, number])[]) => {
    const rows = new TradedRows(1)
    for (const [side, row, volume] of list) rows.add(side, row, volume)
    return rows
  }

  it('joins the quantity before, the increases between, the quantity after and the trades', () => {
    const rows = liquidityRows(
      columns,
      1000,
      3000,
      traded([
        [BID, 9, 5],
        [ASK, 10, 4],
        [ASK, 12, 1],
      ]),
    )
    expect(plain(rows)).toEqual([
      [BID, 8, 0, 0, 2, 2, 0, 2],
      [BID, 9, 5, 3, 6, 8, 5, 3],
      [ASK, 10, 4, 0, 0, 4, 4, 0],
      [ASK, 11, 0, 6, 6, 0, 0, 0],
      [ASK, 12, 0, 0, 1, 1, 1, 0],
    ])
    expect(rows.known).toEqual({ low: 0, high: 999 })
  })

  it('leaves out rows that were not known all the time', () => {
    const part = makeColumns([
      { cells: [[BID, 9, 5]], rows: { low: 0, high: 50 } },
      {
        cells: [
          [BID, 9, 5],
          [BID, 10, 5, 5],
        ],
        rows: { low: 10, high: 40 },
      },
    ])
    const rows = liquidityRows(
      part,
      1000,
      2000,
      traded([
        [BID, 9, 1],
        [BID, 41, 1],
      ]),
    )
    expect(plain(rows)).toEqual([[BID, 10, 0, 5, 5, 0, 0, 0]])
    expect(rows.known).toEqual({ low: 10, high: 40 })
  })

  it('has no rows without a known start or with a missing interval', () => {
    expect(liquidityRows(columns, 0, 2000, traded([])).length).toBe(0)
    const gap = makeColumns([{ cells: [[BID, 9, 5]] }, null, { cells: [[BID, 9, 5]] }])
    expect(liquidityRows(gap, 1000, 3000, traded([])).length).toBe(0)
  })

  it('refuses moments that are no edges and traded rows of another step', () => {
    expect(() => liquidityRows(columns, 500, 2000, traded([]))).toThrow('Condition failed')
    expect(() => liquidityRows(columns, 2000, 2000, traded([]))).toThrow('Condition failed')
    expect(() => liquidityRows(columns, 1000, 4000, traded([]))).toThrow('Condition failed')
    expect(() => liquidityRows(columns, 1000, 2000, new TradedRows(2))).toThrow('ticks')
  })

  it('balances on any log, and neither coarser intervals nor coarser rows change an account', () => {
    const volumes = fc.array(fc.tuple(fc.constantFrom(BID, ASK), fc.integer({ min: 88, max: 111 }), fc.nat(30)))
    fc.assert(
      fc.property(runsFrom(T0 - 5000), cutsArbitrary, volumes, (runs, cuts, list) => {
        const range = { fromMs: T0, toMs: T0 + 12_000 }
        const seconds = foldColumns(framesOf([{ ...runs[0], until: Math.max(runs[0].until, T0 + 20_000) }], cuts), {
          ...range,
          step: 1,
        })
        const rows = traded(list)
        const fine = liquidityRows(seconds, T0 + 4000, T0 + 12_000, rows)
        for (const [, , start, end, added, removed, volume, pulled] of plain(fine)) {
          expect(end).toBe(start + added - removed)
          expect(removed).toBe(volume + pulled)
          expect(pulled).toBeGreaterThanOrEqual(0)
        }
        const four = composeColumns([seconds], { ...range, intervalMs: 4000 })
        const coarse = liquidityRows(four, T0 + 4000, T0 + 12_000, rows)
        expect(plain(coarse)).toEqual(plain(fine))
        const wide = new TradedRows(10)
        for (const [side, row, volume] of list) wide.add(side, Math.floor(row / 10), volume)
        const grouped = liquidityRows(regroupColumns(seconds, 10), T0 + 4000, T0 + 12_000, wide)
        for (const [, , start, end, added, removed] of plain(grouped)) expect(end).toBe(start + added - removed)
      }),
    )
  })
})
