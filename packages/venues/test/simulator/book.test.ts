import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { ASK, BID, Book, COLUMN_PROVEN, foldColumns, HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import type { BookChanges, BookSide, BookSnapshot, DepthFrame } from '@flowprint/orderflow'
import {
  createSimulatedBook,
  DEMO_BTCUSD,
  DEMO_ETHUSD,
  DEMO_MARKETS,
  DEMO_SEED,
  simulateTrades,
} from '../../src/index.ts'

const WEDNESDAY = Date.UTC(2026, 4, 13, 14)
const NIGHT = Date.UTC(2026, 4, 13, 4)
/** Boundary between two root intervals of 2^15 minutes. */
const ROOT_EDGE = 900 * 32_768 * 60_000
const WORLD_BEGINS = 803 * 32_768 * 60_000

const LEVELS = ['bidTicks', 'bidLots', 'askTicks', 'askLots'] as const
const COLUMNS = ['t', 'end', 'side', 'ticks', 'lots'] as const

function expectSameBook(actual: BookSnapshot, expected: BookSnapshot): void {
  expect(actual.t).toBe(expected.t)
  for (const column of LEVELS) expect(actual[column], column).toEqual(expected[column])
}

function expectSameChanges(actual: BookChanges, expected: BookChanges): void {
  for (const column of COLUMNS) expect(actual[column], column).toEqual(expected[column])
}

function concatChanges(parts: readonly BookChanges[]): BookChanges {
  let levels = 0
  const ends = parts.flatMap((part) => {
    const shifted = Array.from(part.end, (end) => end + levels)
    levels += part.ticks.length
    return shifted
  })
  return {
    events: ends.length,
    t: Float64Array.from(parts.flatMap((part) => [...part.t])),
    end: Uint32Array.from(ends),
    side: Uint8Array.from(parts.flatMap((part) => [...part.side])),
    ticks: Float64Array.from(parts.flatMap((part) => [...part.ticks])),
    lots: Float64Array.from(parts.flatMap((part) => [...part.lots])),
  }
}

/** FNV-1a over all numbers, as 8 hex digits. */
function fingerprint(...columns: readonly Iterable<number>[]): string {
  let hash = 0x811c9dc5
  for (const column of columns) {
    for (const value of column) {
      hash = Math.imul(hash ^ (value % 4294967296), 0x01000193)
      hash = Math.imul(hash ^ Math.floor(value / 4294967296), 0x01000193)
    }
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Large properties repeat for the second market only in the long tests. */
const REPEATED = { tags: ['long'] }

describe.each(DEMO_MARKETS)('the book of $symbol is a pure function of seed and time', (market) => {
  const size = market === DEMO_MARKETS[0] ? {} : REPEATED
  const options = { seed: 7, market }
  const shared = createSimulatedBook(options)

  test(
    'changes(a, b) applied to snapshotAt(a) give snapshotAt(b), for any a < b and in any order of access',
    size,
    () => {
      const from = fc.integer({ min: WEDNESDAY - 2 * HOUR_MS, max: WEDNESDAY + 2 * HOUR_MS })
      const span = fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 4 * MINUTE_MS }))
      const onMinute = fc.boolean()
      fc.assert(
        fc.property(from, span, onMinute, fc.boolean(), (at, length, isFull, isFresh) => {
          const a = isFull ? at - (at % MINUTE_MS) : at
          const open = () => (isFresh ? createSimulatedBook(options) : shared)
          const book = new Book()
          book.load(open().snapshotAt(a))
          book.apply(open().changes(a, a + length))
          expectSameBook(book.snapshot(a + length), open().snapshotAt(a + length))
        }),
        { numRuns: 24 },
      )
    },
  )

  test('adjacent ranges concatenated equal the whole range, forwards and backwards', size, () => {
    const to = WEDNESDAY + 5 * MINUTE_MS
    const whole = createSimulatedBook(options).changes(WEDNESDAY, to)
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: WEDNESDAY, max: to }), { maxLength: 6 }),
        fc.boolean(),
        (cuts, backwards) => {
          const edges = [WEDNESDAY, ...cuts.sort((a, b) => a - b), to]
          const ranges = edges.slice(1).map((end, i) => [edges[i], end] as const)
          const read = ([start, end]: readonly [number, number]) => shared.changes(start, end)
          const parts = backwards ? ranges.toReversed().map(read).toReversed() : ranges.map(read)
          expectSameChanges(concatChanges(parts), whole)
        },
      ),
      { numRuns: 8 },
    )
  })

  test('another seed gives another book', () => {
    const other = createSimulatedBook({ seed: 8, market }).snapshotAt(WEDNESDAY)
    expect(fingerprint(other.bidTicks)).not.toBe(fingerprint(shared.snapshotAt(WEDNESDAY).bidTicks))
  })

  test.each([
    ['over the edge of two root intervals', ROOT_EDGE],
    ['in the first minutes of the world', WORLD_BEGINS + 3 * MINUTE_MS],
    ['at the beginning of the world', WORLD_BEGINS],
    ['in the year 2040', Date.UTC(2040, 0, 1)],
  ])('snapshots and changes agree %s', (_where, at) => {
    const book = new Book()
    book.load(shared.snapshotAt(at - 90_000))
    book.apply(shared.changes(at - 90_000, at + 90_000))
    expectSameBook(book.snapshot(at + 90_000), shared.snapshotAt(at + 90_000))
    expect(book.size(BID)).toBeGreaterThan(200)
    expect(book.size(ASK)).toBeGreaterThan(200)
  })

  test('the book is empty before the world begins', () => {
    expect(shared.snapshotAt(WORLD_BEGINS).bidTicks).toHaveLength(0)
    expect(shared.changes(WORLD_BEGINS - HOUR_MS, WORLD_BEGINS).events).toBe(0)
    expect(shared.changes(WORLD_BEGINS, WORLD_BEGINS + 1).events).toBeGreaterThan(0)
  })

  test('an empty or reversed range has no changes; a time that is not a whole number is rejected', () => {
    expect(shared.changes(WEDNESDAY, WEDNESDAY).events).toBe(0)
    expect(shared.changes(WEDNESDAY, WEDNESDAY - HOUR_MS).events).toBe(0)
    expect(() => shared.changes(WEDNESDAY, WEDNESDAY + 0.5)).toThrow('a time is a whole number of ms')
    expect(() => shared.snapshotAt(Number.NaN)).toThrow(RangeError)
  })
})

