import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CYCLES,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  barsEqual,
  filterTrades,
  idText,
  regroupBars,
  sliceTrades,
} from '@flowprint/orderflow'
import { type Instrument, TooManyCellsError } from '../../../src/market/store/index.ts'
import { shares } from '../../shares.ts'
import { type TestStore, spec, testStore } from '../../test-database.ts'
import { NEAR_MONTH_END, barsOfHistory, barsOfTape, makeTape, numbers, tape } from './tapes.ts'

let world: TestStore
let count = 0
beforeAll(async () => {
  world = await testStore()
})
afterAll(() => world.close())

const newInstrument = (): Promise<Instrument> => world.store.ensureInstrument(spec(`TEST:R${++count}`))

test('pages of trades equal the tape, also of hours that were read before and then revised', async () => {
  const range = fc.record({
    from: shares(),
    part: shares(),
  })
  await fc.assert(
    fc.asyncProperty(tape, fc.array(range, { minLength: 3, maxLength: 6 }), async (whole, ranges) => {
      const instrument = await newInstrument()
      const [first, length] = [whole.ts[0], whole.ts[whole.length - 1] + 1 - whole.ts[0]]
      const odd = filterTrades(
        whole,
        Array.from(whole.ts, (_, i) => i % 2),
      )
      const even = filterTrades(
        whole,
        Array.from(whole.ts, (_, i) => (i + 1) % 2),
      )
      const expectPages = async (known: typeof whole, cut?: number): Promise<void> => {
        const ids = Array.from(known.ts, (ts, i) => ({ ts, id: idText(known, i) }))
        for (const { from: share, part } of ranges) {
          const from = Math.floor(first + share * length)
          const to = Math.ceil(from + part * (first + length - from))
          const read = await world.store.readTrades(instrument, {
            from,
            to,
            limit: 7,
            ...(cut === undefined ? {} : { cut }),
          })
          const wanted = ids.filter(({ ts }) => ts >= from && ts < Math.min(to, cut ?? Infinity)).slice(0, 7)
          expect(Array.from(read.ts, (ts, i) => ({ ts, id: idText(read, i) }))).toEqual(wanted)
        }
      }
      await world.store.importRun(instrument, [even])
      await expectPages(even)
      await expectPages(even)
      await expectPages(even, Math.round(first + length / 2))
      if (odd.length > 0) await world.store.importRun(instrument, [odd])
      await expectPages(whole)
    }),
    { numRuns: 15 },
  )
})

describe('delayed reader', () => {
  test('sees the trades before the cut, folded as of then, and only released log entries', async () => {
    const plan = fc.record({
      known: shares(0, 0.9),
      cut: shares(0, 1.1),
      batch: fc.integer({ min: 1, max: 9 }),
      rest: fc.integer({ min: 0, max: 200_000 }),
    })
    await fc.assert(
      fc.asyncProperty(tape, plan, async (whole, { known, cut: share, batch, rest }) => {
        const instrument = await newInstrument()
        const split = Math.floor(known * whole.length)
        await world.store.importRun(instrument, [sliceTrades(whole, 0, split)])
        const lease = await world.store.acquireLease(instrument)
        for (let i = split; i < whole.length; i += batch)
          await world.store.appendLive(lease, sliceTrades(whole, i, i + batch), 0)
        if (split < whole.length) await world.store.closeUpTo(lease, whole.ts[whole.length - 1] + rest)
        await lease.release()

        const first = whole.ts[0]
        const cut = Math.round(first + share * (whole.ts[whole.length - 1] - first))
        const released = await world.store.releasedSeq(instrument, cut)
        const { entries } = await world.store.readLog(instrument, 1)
        expect(released).toBe(
          entries.findLast((_, i) => entries.slice(0, i + 1).every((earlier) => earlier.newestTs < cut))?.lastSeq ?? 0,
        )
        const seqs = (await world.store.readTrades(instrument, { from: 0, to: Infinity, limit: 10_000 }))
          .seq as Float64Array
        const isLive = (seq: number): boolean =>
          entries.some((entry) => entry.kind === 'trades' && entry.firstSeq <= seq && seq <= entry.lastSeq)
        const seen = filterTrades(
          whole,
          Array.from(whole.ts, (ts, i) => (ts < cut && (seqs[i] <= released || !isLive(seqs[i])) ? 1 : 0)),
        )
        for (const { ms } of CYCLES) {
          const history = await world.store.readHistory(instrument, { cycleMs: ms, step: 1, limit: 5_000, cut })
          expect(history.lastSeq).toBe(released)
          const equal = barsEqual(numbers(barsOfHistory(history, ms, 1)), numbers(barsOfTape(seen, ms, 1)))
          expect({ ms, equal }).toEqual({ ms, equal: true })
        }
        const shown = await world.store.readTrades(instrument, { from: 0, to: Infinity, limit: 10_000, cut })
        expect(shown.ts.every((ts) => ts < cut)).toBe(true)
        const { to, watermark } = await world.store.coverage(instrument, cut)
        expect(to === null || to < cut).toBe(true)
        expect(watermark === null || watermark <= cut).toBe(true)
      }),
      { numRuns: 20 },
    )
  })
})

