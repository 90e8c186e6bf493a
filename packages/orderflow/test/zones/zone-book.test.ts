import { describe, expect, test } from 'vitest'
import { isBeyond, meetZone, ZoneBook } from '../../src/zones/zone-book.ts'
import type { ZoneSeed } from '../../src/zones/zone-book.ts'
import * as fc from 'fast-check'
import { roundScore } from '../../src/index.ts'
import type { Zone } from '../../src/index.ts'

type Reach = readonly [low: number, high: number, close: number]

const rows = ([low, high, close]: Reach) => ({ low, high, close })
const support = { kind: 'stack', side: 'support', lowRow: 10, highRow: 13 } as const
const resistance = { kind: 'stack', side: 'resistance', lowRow: 10, highRow: 13 } as const

/** The mirror image about the middle of the zone. */
const mirrored = ([low, high, close]: Reach): Reach => [23 - high, 23 - low, 23 - close]

describe('a closed bar meets a zone [10, 13]', () => {
  const cases: [string, Reach, close: string, through: string, touch: string][] = [
    ['stays above', [14, 20, 16], 'away', 'away', 'away'],
    ['reaches the top row and closes above', [13, 20, 16], 'held', 'held', 'broken'],
    ['reaches the bottom row and closes above', [10, 20, 14], 'held', 'held', 'broken'],
    ['closes on the top row', [12, 20, 13], 'inside', 'inside', 'broken'],
    ['closes on the bottom row', [10, 20, 10], 'inside', 'inside', 'broken'],
    ['trades through and closes above', [9, 20, 14], 'held', 'broken', 'broken'],
    ['trades through and closes inside', [9, 20, 11], 'inside', 'broken', 'broken'],
    ['closes one row below', [9, 20, 9], 'broken', 'broken', 'broken'],
    ['comes from below into the bottom row', [5, 10, 10], 'inside', 'broken', 'broken'],
    ['jumps over without touching', [4, 9, 7], 'broken', 'broken', 'broken'],
    ['lies within the zone', [11, 12, 11], 'inside', 'inside', 'broken'],
    ['covers the zone and closes far above', [5, 40, 39], 'held', 'broken', 'broken'],
  ]
  test.each(cases)('support: a bar that %s', (_, bar, close, through, touch) => {
    expect(meetZone(support, rows(bar), 'close')).toBe(close)
    expect(meetZone(support, rows(bar), 'through')).toBe(through)
    expect(meetZone(support, rows(bar), 'touch')).toBe(touch)
  })

  test.each(cases)('resistance is the mirror image: a bar that %s', (_, bar, close, through, touch) => {
    const seen = rows(mirrored(bar))
    expect(meetZone(resistance, seen, 'close')).toBe(close)
    expect(meetZone(resistance, seen, 'through')).toBe(through)
    expect(meetZone(resistance, seen, 'touch')).toBe(touch)
  })

  test.each([
    ['covers it', [9, 11, 9], 'filled'],
    ['ends on it', [10, 12, 12], 'filled'],
    ['stays above it', [11, 20, 15], 'away'],
    ['jumps over it', [3, 9, 5], 'away'],
  ] as const)('a naked point of control at row 10 and a bar that %s: %s', (_, bar, meeting) => {
    for (const side of ['support', 'resistance'] as const) {
      for (const breakBy of ['close', 'through', 'touch'] as const) {
        expect(meetZone({ kind: 'nakedPoc', side, lowRow: 10, highRow: 10 }, rows(bar), breakBy)).toBe(meeting)
      }
    }
  })
})

describe('isBeyond', () => {
  test.each([
    [9, true, false],
    [10, false, false],
    [13, false, false],
    [14, false, true],
  ])('a close at row %d is beyond support [10, 13]: %s, beyond resistance: %s', (close, below, above) => {
    expect(isBeyond(support, close)).toBe(below)
    expect(isBeyond(resistance, close)).toBe(above)
  })
})

const seed: ZoneSeed = { kind: 'stack', side: 'support', lowRow: 10, highRow: 13, strength: 2 }

const away: Reach = [20, 25, 22]
const held: Reach = [12, 20, 18]
const inside: Reach = [12, 20, 13]
const below: Reach = [5, 20, 9]

/** A zone born on bar 0 (t 0), then these bars at t 1, 2, 3, ... */
function life(bars: readonly Reach[], expireBars = 300, born: ZoneSeed = seed): Zone {
  const book = new ZoneBook({ breakBy: 'close', expireBars })
  book.bear(0, 0, born, 20)
  bars.forEach(([low, high, close], n) => book.step(n + 1, n + 1, { low, high, close }))
  return book.list()[0]
}

