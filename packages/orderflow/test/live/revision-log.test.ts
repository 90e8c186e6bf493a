import { describe, expect, it } from 'vitest'
import { LoadedPages } from '../../src/live/loaded-pages.ts'
import { cutSpans, joinSpans } from '../../src/live/ranges.ts'
import { RevisionLog } from '../../src/live/revision-log.ts'

describe('RevisionLog', () => {
  it('returns the overlap of later entries only', () => {
    const log = new RevisionLog()
    log.add({ from: 0, to: 10, seq: 5 })
    log.add({ from: 20, to: 30, seq: 6 })
    expect(log.missedBy({ from: 5, to: 25, seq: 4 })).toEqual([
      { from: 5, to: 10, seq: 5 },
      { from: 20, to: 25, seq: 6 },
    ])
    expect(log.missedBy({ from: 5, to: 25, seq: 5 })).toEqual([{ from: 20, to: 25, seq: 6 }])
    expect(log.missedBy({ from: 10, to: 20, seq: 0 })).toEqual([])
  })

  it('treats a range older than the log as missing entirely', () => {
    const log = new RevisionLog()
    for (let seq = 1; seq <= 1001; seq++) log.add({ from: 1000, to: 1001, seq })
    expect(log.missedBy({ from: 0, to: 9, seq: 0 })).toEqual([{ from: 0, to: 9, seq: 1001 }])
    expect(log.missedBy({ from: 0, to: 9, seq: 1 })).toEqual([])
  })
})

describe('LoadedPages', () => {
  it('a later page raises the ranges it covers, except those loaded further', () => {
    const pages = new LoadedPages()
    pages.raise(0, 100, 5)
    pages.raise(20, 40, 9)
    pages.raise(-50, 60, 7)
    expect(pages.pieces(-50, 100)).toEqual([
      { from: -50, to: 0, seq: 7 },
      { from: 0, to: 20, seq: 7 },
      { from: 20, to: 40, seq: 9 },
      { from: 40, to: 60, seq: 7 },
      { from: 60, to: 100, seq: 5 },
    ])
    expect(pages.before(9, 30, 100).map((piece) => piece.from)).toEqual([40, 60])
    expect([pages.from, pages.to]).toEqual([-50, 100])
  })

  it('rejects a range that does not touch the loaded ones', () => {
    const pages = new LoadedPages()
    pages.raise(0, 10, 1)
    expect(() => pages.raise(11, 20, 1)).toThrow(RangeError)
    pages.raise(10, 20, 1)
  })
})

describe('spans', () => {
  it('joinSpans joins overlapping and touching spans', () => {
    expect(
      joinSpans([
        { from: 5, to: 9 },
        { from: 0, to: 3 },
        { from: 3, to: 4 },
        { from: 8, to: 12 },
        { from: 7, to: 7 },
      ]),
    ).toEqual([
      { from: 0, to: 4 },
      { from: 5, to: 12 },
    ])
  })

  it('cutSpans keeps the parts outside', () => {
    expect(
      cutSpans(
        [
          { from: 0, to: 10 },
          { from: 10, to: 12 },
        ],
        4,
        10,
      ),
    ).toEqual([
      { from: 0, to: 4 },
      { from: 10, to: 12 },
    ])
    expect(cutSpans([{ from: 0, to: 10 }], 4, 6)).toEqual([
      { from: 0, to: 4 },
      { from: 6, to: 10 },
    ])
  })
})
