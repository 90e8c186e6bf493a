import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutTapeArbitrary, simulatedTape, slowBigTrades } from '@flowprint/testkit'
import {
  BigTradeScan,
  digestSweeps,
  emptyTrades,
  isBig,
  leastNotional,
  LiveBigTrades,
  lowerBoundTs,
  SizeWindow,
  sliceTrades,
  SweepChain,
  type BigTrade,
  type Lots,
  type Trades,
} from '@flowprint/orderflow'
import { gatherTrades } from '../../src/trades/trades.ts'
import { hasSharedFile, readCanonicalTrades } from '../support/shared-data.ts'
import { makeTrades, type TradeSketch } from '../support/make-trades.ts'
import { HOUR_MS } from '../../src/index.ts'

/** The history of a tape hour by hour, as a server reads it. */
function scanned(tape: Trades, own: Lots, keepAll = false): { big: readonly BigTrade[]; isLacking: boolean } {
  const chain = new SweepChain(emptyTrades())
  const scan = new BigTradeScan(-Infinity, own)
  for (let from = 0; from < tape.length;) {
    const to = lowerBoundTs(tape, (Math.floor(tape.ts[from] / HOUR_MS) + 1) * HOUR_MS)
    scan.add(chain.add(digestSweeps(sliceTrades(tape, from, to), { keepAll })))
    from = to
  }
  scan.add(chain.end())
  return { big: scan.found, isLacking: scan.isLacking }
}

/** The same tape with a live part: frames of trades out of order by less than two seconds. */
function lived(
  tape: Trades,
  splitTs: number,
  own: Lots,
  shuffle: (indexes: number[]) => number[],
): readonly BigTrade[] {
  const split = lowerBoundTs(tape, splitTs)
  const chain = new SweepChain(emptyTrades())
  const scan = new BigTradeScan(-Infinity, own)
  scan.add(chain.add(digestSweeps(sliceTrades(tape, 0, split), { keepAll: true })))
  const sizes = scan.sizes.seed(chain.open.length > 0 ? chain.open.ts[0] : splitTs, splitTs)
  const live = new LiveBigTrades({ from: splitTs, open: chain.open, sizes }, own)
  const found: BigTrade[] = [...scan.found]
  for (let from = split; from < tape.length;) {
    const to = Math.max(from + 1, lowerBoundTs(tape, tape.ts[from] + 1500))
    const indexes = shuffle(Array.from({ length: to - from }, (_, i) => from + i))
    for (let at = 0; at < indexes.length; at += 7) live.add(gatherTrades(tape, indexes.slice(at, at + 7)))
    found.push(...live.settle(tape.ts[to - 1]))
    live.fresh()
    from = to
  }
  expect(live.mustReload).toBe(false)
  return [...found, ...live.settle(Infinity), ...live.fresh()]
}

