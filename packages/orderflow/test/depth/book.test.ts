import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ASK, BID, Book, BookChangesBuilder } from '@flowprint/orderflow'
import type { BookSide } from '@flowprint/orderflow'
import { makeSnapshot } from './depth-arbitraries.ts'

const levelsOf = (book: Book, side: BookSide, low = -1e9, high = 1e9): [number, number][] => {
  const seen: [number, number][] = []
  book.visit(side, low, high, (tick, lots) => seen.push([tick, lots]))
  return seen
}

describe('Book', () => {
  it('returns the previous quantity and keeps each side sorted from the touch', () => {
    const book = new Book()
    expect(book.set(BID, 99, 5)).toBe(0)
    expect(book.set(BID, 97, 1)).toBe(0)
    expect(book.set(BID, 98, 2)).toBe(0)
    expect(book.set(BID, 99, 7)).toBe(5)
    expect(book.set(ASK, 101, 4)).toBe(0)
    expect(book.set(ASK, 100, 0)).toBe(0)
    expect(levelsOf(book, BID)).toEqual([
      [99, 7],
      [98, 2],
      [97, 1],
    ])
    expect(levelsOf(book, BID, 97, 98)).toEqual([
      [98, 2],
      [97, 1],
    ])
    expect([book.bestBid(), book.bestAsk(), book.size(BID), book.size(ASK)]).toEqual([99, 101, 3, 1])
    expect([book.lotsAt(BID, 98), book.lotsAt(BID, 100), book.lotsAt(ASK, 101)]).toEqual([2, 0, 4])
    expect(book.set(BID, 99, 0)).toBe(7)
    expect(book.bestBid()).toBe(98)
  })

  it('has no best price on an empty side and is not crossed then', () => {
    const book = new Book()
    expect([book.bestBid(), book.bestAsk(), book.isCrossed()]).toEqual([NaN, NaN, false])
    book.set(BID, 0, 1)
    expect(Object.is(book.bestBid(), 0)).toBe(true)
    expect(book.isCrossed()).toBe(false)
  })

  it('is crossed when the best bid reaches the best ask', () => {
    const book = new Book()
    book.set(BID, 99, 1)
    book.set(ASK, 100, 1)
    expect(book.isCrossed()).toBe(false)
    book.set(BID, 100, 1)
    expect(book.isCrossed()).toBe(true)
  })

  it('widens its window by touched levels and takes over that of a snapshot', () => {
    const book = new Book()
    book.load(makeSnapshot(0, [[BID, 50, 1]], { low: 40, high: 60 }))
    expect(book.window).toEqual({ low: 40, high: 60 })
    book.set(BID, 45, 1)
    expect(book.window).toEqual({ low: 40, high: 60 })
    book.set(BID, 30, 0)
    book.set(ASK, 70, 1)
    expect(book.window).toEqual({ low: 30, high: 70 })
    book.setWindow({ low: 41, high: 61 })
    expect(book.window).toEqual({ low: 41, high: 61 })
    book.clear()
    expect(book.window.low).toBeGreaterThan(book.window.high)
    book.set(BID, 7, 1)
    expect(book.window).toEqual({ low: 7, high: 7 })
  })

  it('removes all but the best levels and names the removed ones', () => {
    const book = new Book()
    for (let k = 0; k < 500; k++) {
      book.set(BID, 1000 - k, 1)
      book.set(ASK, 1001 + k, 1)
    }
    expect(book.truncate(BID, 500)).toEqual([])
    expect(book.truncate(BID, 497)).toEqual([503, 502, 501])
    expect(book.truncate(ASK, 128)).toEqual(Array.from({ length: 372 }, (_, k) => 1129 + k))
    expect([book.size(BID), book.size(ASK)]).toEqual([497, 128])
    expect(book.truncate(ASK, 0)).toHaveLength(128)
    expect([book.size(ASK), book.bestAsk()]).toEqual([0, NaN])
  })

  it('multiplies all quantities for a finer unit', () => {
    const book = new Book()
    book.set(BID, 9, 3)
    book.set(ASK, 10, 4)
    book.rescale(100)
    expect([book.lotsAt(BID, 9), book.lotsAt(ASK, 10)]).toEqual([300, 400])
    expect(() => book.rescale(2 ** 50)).toThrow('Condition failed')
    expect(() => book.rescale(0.1)).toThrow('Condition failed')
    expect(book.lotsAt(BID, 9)).toBe(300)
  })

  it.each<[string, () => void]>([
    ['a fraction of a lot', () => new Book().set(BID, 1, 0.5)],
    ['a negative quantity', () => new Book().set(BID, 1, -1)],
    ['a quantity beyond 2^53 - 1', () => new Book().set(BID, 1, 2 ** 53)],
    ['a fraction of a tick', () => new Book().set(BID, 1.5, 1)],
    ['an unknown side', () => new Book().set(2 as BookSide, 1, 1)],
    ['an infinite window', () => new Book().setWindow({ low: 0, high: Infinity })],
    ['a fraction of a level to keep', () => new Book().truncate(BID, 0.5)],
  ])('refuses %s', (_name, run) => {
    expect(run).toThrow(/^Condition failed: /)
  })

  it.each([
    ['unsorted bids', { bidTicks: [1, 2], bidLots: [1, 1] }],
    ['a repeated bid', { bidTicks: [2, 2], bidLots: [1, 1] }],
    ['unsorted asks', { askTicks: [2, 1], askLots: [1, 1] }],
    ['an empty level', { askTicks: [2], askLots: [0] }],
    ['a level without a quantity', { askTicks: [2], askLots: [] }],
  ])('refuses a snapshot with %s and stays as it is', (_name, sides: Record<string, number[]>) => {
    const book = new Book()
    book.set(BID, 5, 5)
    const columns = Object.fromEntries(Object.entries(sides).map(([name, values]) => [name, Float64Array.from(values)]))
    expect(() => book.load({ ...makeSnapshot(0, []), ...columns })).toThrow(/^Condition failed: /)
    expect(levelsOf(book, BID)).toEqual([[5, 5]])
  })

  it('agrees with a plain map over many changes in wide and narrow ranges', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom(30, 3000, 1e6),
        fc.constantFrom(0.2, 0.5, 0.9),
        (seed, range, removals) => {
          const book = new Book()
          const plain = [new Map<number, number>(), new Map<number, number>()]
          let state = seed | 1
          const random = () => {
            state = (Math.imul(state, 1664525) + 1013904223) | 0
            return (state >>> 0) / 2 ** 32
          }
          for (let k = 0; k < 4000; k++) {
            // Phases of growth and decline, so that blocks split, shrink, join and disappear.
            const isRemoval = random() < (k % 2000 < 1000 ? 0.1 : removals)
            const side: BookSide = random() < 0.5 ? BID : ASK
            const present = [...plain[side].keys()]
            const tick =
              isRemoval && present.length > 0
                ? present[Math.floor(random() * present.length)]
                : Math.floor((random() - 0.3) * range)
            const lots = isRemoval ? 0 : 1 + Math.floor(random() * 9)
            expect(book.set(side, tick, lots)).toBe(plain[side].get(tick) ?? 0)
            if (lots > 0) plain[side].set(tick, lots)
            else plain[side].delete(tick)
          }
          const sorted = (side: BookSide) => [...plain[side]].sort(([a], [b]) => (side === BID ? b - a : a - b))
          for (const side of [BID, ASK] as const) {
            expect(levelsOf(book, side)).toEqual(sorted(side))
            expect(levelsOf(book, side, 0, range / 3)).toEqual(
              sorted(side).filter(([tick]) => tick >= 0 && tick <= range / 3),
            )
            expect(book.size(side)).toBe(plain[side].size)
          }
          const copy = new Book()
          copy.load(book.snapshot(0))
          expect(copy.snapshot(0)).toEqual(book.snapshot(0))
        },
      ),
      { numRuns: 12 },
    )
  }, 60_000)
})

