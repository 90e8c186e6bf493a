import { ASK, BID, Book, composeColumns, type DepthColumns, foldColumns, sliceColumns } from '@flowprint/orderflow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeHeatScale, isAnyColumnKnown } from '../../../src/workers/depth/heat-scale.ts'
import { chooseInterval, windowAround } from '../../../src/workers/depth/heatmap-window.ts'
import { IntervalFold } from '../../../src/workers/depth/interval-fold.ts'
import { buildLadderRows, followTop } from '../../../src/workers/depth/ladder-rows.ts'
import { RecentChanges } from '../../../src/workers/depth/recent-changes.ts'
import { FakeDepth } from './fake-depth.ts'
import { heatmapOf } from './feed-under-test.ts'

const START = 1_700_000_000_000

/** Seconds of a market whose book changes and is interrupted at random. */
const seconds = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 700 }), fc.nat(40), fc.nat(20), fc.nat(12)), {
    minLength: 5,
    maxLength: 60,
  })
  .map((steps): DepthColumns => {
    const depth = new FakeDepth(START)
    let t = START
    for (const [pause, distance, lots, fate] of steps) {
      t += pause
      depth.change([[BID, 999 - distance, lots]], t)
      if (fate === 0) depth.interrupt(t + 1, (t += 1300))
    }
    const toMs = Math.floor(depth.until / 1000) * 1000
    return foldColumns(depth.frames, { fromMs: START, toMs, step: 2 })
  })

describe('columns composed second by second', () => {
  it('equal those composed at once, however the seconds arrive', () => {
    fc.assert(
      fc.property(
        seconds,
        fc.constantFrom(1, 3, 5),
        fc.infiniteStream(fc.integer({ min: 1, max: 4 })),
        (all, length, sizes) => {
          const intervalMs = length * 1000
          const fold = new IntervalFold(intervalMs, 2, START)
          const closed: DepthColumns[] = []
          for (let i = 0; i < all.length;) {
            const size = sizes.next().value
            fold.add(sliceColumns(all, START + i * 1000, START + (i + size) * 1000))
            closed.push(...fold.takeClosed())
            i += size
          }
          const toMs = START + Math.floor(all.length / length) * intervalMs
          expect(closed.length).toBe((toMs - START) / intervalMs)
          expect(composeColumns(closed, { intervalMs, fromMs: START, toMs, step: 2 })).toEqual(
            composeColumns([all], { intervalMs, fromMs: START, toMs }),
          )
        },
      ),
    )
  })

  it('show the open interval with its last second', () => {
    const depth = new FakeDepth(START)
    depth.change([[BID, 990, 77]], START + 1500, START + 2000)
    const all = foldColumns(depth.frames, { fromMs: START, toMs: START + 2000, step: 2 })
    const fold = new IntervalFold(5000, 2, START)
    fold.add(sliceColumns(all, START, START + 1000))
    const open = fold.peekOpen(sliceColumns(all, START + 1000, START + 2000))!
    expect([open.intervalMs, open.fromMs, open.length, open.seconds[0]]).toEqual([5000, START, 1, 2])
    expect(open.lots[open.row.indexOf(495)]).toBe(77 + 13)
    expect(fold.peekOpen(null)!.lots[open.row.indexOf(495)]).toBe(14 + 13)
  })
})

describe('the scale of the heatmap', () => {
  const depth = new FakeDepth(START)
  depth.change([[ASK, 1040, 900]], START + 100, START + 2000)
  const columns = foldColumns(depth.frames, { fromMs: START, toMs: START + 2000, step: 1 })
  const scale = (part: Parameters<typeof heatmapOf>[2]) =>
    computeHeatScale([columns], heatmapOf(START, START + 2000, part), '0.001')

  it('reaches to the largest quantity on the screen', () => {
    expect(scale({ scale: { mode: 'screen' } }).high).toBe(900)
    expect(scale({ scale: { mode: 'screen' }, high: 1039 }).high).toBe(45)
  })

  it('reaches to a percentile within 5 %', () => {
    const sizes = [...columns.lots].filter((lots) => lots > 0).toSorted((a, b) => a - b)
    for (const percent of [50, 80, 97, 100]) {
      const exact = sizes[Math.ceil((percent / 100) * sizes.length) - 1]
      const { high } = scale({ scale: { mode: 'percentile', percent } })
      expect(high).toBeGreaterThanOrEqual(exact)
      expect(high).toBeLessThanOrEqual(exact * 1.05)
    }
  })

  it('reaches to a fixed quantity in base units', () => {
    expect(scale({ scale: { mode: 'fixed', size: '2.5' } }).high).toBe(2500)
  })

  it('always has a positive range', () => {
    const { low, high } = computeHeatScale([], heatmapOf(0, 1, { scale: { mode: 'percentile', percent: 97 } }), '1')
    expect([low > 0, high > low]).toEqual([true, true])
  })

  it('tells whether a book is known in a range', () => {
    expect(isAnyColumnKnown([columns], START, START + 1)).toBe(true)
    expect(isAnyColumnKnown([columns], START + 2000, START + 9000)).toBe(false)
  })
})