describe('the usual size', () => {
  const ended = (sizes: readonly number[], t = 0) => ({
    minutes: [{ t, count: sizes.length }],
    sweeps: sizes.map((notional) => ({ lastTs: t, notional }) as BigTrade),
    floor: 0,
  })

  test.each([
    { count: 199, usual: null },
    { count: 200, usual: 199 },
    { count: 201, usual: 200 },
    { count: 400, usual: 398 },
    { count: 1000, usual: 995 },
  ])('of $count sizes 1, 2, 3... is $usual', ({ count, usual }) => {
    const window = new SizeWindow()
    window.add(ended(Array.from({ length: count }, (_, i) => i + 1)))
    expect(window.at(60_000)).toBe(usual)
  })

  test('equals a full sort over any minutes, also when continued from a seed', () => {
    const minute = fc.record({
      gap: fc.integer({ min: 1, max: 90 }),
      sizes: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 400 }),
      scale: fc.constantFrom(1, 7, 100_000),
    })
    fc.assert(
      fc.property(fc.array(minute, { maxLength: 60 }), fc.boolean(), fc.nat(59), (given, late, split) => {
        let t = 0
        const minutes = given.map(({ gap, sizes, scale }) => ({
          t: (t += gap * 60_000),
          sizes: sizes.map((size, i) => size * scale + (i % 5)),
        }))
        const usualAt = (at: number): Lots | null => {
          const sizes = minutes
            .filter((one) => one.t >= at - 4 * HOUR_MS && one.t < at)
            .flatMap((one) => one.sizes)
            .sort((a, b) => a - b)
          return sizes.length < 200 ? null : sizes[Math.ceil((995 * sizes.length) / 1000) - 1]
        }
        const window = new SizeWindow()
        if (!late) for (const one of minutes) window.add(ended(one.sizes, one.t))
        for (const [i, one] of minutes.entries()) {
          if (late) window.add(ended(one.sizes, one.t))
          for (const at of [one.t + 60_000, one.t + 3 * 60_000]) {
            if (i + 1 < minutes.length && at > minutes[i + 1].t) continue
            expect(window.at(at)).toBe(usualAt(at))
            if (i !== split) continue
            const next = new SizeWindow()
            next.begin(window.seed(at, at))
            expect(next.at(at)).toBe(usualAt(at))
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  test('excludes the current minute and those older than four hours', () => {
    const window = new SizeWindow()
    window.add(ended(Array.from({ length: 1000 }, (_, i) => i + 1)))
    expect([
      window.at(59_999),
      window.at(60_000),
      window.at(4 * HOUR_MS),
      window.at(4 * HOUR_MS + 59_999),
      window.at(4 * HOUR_MS + 60_000),
    ]).toEqual([null, 995, 995, 995, null])
  })

  test('is exact beyond 2^53', () => {
    const huge = 2n ** 60n
    const window = new SizeWindow()
    window.add({
      ...ended([]),
      minutes: [{ t: 0, count: 300 }],
      sweeps: Array.from({ length: 300 }, (_, i) => ({ lastTs: 0, notional: -(huge + BigInt(i)) }) as BigTrade),
    })
    expect(window.at(60_000)).toBe(huge + 298n)
  })

  test('is unknown below the kept sizes', () => {
    const window = new SizeWindow()
    window.add({ minutes: [{ t: 0, count: 10_000 }], sweeps: ended([7, 8, 9]).sweeps, floor: 7 })
    expect(window.at(60_000)).toBe('unknown')
  })

  test('is the same from a seed, or unknown when the seed keeps too little', () => {
    const tape = simulatedTape({ minutes: 300 })
    const chain = new SweepChain(emptyTrades())
    const whole = new SizeWindow()
    for (const part of [...chain.add(digestSweeps(tape)), ...chain.end()]) whole.add(part)
    const at = tape.ts[tape.length - 1] + 60_000
    const seeded = new SizeWindow()
    seeded.begin(whole.seed(at, at))
    for (let t = at; t < at + 5 * HOUR_MS; t += 7 * 60_000) {
      const usual = seeded.at(t)
      if (usual !== 'unknown' || t < at + HOUR_MS) expect(usual).toBe(whole.at(t))
    }
  })
})

describe("the user's size", () => {
  const units = { tickSize: '0.01', lotSize: '0.001' }

  test.each([
    ['0', 0],
    ['1', 100_000],
    ['0.00001', 1],
    ['0.000011', 2],
    ['1000000000000000', 10n ** 20n],
  ])('%s in the quote currency is %s ticks x lots, rounded up', (text, least) =>
    expect(leastNotional(text, units)).toBe(least),
  )

  test.each<[usual: number | null, own: number, size: number, big: boolean]>([
    [100, 0, 100, true],
    [100, 0, 99, false],
    [100, 101, 100, false],
    [100, 101, 101, true],
    [null, 50, 50, true],
    [null, 50, 49, false],
    [null, 0, 1_000_000, false],
  ])('usual %s, own %i: a sweep of %i is big: %s', (usual, own, size, big) => {
    expect([isBig({ notional: size }, usual, own), isBig({ notional: -size }, usual, own)]).toEqual([big, big])
  })
})

describe('big trades', () => {
  test('of random tapes equal the naive reference', () => {
    fc.assert(
      fc.property(
        cutTapeArbitrary({ maxLength: 700, negative: true }),
        fc.constantFrom(0, 1, 5000),
        ({ tape }, own) => {
          expect(scanned(tape, own).big).toEqual(slowBigTrades(tape, own).big)
        },
      ),
      { numRuns: 60 },
    )
  })

  test(
    'of a simulated day equal the naive reference, and live results equal history wherever live starts',
    { tags: ['long'] },
    () => {
      const tape = simulatedTape({ minutes: 90 })
      const { big } = slowBigTrades(tape, 0)
      expect(big.length).toBeGreaterThan(5)
      expect(scanned(tape, 0).big).toEqual(big)
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 88 }), fc.boolean(), (minute, reversed) => {
          const splitTs = (Math.floor(tape.ts[0] / 60_000) + minute) * 60_000
          const found = lived(tape, splitTs, 0, (indexes) => (reversed ? indexes.toReversed() : indexes))
          expect(found.map(({ id, usual }) => [id, usual])).toEqual(big.map(({ id, usual }) => [id, usual]))
        }),
        { numRuns: 12 },
      )
    },
  )

  test('detect sizes that were not kept after a quiet period; keeping all finds them', () => {
    const quiet = Array.from({ length: 4000 }, (_, i): TradeSketch => [i * 800, 100, 1, 'B'])
    const loud = Array.from({ length: 4000 }, (_, i): TradeSketch => [2 * HOUR_MS + i * 800, 100, 50 + (i % 977), 'B'])
    const tape = makeTrades([...quiet, ...loud])
    expect(scanned(tape, 0).isLacking).toBe(true)
    expect(scanned(tape, 0, true)).toEqual({ big: slowBigTrades(tape, 0).big, isLacking: false })
  })

  test('a trade older than the settled ones requests a restart', () => {
    const live = new LiveBigTrades({ from: 0, open: emptyTrades(), sizes: { minutes: [], sizes: [], floor: 0 } }, 1)
    live.add(makeTrades([[1000, 10, 1, 'B', { id: 2 }]]))
    live.settle(20_000)
    expect(live.mustReload).toBe(false)
    live.add(makeTrades([[14_999, 10, 1, 'B', { id: 1 }]]))
    expect(live.mustReload).toBe(true)
  })

  test('an unfinished sweep becomes a big trade immediately', () => {
    const live = new LiveBigTrades({ from: 0, open: emptyTrades(), sizes: { minutes: [], sizes: [], floor: 0 } }, 25)
    live.add(makeTrades([[1000, 10, 2, 'S']]))
    expect(live.fresh()).toEqual([])
    live.add(
      makeTrades([
        [1000, 10, 2, 'S', { id: 1 }],
        [1050, 9, 1, 'S', { id: 2 }],
      ]),
    )
    expect(live.fresh()).toMatchObject([
      { id: '1', buy: false, first: 10, last: 9, lots: 3, notional: 29, trades: 2, usual: null },
    ])
  })

  const LTC = 'data/binance/binance_spot_LTCUSDT_20250621_22.csv.gz'
  test.skipIf(!hasSharedFile(LTC))('of a real day are about one sweep in two hundred in every hour', () => {
    const tape = readCanonicalTrades(LTC, '0.01', '0.001')
    const { big, isLacking } = scanned(tape, 0)
    const all = scanned(tape, 0, true).big
    const sweeps =
      slowBigTrades(sliceTrades(tape, 0, 0), 0).sweeps.length + digestSweeps(tape, { keepAll: true }).sweeps.length
    if (!isLacking) expect(big).toEqual(all)
    expect(all.length / sweeps).toBeGreaterThan(0.003)
    expect(all.length / sweeps).toBeLessThan(0.03)
    const cut = sliceTrades(tape, 0, 30_000)
    expect(scanned(cut, 0, true).big).toEqual(slowBigTrades(cut, 0).big)
  })
})