describe('BookChangesBuilder', () => {
  it('sorts the levels of an event, keeps the last quantity of a level and leaves out empty events', () => {
    const builder = new BookChangesBuilder()
    builder.startEvent(10)
    builder.startEvent(10)
    builder.push(ASK, 101, 4)
    builder.push(BID, 98, 1)
    builder.push(BID, 99, 2)
    builder.push(BID, 98, 0)
    builder.startEvent(12)
    builder.push(ASK, 100, 1)
    builder.startEvent(13)
    expect([builder.events, builder.levels]).toEqual([2, 4])
    expect(builder.build()).toEqual({
      events: 2,
      t: Float64Array.of(10, 12),
      end: Uint32Array.of(3, 4),
      side: Uint8Array.of(BID, BID, ASK, ASK),
      ticks: Float64Array.of(99, 98, 101, 100),
      lots: Float64Array.of(2, 0, 4, 1),
    })
    builder.clear()
    expect(builder.build().events).toBe(0)
  })

  it('applied to a book gives the same as setting the levels one by one', () => {
    const builder = new BookChangesBuilder()
    const plain = new Book()
    const book = new Book()
    for (let i = 0; i < 500; i++) {
      builder.startEvent(i)
      for (let k = 0; k < i % 7; k++) {
        const [side, tick, lots] = [(i * k) % 2, (i * 31 + k * 17) % 100, (i + k) % 5] as [BookSide, number, number]
        builder.push(side, tick, lots)
        plain.set(side, tick, lots)
      }
    }
    const changes = builder.build()
    book.apply(changes, 0, 200)
    book.apply(changes, 200)
    expect(book.snapshot(0)).toEqual(plain.snapshot(0))
  })

  it('keeps built changes when it continues', () => {
    const builder = new BookChangesBuilder()
    builder.startEvent(1)
    builder.push(BID, 1, 1)
    const first = builder.build()
    builder.push(BID, 1, 2)
    expect(builder.build().events).toBe(2)
    expect([first.events, ...first.lots]).toEqual([1, 1])
  })

  it('refuses a level without an event, a decreasing time and values out of range', () => {
    const builder = new BookChangesBuilder()
    expect(() => builder.push(BID, 1, 1)).toThrow('Condition failed')
    builder.startEvent(5)
    expect(() => builder.startEvent(4)).toThrow('Condition failed')
    expect(() => builder.startEvent(5.5)).toThrow('Condition failed')
    expect(() => builder.push(BID, 1, -1)).toThrow('Condition failed')
  })
})