/** An hour of a book, replayed event by event next to the trades. */
function replayHour(market: (typeof DEMO_MARKETS)[number], from: number) {
  const to = from + HOUR_MS
  const simulated = createSimulatedBook({ seed: DEMO_SEED, market })
  const trades = simulateTrades({ seed: DEMO_SEED, market }, from, to)
  const start = simulated.snapshotAt(from)
  const changes = simulated.changes(from, to)
  const wallLots = 350 * market.model.sizeLots
  const book = new Book()
  book.load(start)
  const found = {
    trades: 0,
    outsideTouch: 0,
    crossed: 0,
    outsideWindow: 0,
    unchanged: 0,
    oneTick: 0,
    paced: 0,
    refilled: 0,
    pulledWalls: 0,
    wallSeconds: 0,
  }
  const minutes: BookSnapshot[] = []
  const pace = new Set<number>()
  /** By level: what trades have consumed of a wall since its last refill. */
  const consumed = new Map<number, number>()
  let beat = 0
  let second = 0
  for (let event = 0; event < changes.events; event++) {
    const t = changes.t[event]
    const first = event === 0 ? 0 : changes.end[event - 1]
    const end = changes.end[event]
    const window = simulated.windowAt(t + 1)
    if (Math.floor(t / 100) !== beat) {
      found.paced += pace.size
      pace.clear()
      beat = Math.floor(t / 100)
    }
    for (let k = first; k < end; k++) {
      const side = changes.side[k] as BookSide
      const tick = changes.ticks[k]
      const was = book.lotsAt(side, tick)
      const is = changes.lots[k]
      if (was === is) found.unchanged++
      if (is > 0 && (tick < window.low || tick > window.high)) found.outsideWindow++
      pace.add(2 * tick + side)
      const spent = consumed.get(2 * tick + side) ?? 0
      if (spent > 0 && is - was >= spent) {
        found.refilled++
        consumed.delete(2 * tick + side)
      }
      const distance = side === BID ? book.bestBid() - tick : tick - book.bestAsk()
      const isNear = distance > 0 && distance < market.model.smallRoundTicks * 10
      if (isNear && was - is >= wallLots && end - first > 1) found.pulledWalls++
      const i = found.trades
      const isTrade = end - first === 1 && i < trades.length && t === trades.ts[i] && tick === trades.price[i]
      if (!isTrade || was - is !== trades.qty[i] || side !== (trades.buy[i] === 1 ? ASK : BID)) continue
      if (side === ASK ? book.bestAsk() > tick : book.bestBid() < tick) found.outsideTouch++
      if (was >= wallLots) consumed.set(2 * tick + side, spent + trades.qty[i])
      found.trades++
    }
    book.apply(changes, event, event + 1)
    if (book.isCrossed()) found.crossed++
    if (book.bestAsk() - book.bestBid() === 1) found.oneTick++
    if (t >= from + (minutes.length + 1) * MINUTE_MS) minutes.push(book.snapshot(t))
    if (Math.floor(t / 1000) === second) continue
    second = Math.floor(t / 1000)
    let hasWall = false
    for (const side of [BID, ASK] as const) {
      const touch = side === BID ? book.bestBid() : book.bestAsk()
      const far = Math.floor(market.model.dayTicks / 4)
      book.visit(side, touch - far, touch + far, (_tick, lots) => (hasWall ||= lots >= wallLots))
    }
    if (hasWall) found.wallSeconds++
  }
  return { trades, changes, found, minutes }
}