describe('readHistory', () => {
  test('finds raw points of control on native levels at any step', async () => {
    await fc.assert(
      fc.asyncProperty(tape, fc.constantFrom(...CYCLES), async (whole, { ms }) => {
        const instrument = await newInstrument()
        await world.store.importRun(instrument, [whole])
        const { bars } = await world.store.readHistory(instrument, {
          cycleMs: ms,
          step: 50,
          limit: 5_000,
          rawPoc: true,
        })
        expect(Array.from(bars.rawPoc)).toEqual(Array.from(regroupBars(barsOfTape(whole, ms, 1), 50).rawPoc))
      }),
      { numRuns: 15 },
    )
  })

  test('returns the bars that start in [from, to), and the newest of them beyond the limit', async () => {
    const instrument = await newInstrument()
    const whole = makeTape(
      NEAR_MONTH_END,
      Array.from({ length: 400 }, (_, i) => ({ gap: 30_000, price: 8_300 + i, qty: 1, buy: true, fills: 1 })),
    )
    await world.store.importRun(instrument, [whole])
    const all = barsOfTape(whole, MINUTE_MS, 1)
    const window = { cycleMs: MINUTE_MS, step: 1, from: all.t[20], to: all.t[60] }
    const read = await world.store.readHistory(instrument, { ...window, leadIn: 7 })
    expect(read.leadIn).toBe(7)
    expect(Array.from(read.bars.t)).toEqual(Array.from(all.t.subarray(13, 60)))
    const limited = await world.store.readHistory(instrument, { ...window, limit: 10, leadIn: 3 })
    expect(Array.from(limited.bars.t)).toEqual(Array.from(all.t.subarray(47, 60)))
    expect((await world.store.readHistory(instrument, { ...window, from: 0, to: all.t[0] })).bars.length).toBe(0)
  })

  test('returns nothing for an empty tape', async () => {
    const instrument = await newInstrument()
    const history = await world.store.readHistory(instrument, { cycleMs: HOUR_MS, step: 5, leadIn: 350 })
    expect(history).toMatchObject({ open: null, closedUntil: null, lastSeq: 0, watermark: null, cvdOpen: 0, leadIn: 0 })
    expect([history.bars.length, history.tail.length]).toEqual([0, 0])
  })

  test('rejects too many levels with a step and a limit that fit', async () => {
    const instrument = await newInstrument()
    const whole = makeTape(
      NEAR_MONTH_END,
      Array.from({ length: 3_000 }, (_, i) => ({
        gap: 1_000,
        price: 8_000 + ((i * 37) % 900),
        qty: 1,
        buy: true,
        fills: 1,
      })),
    )
    await world.store.importRun(instrument, [whole])
    const query = { cycleMs: MINUTE_MS, step: 1, maxCells: 1_000, limit: 40 }
    const refusal = await world.store.readHistory(instrument, query).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(TooManyCellsError)
    const { smallestStep, largestLimit } = refusal as TooManyCellsError
    expect((await world.store.readHistory(instrument, { ...query, step: smallestStep })).bars.length).toBe(40)
    expect((await world.store.readHistory(instrument, { ...query, limit: largestLimit })).bars.length).toBe(
      largestLimit,
    )
  })

  test('returns the CVD since the day, the week or the start', async () => {
    const instrument = await newInstrument()
    // One lot bought an hour, for ten days; 2025-05-31 is a Saturday.
    const whole = makeTape(
      Date.UTC(2025, 4, 26, 0, 30) - HOUR_MS,
      Array.from({ length: 240 }, () => ({ gap: HOUR_MS, price: 8_300, qty: 1, buy: true, fills: 1 })),
    )
    await world.store.importRun(instrument, [whole])
    const to = Date.UTC(2025, 4, 31, 5)
    const open = async (cycleMs: number, cvdReset?: 'day' | 'week' | 'never') =>
      (
        await world.store.readHistory(instrument, {
          cycleMs,
          step: 1,
          to,
          limit: 1,
          ...(cvdReset === undefined ? {} : { cvdReset }),
        })
      ).cvdOpen
    expect(await open(HOUR_MS)).toBe(4)
    expect(await open(MINUTE_MS, 'day')).toBe(4)
    expect(await open(15_000)).toBe(4)
    expect(await open(HOUR_MS, 'week')).toBe(5 * 24 + 4)
    expect(await open(HOUR_MS, 'never')).toBe(5 * 24 + 4)
    expect(await open(7 * DAY_MS)).toBe(0)
  })

  test('returns a rewritten block although the old one was cached', async () => {
    const instrument = await newInstrument()
    const whole = makeTape(
      NEAR_MONTH_END,
      Array.from({ length: 100 }, () => ({ gap: 1_000, price: 8_300, qty: 1, buy: true, fills: 1 })),
    )
    await world.store.importRun(instrument, [sliceTrades(whole, 0, 90)])
    const volume = async () =>
      (await world.store.readHistory(instrument, { cycleMs: MINUTE_MS, step: 1 })).bars.ask.reduce(
        (sum, lots) => sum + lots,
        0,
      )
    expect([await volume(), await volume()]).toEqual([90, 90])
    await world.store.importRun(instrument, [whole])
    expect(await volume()).toBe(100)
  })
})