describe('the interval of the columns', () => {
  it('is the finest with at most 900 on the screen, and stays while zooming a little', () => {
    const now = START
    expect(chooseInterval(now - 900_000, Infinity, now, null)).toBe(1000)
    expect(chooseInterval(now - 901_000, Infinity, now, null)).toBe(5000)
    expect(chooseInterval(now - 800_000, Infinity, now, 5000)).toBe(5000)
    expect(chooseInterval(now - 700_000, Infinity, now, 5000)).toBe(1000)
  })

  it('is one that is still stored', () => {
    const day = 86_400_000
    expect(chooseInterval(START - 40 * day, START - 40 * day + 60_000, START, null)).toBe(5000)
    expect(chooseInterval(START - 400 * day, START - 400 * day + 60_000, START, null)).toBe(60_000)
  })

  it('fills whole intervals and ends with the present', () => {
    expect(windowAround(START - 60_500, Infinity, START, 5000)).toEqual({ from: START - 95_000, to: START + 5000 })
    expect(windowAround(START - 900_000, START - 800_000, START, 5000)).toEqual({
      from: START - 950_000,
      to: START - 745_000,
    })
  })
})

describe('a ladder that follows', () => {
  const touch = (tick: number) => ({ bestBid: tick, bestAsk: tick + 1 })

  it('rests while the best prices are in its middle half', () => {
    const top = followTop(null, 40, 1, touch(1000))!
    expect(top).toBe(1020)
    expect(followTop(top, 40, 1, touch(1009))).toBe(top)
    expect(followTop(top, 40, 1, touch(992))).toBe(top)
    expect(followTop(top, 40, 1, touch(1011))).toBe(1031)
    expect(followTop(top, 40, 1, touch(980))).toBe(1000)
  })

  it('uses the side that exists, and stays where it is without a book', () => {
    expect(followTop(null, 10, 5, { bestBid: Number.NaN, bestAsk: 1000 })).toBe(205)
    expect(followTop(7, 10, 5, { bestBid: Number.NaN, bestAsk: Number.NaN })).toBe(7)
    expect(followTop(null, 10, 5, { bestBid: Number.NaN, bestAsk: Number.NaN })).toBeNull()
  })
})

describe('rows of a ladder', () => {
  const book = new Book()
  book.setWindow({ low: 991, high: 1010 })
  for (const [side, tick, lots] of [
    [BID, 999, 4],
    [BID, 998, 5],
    [BID, 991, 6],
    [ASK, 1000, 7],
    [ASK, 1010, 8],
  ] as const)
    book.set(side, tick, lots)
  const none = (rows: number) => ({ bid: new Float64Array(rows), ask: new Float64Array(rows) })

  it('group levels, and mark rows beyond the known window', () => {
    const changes = new RecentChanges(1000)
    const rows = buildLadderRows({ book, changes, step: 5, topRow: 202, rows: 5 }, none(5))
    expect([...rows.bid]).toEqual([0, 0, 0, 9, 6])
    expect([...rows.ask]).toEqual([8, 0, 7, 0, 0])
    expect([...rows.known]).toEqual([0, 1, 1, 1, 0])
    expect([rows.bestBid, rows.bestAsk]).toEqual([999, 1000])
  })

  it('account for what was traded: the rest of a decrease was pulled, a refill was added', () => {
    const changes = new RecentChanges(1000)
    changes.push(10, BID, 999, -6)
    changes.push(20, BID, 999, 1)
    changes.push(30, ASK, 1000, 0)
    const recent = { bid: Float64Array.of(0, 4), ask: Float64Array.of(3, 0) }
    const rows = buildLadderRows({ book, changes, step: 1, topRow: 1000, rows: 2 }, recent)
    expect([rows.bidAdded[1], rows.bidPulled[1]]).toEqual([1, 2])
    expect([rows.askAdded[0], rows.askPulled[0]]).toEqual([3, 0])
  })

  it('forget changes after the span', () => {
    const changes = new RecentChanges(1000)
    for (let i = 0; i < 5000; i++) {
      changes.push(i, BID, 999, 1)
      changes.trim(i)
    }
    expect(changes.length).toBe(1001)
    const rows = buildLadderRows({ book, changes, step: 1, topRow: 999, rows: 1 }, none(1))
    expect(rows.bidAdded[0]).toBe(1001)
  })
})
