import { describe, expect, it } from 'vitest'
import { ASK, BID, findWalls, TradedRows } from '@flowprint/orderflow'
import type { BookSide, Wall } from '@flowprint/orderflow'
import { makeColumns } from './make-columns.ts'
import type { PlainCell, PlainColumn } from './make-columns.ts'

/** Bids at rows 90 to 99 of 10 each, but `lots` at row 95; increases of that row. */
const bids = (lots: number, up = 0, best = 99): PlainColumn => ({
  cells: Array.from({ length: best - 89 }, (_, k): PlainCell => {
    const row = 90 + k
    return [BID, row, row === 95 ? lots : 10, row === 95 ? up : 0]
  }),
  bestBid: best,
  bestAsk: best + 1,
})

const settings = { ratio: '3', distance: 20 }

function walls(
  columns: readonly (PlainColumn | null)[],
  trades: readonly (readonly [i: number, side: BookSide, row: number, lots: number])[] = [],
  options = settings,
): Wall[] {
  const traded = columns.map(() => new TradedRows(1))
  for (const [i, side, row, lots] of trades) traded[i].add(side, row, lots)
  return findWalls(makeColumns(columns), traded, options)
}

describe('findWalls', () => {
  it('a wall is born when it holds the ratio times the median, exactly', () => {
    expect(walls([bids(29)])).toEqual([])
    expect(walls([bids(29), bids(30, 1)])).toEqual([
      {
        side: BID,
        row: 95,
        born: 1000,
        state: 'fresh',
        tests: 0,
        ended: null,
        bornLots: 30,
        maxLots: 30,
        lots: 30,
        filled: 0,
        pulled: 0,
      },
    ])
    expect(walls([bids(29)], [], { ...settings, ratio: '2.9' })).toHaveLength(1)
  })

  it('of an even number of rows the median is the mean of the middle two', () => {
    const cells = [10, 10, 12, 12, 33, 1].map((lots, k): PlainCell => [ASK, 100 + k, lots])
    const column = { cells, bestBid: 99, bestAsk: 100 }
    expect(walls([column])).toHaveLength(1)
    expect(walls([column], [], { ...settings, ratio: '3.01' })).toEqual([])
  })

  it('only rows within the distance that are known count, at least five of them', () => {
    expect(walls([bids(30)], [], { ...settings, distance: 4 })).toHaveLength(1)
    expect(walls([bids(30)], [], { ...settings, distance: 3 })).toEqual([])
    expect(walls([{ ...bids(30), rows: { low: 96, high: 200 } }])).toEqual([])
    const four = bids(30).cells.filter(([, row]) => row > 94 && row < 99)
    expect(walls([{ ...bids(30), cells: four }])).toEqual([])
  })

  it('ends as filled when most of it was traded', () => {
    const [wall] = walls(
      [bids(100), bids(60), bids(40)],
      [
        [1, BID, 95, 40],
        [2, BID, 95, 15],
      ],
    )
    expect(wall).toMatchObject({
      state: 'filled',
      ended: 2000,
      filled: 55,
      pulled: 5,
      tests: 1,
      lots: 40,
      maxLots: 100,
    })
  })

  it('ends as pulled when most of it was withdrawn', () => {
    const [wall] = walls([bids(100), bids(49)], [[1, BID, 95, 25]])
    expect(wall).toMatchObject({ state: 'pulled', ended: 1000, filled: 25, pulled: 26 })
  })

  it('keeps a wall of exactly half its largest quantity', () => {
    expect(walls([bids(60), bids(100, 40), bids(50)])[0]).toMatchObject({ ended: null, maxLots: 100, pulled: 50 })
    expect(walls([bids(60), bids(100, 40), bids(49)])[0]).toMatchObject({ ended: 2000, state: 'pulled' })
  })

  it('is tested each time the price returns to it', () => {
    const away = bids(100)
    const touched = bids(100, 0, 95)
    const [wall] = walls([away, touched, touched, away, touched])
    expect(wall).toMatchObject({ state: 'tested', tests: 2, ended: null })
    expect(walls([away, away], [[1, BID, 95, 1]])[0]).toMatchObject({ state: 'tested', tests: 1 })
    expect(walls([away, away], [[1, ASK, 95, 1]])[0]).toMatchObject({ state: 'fresh', tests: 0 })
  })

  it('is lost when its row becomes unknown or an interval is missing, and born again afterwards', () => {
    expect(walls([bids(100), null, bids(100)])).toMatchObject([
      { born: 0, state: 'lost', ended: 1000 },
      { born: 2000, state: 'fresh', ended: null },
    ])
    const narrow = { ...bids(100), rows: { low: 96, high: 200 } }
    expect(walls([bids(100), narrow])).toMatchObject([{ state: 'lost', ended: 1000 }])
  })

  it('what remains of a wall is another one when it still qualifies', () => {
    expect(walls([bids(100), bids(45)])).toMatchObject([
      { born: 0, ended: 1000, lots: 45 },
      { born: 1000, ended: null, bornLots: 45 },
    ])
  })

  it('asks are mirrored', () => {
    const asks = (lots: number, best: number): PlainColumn => ({
      cells: Array.from({ length: 110 - best }, (_, k): PlainCell => [ASK, best + k, best + k === 105 ? lots : 10]),
      bestBid: best - 1,
      bestAsk: best,
    })
    expect(walls([asks(30, 101), asks(30, 105)])).toMatchObject([{ side: ASK, row: 105, tests: 1, state: 'tested' }])
  })

  it('refuses settings and volumes that do not fit', () => {
    const columns = makeColumns([bids(30)])
    expect(() => findWalls(columns, [], settings)).toThrow('Condition failed')
    expect(() => findWalls(columns, [new TradedRows(2)], settings)).toThrow('Condition failed')
    expect(() => walls([], [], { ...settings, ratio: '0' })).toThrow('Condition failed')
    expect(() => walls([], [], { ...settings, distance: -1 })).toThrow('Condition failed')
  })
})