describe.each([
  { market: DEMO_BTCUSD, from: WEDNESDAY, low: 150, high: 400 },
  { market: DEMO_BTCUSD, from: NIGHT, low: 60, high: 250 },
  { market: DEMO_ETHUSD, from: WEDNESDAY, low: 80, high: 300 },
])('an hour of the book of $market.symbol from $from', ({ market, from, low, high }) => {
  const { trades, changes, found, minutes } = replayHour(market, from)

  test('every trade is an event that removes exactly its quantity from a level, in the order of the trades', () => {
    expect(found.trades).toBe(trades.length)
  })

  test('buys trade at or above the best ask, sells at or below the best bid, and the book is never crossed', () => {
    expect(found.outsideTouch).toBe(0)
    expect(found.crossed).toBe(0)
  })

  test('levels lie inside the window, quantities are whole lots, and no change repeats the known quantity', () => {
    expect(found.outsideWindow).toBe(0)
    expect(found.unchanged).toBe(0)
    expect(changes.lots.every((lots) => Number.isSafeInteger(lots) && lots >= 0)).toBe(true)
  })

  test('level changes per second at a pace of 100 ms are within bounds', () => {
    expect(found.paced / 3600).toBeGreaterThan(low)
    expect(found.paced / 3600).toBeLessThan(high)
  })

  test('the spread is mostly one tick, sometimes wider', () => {
    expect(found.oneTick / changes.events).toBeGreaterThan(0.9)
    expect(found.oneTick / changes.events).toBeLessThan(0.999)
  })

  test('levels per tick and resting quantity per tick decrease with the distance from the touch', () => {
    const bands = [1 / 500, 1 / 30, 1 / 3, 2].map((days) => Math.floor(days * market.model.dayTicks))
    const levels = bands.map(() => 0)
    const lots = bands.map(() => 0)
    for (const { askTicks, askLots, bidTicks, bidLots } of minutes) {
      for (const [ticks, sizes] of [
        [askTicks, askLots],
        [bidTicks, bidLots],
      ]) {
        for (let i = 0; i < ticks.length; i++) {
          const band = bands.findIndex((far) => Math.abs(ticks[i] - ticks[0]) < far)
          levels[band]++
          lots[band] += sizes[i]
        }
      }
    }
    const perTick = (sums: readonly number[]) =>
      sums.map((sum, band) => sum / (bands[band] - (bands[band - 1] ?? 0)) / (2 * minutes.length))
    expect(perTick(levels)[0]).toBeGreaterThan(0.3)
    expect(perTick(levels)).toEqual(perTick(levels).toSorted((a, b) => b - a))
    expect(perTick(lots)).toEqual(perTick(lots).toSorted((a, b) => b - a))
    expect(perTick(levels).at(-1)).toBeGreaterThan(0)
  })

  test('levels at round prices hold several times the quantity of others', () => {
    const grid = market.model.smallRoundTicks
    const median = (isRound: boolean) => {
      const sizes = minutes.flatMap(({ askTicks, askLots }) =>
        [...askLots].filter((_, i) => (askTicks[i] % grid === 0) === isRound),
      )
      return sizes.sort((a, b) => a - b)[Math.floor(sizes.length / 2)]
    }
    expect(median(true)).toBeGreaterThan(2 * median(false))
  })

  test('walls are visible not far from the touch a good part of the time', () => {
    expect(found.wallSeconds / 3600).toBeGreaterThan(0.2)
  })

  test('some walls are pulled before the price reaches them', () => {
    expect(found.pulledWalls).toBeGreaterThan(0)
  })

  test('walls are refilled after trades have consumed a part of them', () => {
    expect(found.refilled).toBeGreaterThan(3)
  })
})

