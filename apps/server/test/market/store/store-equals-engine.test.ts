// @module-tag long
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { barsEqual, barStart, CYCLES, gatherTrades, lowerBoundT, sliceTrades } from '@flowprint/orderflow'
import type { Trades, VwapSums } from '@flowprint/orderflow'
import type { Instrument, Lease } from '../../../src/market/store/index.ts'
import { shares } from '../../shares.ts'
import { spec, testStore } from '../../test-database.ts'
import type { TestStore } from '../../test-database.ts'
import { barsOfHistory, barsOfTape, cutTape, numbers, tape } from './tapes.ts'

let world: TestStore
let count = 0
beforeAll(async () => {
  world = await testStore()
})
afterAll(() => world.close())

const newInstrument = (): Promise<Instrument> => world.store.ensureInstrument(spec(`TEST:S${++count}`))

/** Every interval at a stored step, one in between and a coarse one; the whole tape, and its log. */
async function expectWhole(instrument: Instrument, whole: Trades): Promise<void> {
  for (const { ms } of CYCLES) {
    for (const step of [1, 7, 50]) {
      const history = await world.store.readHistory(instrument, { cycleMs: ms, step, limit: 5_000 })
      const got = numbers(barsOfHistory(history, ms, step))
      const want = numbers(barsOfTape(whole, ms, step))
      expect({ ms, step, equal: barsEqual(got, want) }).toEqual({ ms, step, equal: true })
    }
  }
  const stored = await world.store.readTrades(instrument, { from: 0, to: Infinity, limit: 1_000_000 })
  expect(Array.from(stored.id)).toEqual(Array.from(whole.id))
  await expectGaplessLog(instrument)
  // For any order, nothing is missing in the end, as ids prove.
  expect((await world.store.coverage(instrument)).gaps).toEqual([])
}

async function expectGaplessLog(instrument: Instrument): Promise<void> {
  const { entries, lastSeq } = await world.store.readLog(instrument, 1)
  let next = 1
  for (const entry of entries) {
    expect(entry.firstSeq).toBe(next)
    next = entry.lastSeq + 1
  }
  expect(next).toBe(lastSeq + 1)
}

