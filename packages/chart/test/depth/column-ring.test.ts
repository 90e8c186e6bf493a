import { ASK, BID } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { ColumnRing, findCell, firstCellFrom } from '../../src/depth/column-ring.ts'
import { columnsOf } from '../fixtures/depth.ts'

const KNOWN = [0, 99] as const
/** Columns whose only bid has as many lots as the second of its start. */
const seconds = (from: number, count: number) =>
  columnsOf(
    Array.from({ length: count }, (_, n) => ({ known: KNOWN, bids: [[7, from + n]] as const })),
    { fromMs: from * 1_000 },
  )

function content(ring: ColumnRing): (number | null)[] {
  return Array.from({ length: ring.end - ring.first }, (_, n) => {
    const part = ring.partOf(ring.first + n)
    return part && part.lots[findCell(part, ring.indexOf(ring.first + n), BID, 7)]
  })
}

describe('the ring of columns', () => {
  it('keeps the newest columns when it wraps around', () => {
    const ring = new ColumnRing(4)
    ring.set(seconds(10, 3))
    for (let second = 13; second < 23; second++) {
      ring.put(seconds(second, 1))
      expect(content(ring).at(-1)).toBe(second)
    }
    expect(ring).toMatchObject({ first: 19, end: 23 })
    expect(content(ring)).toEqual([19, 20, 21, 22])
    expect(ring.partOf(18)).toBeNull()
    expect(ring.partOf(23)).toBeNull()
  })

  it('takes only the newest of more columns than it holds', () => {
    const ring = new ColumnRing(3)
    ring.set(seconds(0, 8))
    expect(content(ring)).toEqual([5, 6, 7])
  })

  it('leaves times between columns missing, also where the ring held older ones', () => {
    const ring = new ColumnRing(6)
    ring.set(seconds(0, 6))
    expect(ring.put(seconds(9, 1))).toBe(9)
    expect(content(ring)).toEqual([4, 5, null, null, null, 9])
    ring.put(seconds(100, 1))
    expect(content(ring)).toEqual([null, null, null, null, null, 100])
  })

  it('replaces columns of the same times and ignores older ones than it holds', () => {
    const ring = new ColumnRing(4)
    ring.set(seconds(10, 4))
    expect(ring.put(columnsOf([{ known: KNOWN, bids: [[7, 555]] }], { fromMs: 13_000 }))).toBe(13)
    ring.put(seconds(8, 3))
    expect(content(ring)).toEqual([10, 11, 12, 555])
  })

  it('treats a column without a book as missing', () => {
    const ring = new ColumnRing(4)
    ring.set(columnsOf([{ known: KNOWN, bids: [[7, 1]] }, {}, { known: KNOWN, bids: [[7, 3]] }]))
    expect(content(ring)).toEqual([1, null, 3])
  })

  it('keeps the phase of columns that are not aligned with whole intervals', () => {
    const ring = new ColumnRing(4)
    ring.set(columnsOf([{ known: KNOWN }], { fromMs: 5_300 }))
    expect(ring.startOf(ring.first)).toBe(5_300)
    expect(ring.columnAt(5_800)).toBe(ring.first + 0.5)
  })

  it('rejects columns that do not fit the present ones', () => {
    const ring = new ColumnRing(4)
    ring.set(seconds(0, 2))
    for (const other of [{ fromMs: 2_500 }, { fromMs: 2_000, intervalMs: 2_000 }, { fromMs: 2_000, step: 5 }]) {
      expect(() => ring.put(columnsOf([{ known: KNOWN }], other))).toThrow(/columns of 1000 ms and 1 ticks/)
    }
    expect(() => ring.set({ ...seconds(0, 1), step: 0 })).toThrow(/step > 0/)
    expect(() => new ColumnRing(0)).toThrow(/at least one column/)
  })
})

describe('cells of a column', () => {
  const columns = columnsOf([
    { known: KNOWN, bids: [[1, 10]] },
    {
      known: KNOWN,
      bids: [
        [3, 30],
        [5, 50],
      ],
      asks: [
        [5, 55],
        [8, 80],
      ],
    },
  ])

  it('are found by side and row', () => {
    const lots = (i: number, side: number, row: number) => columns.lots[findCell(columns, i, side, row)]
    expect([lots(0, BID, 1), lots(1, BID, 3), lots(1, BID, 5), lots(1, ASK, 5), lots(1, ASK, 8)]).toEqual([
      10, 30, 50, 55, 80,
    ])
    for (const [i, side, row] of [
      [0, BID, 3],
      [0, ASK, 1],
      [1, BID, 4],
      [1, ASK, 3],
      [1, ASK, 9],
    ]) {
      expect(findCell(columns, i, side, row)).toBe(-1)
    }
  })

  it('start at the first one of a side that is not lower', () => {
    expect(firstCellFrom(columns, 1, BID, -5)).toBe(1)
    expect(firstCellFrom(columns, 1, BID, 4)).toBe(2)
    expect(firstCellFrom(columns, 1, BID, 6)).toBe(3)
    expect(firstCellFrom(columns, 1, ASK, 6)).toBe(4)
    expect(firstCellFrom(columns, 1, ASK, 9)).toBe(5)
  })
})