describe('life of a support', () => {
  test.each<[string, Reach[], Zone['state'], number, number | null]>([
    ['an untouched zone stays fresh', [away, away], 'fresh', 0, null],
    ['armed at birth: the first bar can test it', [held], 'tested', 1, null],
    ['a second bar on it without leaving is the same test', [held, held], 'tested', 1, null],
    ['after a bar away it can be tested again', [held, away, held], 'tested', 2, null],
    ['a close inside disarms', [inside, held], 'fresh', 0, null],
    ['a close inside, away, then held is one test', [inside, away, held], 'tested', 1, null],
    ['a close inside after a test does not untest it', [held, inside], 'tested', 1, null],
    ['a close below breaks it', [held, below, away], 'broken', 1, 2],
    ['a broken zone does not change any more', [below, held, away, held], 'broken', 0, 1],
  ])('%s', (_, bars, state, tests, ended) => {
    expect(life(bars)).toMatchObject({ state, tests, ended, born: 0 })
  })

  test.each<[string, Reach[], Zone['state'], number, number | null]>([
    ['lives one bar before it expires', [away, away], 'fresh', 0, null],
    ['expires at the close of its last bar', [away, away, away], 'expired', 0, 3],
    ['the last bar can still test it', [away, away, held], 'expired', 1, 3],
    ['the last bar can still break it', [away, away, below], 'broken', 0, 3],
  ])('expiry after three bars: %s', (_, bars, state, tests, ended) => {
    expect(life(bars, 3)).toMatchObject({ state, tests, ended })
  })

  test('a naked point of control is neither tested nor broken', () => {
    const naked: ZoneSeed = { kind: 'nakedPoc', side: 'support', lowRow: 10, highRow: 10, strength: 1 }
    expect(life([away, [4, 9, 5], away], 300, naked)).toMatchObject({ state: 'fresh', tests: 0, ended: null })
    expect(life([away, [9, 12, 11], away], 300, naked)).toMatchObject({ state: 'filled', tests: 0, ended: 2 })
    expect(life([away, away], 2, naked)).toMatchObject({ state: 'expired', ended: 2 })
  })

  test('a zone that price is already beyond is not created', () => {
    const book = new ZoneBook({ breakBy: 'close', expireBars: 300 })
    book.bear(0, 0, seed, 9)
    book.bear(0, 0, { ...seed, side: 'resistance' }, 14)
    expect(book.list()).toEqual([])
    book.bear(0, 0, seed, 10)
    book.bear(0, 0, { ...seed, side: 'resistance' }, 13)
    expect(book.list().length).toBe(2)
  })

  test('equal zones are not merged', () => {
    const book = new ZoneBook({ breakBy: 'close', expireBars: 300 })
    book.bear(0, 0, seed, 20)
    book.bear(1, 1, seed, 20)
    book.step(2, 2, { low: 12, high: 20, close: 18 })
    expect(book.list().map(({ born, tests }) => [born, tests])).toEqual([
      [0, 1],
      [1, 1],
    ])
  })
})

test('the worked example of the page: two tests, then broken at the seventh bar', () => {
  const bars: Reach[] = [
    [15, 19, 17],
    [13, 18, 16],
    [14, 17, 14],
    [14, 18, 17],
    [15, 20, 18],
    [12, 19, 15],
    [8, 15, 10],
  ]
  const zone: ZoneSeed = { kind: 'stack', side: 'support', lowRow: 11, highRow: 14, strength: (97 / 150) * 4 }
  const tests = bars.map((_, n) => life(bars.slice(0, n + 1), 300, zone).tests)
  expect(tests).toEqual([0, 1, 1, 1, 1, 2, 2])
  expect(life(bars, 300, zone)).toMatchObject({ state: 'broken', ended: 7 })
  expect(roundScore(zone.strength)).toBe(2.5867)
})

describe('rewinding', () => {
  const row = fc.integer({ min: 0, max: 16 })
  const bar = fc.record({ a: row, b: row, c: row, born: fc.boolean(), support: fc.boolean(), zone: row })
  type Bar = { a: number; b: number; c: number; born: boolean; support: boolean; zone: number }

  function feed(book: ZoneBook, bars: readonly Bar[], from: number): void {
    for (let i = from; i < bars.length; i++) {
      const { a, b, c, born, support, zone } = bars[i]
      const [low, close, high] = [a, b, c].sort((x, y) => x - y)
      book.step(i, i, { low, high, close })
      const side = support ? 'support' : 'resistance'
      if (born) book.bear(i, i, { kind: 'stack', side, lowRow: zone, highRow: zone + 2, strength: i }, close)
    }
  }

  test('rewinding and adding other bars equals adding only those', () => {
    fc.assert(
      fc.property(
        fc.array(bar, { maxLength: 60 }),
        fc.array(bar, { maxLength: 30 }),
        fc.nat(60),
        (first, second, cut) => {
          const options = { breakBy: 'close' as const, expireBars: 12 }
          const kept = first.slice(0, cut)
          const book = new ZoneBook(options)
          feed(book, first, 0)
          book.rewind(kept.length)
          expect(book.list()).toEqual(fresh(options, kept))
          feed(book, [...kept, ...second], kept.length)
          expect(book.list()).toEqual(fresh(options, [...kept, ...second]))
        },
      ),
      { numRuns: 500 },
    )
  })

  function fresh(options: ConstructorParameters<typeof ZoneBook>[0], bars: readonly Bar[]): readonly Zone[] {
    const book = new ZoneBook(options)
    feed(book, bars, 0)
    return book.list()
  }

  test('returned lists are immutable and stay the same object while nothing changes', () => {
    const book = new ZoneBook({ breakBy: 'close', expireBars: 300 })
    book.bear(0, 0, seed, 20)
    const before = book.list()
    book.step(1, 1, { low: 20, high: 25, close: 22 })
    expect(book.list()).toBe(before)
    book.step(2, 2, { low: 12, high: 20, close: 18 })
    expect(before[0].tests).toBe(0)
    expect(book.list()[0].tests).toBe(1)
  })
})