describe('store against the engine on the whole tape', () => {
  test('imports in any split and order, with repeats, give the bars of the whole tape', async () => {
    const cutShares = fc.array(shares(), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(
        tape,
        cutShares,
        fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
        async (whole, cuts, order) => {
          const instrument = await newInstrument()
          const pieces = cutTape(whole, cuts)
          // Some pieces are repeated, in an order unrelated to time.
          for (const pick of [...order.map((at) => at % pieces.length), ...pieces.keys()])
            await world.store.importRun(instrument, [pieces[pick]])
          await expectWhole(instrument, whole)
        },
      ),
      { numRuns: 12 },
    )
  })

  test('live and late trades, catch-up and concurrent backfill give the bars of the whole tape', async () => {
    const delays = fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constant(0) },
        { weight: 2, arbitrary: fc.integer({ min: 1, max: 1_500 }) },
        { weight: 1, arbitrary: fc.integer({ min: 1_501, max: 200_000 }) },
      ),
      {
        minLength: 120,
        maxLength: 120,
      },
    )
    const plan = fc.record({
      imported: shares(0, 0.6),
      backfilled: shares(0, 0.3),
      jump: fc.boolean(),
      rest: fc.integer({ min: 0, max: 10_000_000 }),
      batch: fc.integer({ min: 1, max: 9 }),
    })
    await fc.assert(
      fc.asyncProperty(tape, delays, plan, async (whole, delay, { imported, backfilled, jump, rest, batch }) => {
        const instrument = await newInstrument()
        const known = Math.floor(imported * whole.length)
        const held = Math.min(whole.length, known + Math.floor(backfilled * whole.length))
        await world.store.importRun(instrument, [sliceTrades(whole, 0, known)])
        const lease = await world.store.acquireLease(instrument)
        try {
          await followLive(lease, sliceTrades(whole, held), delay, batch)
          const watermark = (lease.watermark ?? whole.ts[whole.length - 1]) + rest
          const gap = sliceTrades(whole, known, held)
          await world.store.importRun(instrument, [gap], jump ? { lease, watermark } : {})
          await world.store.closeUpTo(lease, watermark)
          await expectWhole(instrument, whole)
        } finally {
          await lease.release()
        }
      }),
      { numRuns: 25 },
    )
  })

  test('a window of history has exactly the bars of the whole tape, and continues its CVD and VWAP', async () => {
    await fc.assert(
      fc.asyncProperty(
        tape,
        fc.constantFrom(...CYCLES),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 20 }),
        fc.nat(),
        async (whole, { ms }, limit, leadIn, at) => {
          const instrument = await newInstrument()
          await world.store.importRun(instrument, [whole])
          const all = barsOfTape(whole, ms, 10)
          const to = all.t[at % all.length] + ms
          const end = lowerBoundT(all, to)
          const history = await world.store.readHistory(instrument, { cycleMs: ms, step: 10, to, limit, leadIn })
          const wanted = Math.min(limit, end)
          expect(history.leadIn).toBe(Math.min(leadIn, end - wanted))
          expect(Array.from(history.bars.t)).toEqual(Array.from(all.t.subarray(end - wanted - history.leadIn, end)))
          const first = history.bars.t[0]
          const day = ms === 604_800_000 ? first : Math.floor(first / 86_400_000) * 86_400_000
          let cvd = 0
          for (let i = 0; i < whole.length; i++)
            if (whole.ts[i] >= day && whole.ts[i] < first) cvd += whole.buy[i] === 1 ? whole.qty[i] : -whole.qty[i]
          expect(history.cvdOpen).toBe(cvd)
          expect(BigInt(history.cvdQuoteOpen)).toBe(quoteDeltaBetween(whole, day, first))
          const never = await world.store.readHistory(instrument, {
            cycleMs: ms,
            step: 10,
            to,
            limit,
            leadIn,
            cvdReset: 'never',
          })
          expect(BigInt(never.cvdQuoteOpen)).toBe(quoteDeltaBetween(whole, 0, first))
          expect(history.vwapOpen).toEqual(sumsBetween(whole, day, first))
          // From a moment of the tape on: the bar that contains it, or nothing when it is later.
          const moment = whole.ts[at % whole.length]
          const anchored = await world.store.readHistory(instrument, {
            cycleMs: ms,
            step: 10,
            to,
            limit,
            leadIn,
            vwapAnchor: moment,
            cvdReset: moment,
          })
          const start = barStart(moment, ms)
          expect(anchored.vwapOpen).toEqual(sumsBetween(whole, start, first))
          if (first >= start) expect(anchored.cvdOpen).toBe(deltaBetween(whole, start, first))
          else expect(anchored.cvdOpen).toBe(cvd)
        },
      ),
      { numRuns: 40 },
    )
  })
})

function sumsBetween(trades: Trades, from: number, to: number): VwapSums {
  let [q, pq, ppq] = [0n, 0n, 0n]
  for (let i = 0; i < trades.length; i++) {
    if (trades.ts[i] < from || trades.ts[i] >= to) continue
    const [price, lots] = [BigInt(trades.price[i]), BigInt(trades.qty[i])]
    q += lots
    pq += price * lots
    ppq += price * price * lots
  }
  return { q, pq, ppq }
}

function quoteDeltaBetween(trades: Trades, from: number, to: number): bigint {
  let delta = 0n
  for (let i = 0; i < trades.length; i++) {
    if (trades.ts[i] >= from && trades.ts[i] < to)
      delta += BigInt(trades.price[i]) * BigInt(trades.buy[i] === 1 ? trades.qty[i] : -trades.qty[i])
  }
  return delta
}

function deltaBetween(trades: Trades, from: number, to: number): number {
  let delta = 0
  for (let i = 0; i < trades.length; i++)
    if (trades.ts[i] >= from && trades.ts[i] < to) delta += trades.buy[i] === 1 ? trades.qty[i] : -trades.qty[i]
  return delta
}

/** Sends each trade after its delay, so that some come out of order and some too late, a few at a time. */
async function followLive(lease: Lease, trades: Trades, delay: readonly number[], batch: number): Promise<void> {
  const order = Array.from({ length: trades.length }, (_, i) => i).sort(
    (a, b) => trades.ts[a] + delay[a] - trades.ts[b] - delay[b] || a - b,
  )
  for (let from = 0; from < order.length; from += batch) {
    const run = gatherTrades(trades, order.slice(from, from + batch))
    await world.store.appendLive(lease, run, 0)
  }
}