describe.each(DEMO_MARKETS)('the accounts of liquidity of $symbol', (market) => {
  const step = market.model.smallRoundTicks
  const from = WEDNESDAY
  const to = WEDNESDAY + 5 * MINUTE_MS
  const simulated = createSimulatedBook({ seed: DEMO_SEED, market })
  const snapshot = simulated.snapshotAt(from)
  const base = { symbol: market.symbol, proof: 'proven', qtyUnit: market.lotSize, reason: '' } as const
  const frames: DepthFrame[] = [
    { ...base, kind: 'start', seq: 1, until: from, window: snapshot.window, snapshot, changes: null },
  ]
  for (let t = from; t < to; t += 250) {
    const changes = simulated.changes(t, t + 250)
    const window = simulated.windowAt(t + 250)
    frames.push({ ...base, kind: 'changes', seq: frames.length + 1, until: t + 250, window, snapshot: null, changes })
  }
  const columns = foldColumns(frames, { fromMs: from, toMs: to, step })
  const trades = simulateTrades({ seed: DEMO_SEED, market }, from, to)
  const keyOf = (second: number, side: number, row: number) => `${second} ${side} ${row}`

  test('what is removed from a row in a second is at least what traded there: up - (end - start) >= traded', () => {
    const end = new Map<string, number>()
    const up = new Map<string, number>()
    for (const [sideTicks, sideLots, side] of [
      [snapshot.bidTicks, snapshot.bidLots, BID],
      [snapshot.askTicks, snapshot.askLots, ASK],
    ] as const) {
      for (let i = 0; i < sideTicks.length; i++) {
        const key = keyOf(-1, side, Math.floor(sideTicks[i] / step))
        end.set(key, (end.get(key) ?? 0) + sideLots[i])
      }
    }
    for (let second = 0; second < columns.length; second++) {
      for (let k = second === 0 ? 0 : columns.cellEnd[second - 1]; k < columns.cellEnd[second]; k++) {
        const key = keyOf(second, columns.side[k], columns.row[k])
        end.set(key, columns.lots[k])
        up.set(key, columns.up[k])
      }
    }
    const traded = new Map<string, number>()
    for (let i = 0; i < trades.length; i++) {
      const row = Math.floor(trades.price[i] / step)
      const key = keyOf(Math.floor((trades.ts[i] - from) / 1000), trades.buy[i] === 1 ? ASK : BID, row)
      traded.set(key, (traded.get(key) ?? 0) + trades.qty[i])
    }
    const short = [...traded].filter(([key, lots]) => {
      const [second, side, row] = key.split(' ').map(Number)
      const before = end.get(keyOf(second - 1, side, row)) ?? 0
      return (up.get(key) ?? 0) - ((end.get(key) ?? 0) - before) < lots
    })
    expect(traded.size).toBeGreaterThan(100)
    expect(short).toEqual([])
  })

  test('every second is known and proven, over the whole window of about 5 % on either side', () => {
    expect([...columns.state].every((state) => state === COLUMN_PROVEN)).toBe(true)
    const mid = (columns.bestBid[0] + columns.bestAsk[0]) / 2
    expect(columns.lowRow[0] * step).toBeLessThan(mid * 0.965)
    expect(columns.highRow[0] * step).toBeGreaterThan(mid * 1.035)
  })
})

describe("the product's book", () => {
  // Stored books continue with future simulator output: a change of output must also change DEMO_SEED and these values.
  test.each([
    { market: DEMO_BTCUSD, hash: '385ab59f' },
    { market: DEMO_ETHUSD, hash: 'ce9fa866' },
  ])('$market.symbol stays what it is', ({ market, hash }) => {
    const { t, end, side, ticks, lots } = createSimulatedBook({ seed: DEMO_SEED, market }).changes(
      WEDNESDAY - 5 * MINUTE_MS,
      WEDNESDAY + 5 * MINUTE_MS,
    )
    expect(fingerprint(t, end, side, ticks, lots)).toBe(hash)
  })
})