describe('readTrades', () => {
  test('pages by the last row, through trades of one millisecond and across hours', async () => {
    const instrument = await newInstrument()
    const gaps = Array.from({ length: 60 }, (_, i) => (i % 10 === 0 ? 2 * HOUR_MS : 0))
    const whole = makeTape(
      NEAR_MONTH_END,
      gaps.map((gap) => ({ gap, price: 8_300, qty: 1, buy: true, fills: 1 })),
    )
    await world.store.importRun(instrument, [whole])
    const ids: string[] = []
    let after: { ts: number; id: string } | undefined
    for (;;) {
      const page = await world.store.readTrades(instrument, {
        from: 0,
        to: Infinity,
        limit: 7,
        ...(after === undefined ? {} : { after }),
      })
      if (page.length === 0) break
      for (let i = 0; i < page.length; i++) ids.push(idText(page, i))
      after = { ts: page.ts[page.length - 1], id: idText(page, page.length - 1) }
    }
    expect(ids).toEqual(Array.from(whole.id, String))
    const window = await world.store.readTrades(instrument, { from: whole.ts[10], to: whole.ts[20], limit: 100 })
    expect(window.length).toBe(10)
  })
})

describe('listInstruments', () => {
  test('returns from, to and the recommended steps once computed', async () => {
    const instrument = await newInstrument()
    const whole = makeTape(
      NEAR_MONTH_END,
      Array.from({ length: 3_000 }, (_, i) => ({
        gap: 10_000,
        price: 8_000 + ((i * 7) % 40),
        qty: 1,
        buy: true,
        fills: 1,
      })),
    )
    await world.store.importRun(instrument, [whole], { covers: { from: NEAR_MONTH_END, to: whole.ts[2_999] + 1 } })
    const find = async () =>
      (await world.store.listInstruments()).find((summary) => summary.symbol === instrument.symbol)
    expect(await find()).toMatchObject({
      from: whole.ts[0],
      to: whole.ts[2_999],
      lastSeq: 1,
      watermark: null,
      recommended: {},
    })
    await world.store.refreshRecommended(instrument)
    const { recommended = {} } = (await find()) ?? {}
    // 6 trades and 0.006 a minute: sizes that last about 1, 5, 15 and 60 minutes.
    const sizes = ['10t', '20t', '100t', '500t', '0.005v', '0.02v', '0.1v', '0.5v']
    expect(Object.keys(recommended).toSorted()).toEqual([...CYCLES.map((cycle) => cycle.value), ...sizes].toSorted())
    // A minute spans 35 ticks: five per level keep it within 9 levels.
    expect(recommended['1m']).toBe(5)
  })
})

describe('applyRetention', () => {
  test('drops unused months, deletes expired trades of shared months, and moves the start of the tape', async () => {
    const own = await testStore()
    const old = makeTape(
      Date.UTC(2024, 0, 10),
      Array.from({ length: 4 }, () => ({ gap: 31 * DAY_MS, price: 8_300, qty: 1, buy: true, fills: 1 })),
    )
    const [short, long] = [
      await own.store.ensureInstrument(spec('T:SHORT')),
      await own.store.ensureInstrument(spec('T:LONG')),
    ]
    for (const instrument of [short, long]) await own.store.importRun(instrument, [old])
    const now = Date.UTC(2024, 5, 15)
    const keep = (instrument: Instrument): number | null => (instrument.id === short.id ? 60 * DAY_MS : 90 * DAY_MS)
    const { dropped, deleted } = await own.store.applyRetention(keep, now)
    // Trades in February, March, April and May: 90 days reach back to 2024-03-17, 60 to 2024-04-16.
    expect(dropped).toEqual(['tape_chunk_2024_02', 'footprint_block_2024_02'])
    expect(deleted).toBeGreaterThan(0)
    const [shortNow, longNow] = ['T:SHORT', 'T:LONG'].map((symbol) =>
      own.store.listInstruments().then((list) => list.find((summary) => summary.symbol === symbol)),
    )
    expect((await shortNow)?.from).toBe(old.ts[2])
    expect((await longNow)?.from).toBe(old.ts[1])
    expect((await own.store.readHistory(short, { cycleMs: DAY_MS, step: 1 })).bars.length).toBe(2)
    // The months can be imported again.
    expect(await own.store.importRun(short, [old])).toMatchObject({ imported: 2, duplicates: 2 })
    await own.close()
  })
})
