import { slowProfile } from '@flowprint/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  MINUTE_MS,
  HOUR_MS,
  DAY_MS,
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BAR_OPEN,
  filterTrades,
  lotsAt,
  profileOfBar,
  profilePoc,
  profileValueArea,
  sliceTrades,
} from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { planProfile } from '../../../src/market/store/read/read-profile.ts'
import { type Instrument, ProfileTooLargeError, type StoredProfile } from '../../../src/market/store/index.ts'
import { shares } from '../../shares.ts'
import { type TestStore, spec, testStore } from '../../test-database.ts'
import { NEAR_MONTH_END, makeTape, tape } from './tapes.ts'

let world: TestStore
let count = 0
beforeAll(async () => {
  world = await testStore()
})
afterAll(() => world.close())

const newInstrument = (): Promise<Instrument> => world.store.ensureInstrument(spec(`TEST:P${++count}`))

function expectSlow(stored: StoredProfile, trades: Trades, range: { from: number; to: number }): void {
  const profile = profileOfBar(stored.sum)
  const slow = slowProfile(trades, range, profile.step, 70)
  const lots = (side: 'bid' | 'ask', i: number) => BigInt(lotsAt(profile, side, i))
  const rows = [...profile.row].map((row, i) => [
    row,
    {
      bid: lots('bid', i),
      ask: lots('ask', i),
      bidTrades: profile.bidTrades[i],
      askTrades: profile.askTrades[i],
    },
  ])
  expect(rows).toEqual([...slow.rows].sort(([a], [b]) => a - b))
  if (slow.poc === null) return
  expect(profilePoc(profile)).toBe(slow.poc)
  expect(profileValueArea(profile, '70')).toEqual({ valRow: slow.val, vahRow: slow.vah })
}

describe('profile plan', () => {
  const time = fc.integer({ min: 0, max: 40 * DAY_MS }).map((t) => NEAR_MONTH_END - 20 * DAY_MS + t)
  const rounded = fc.oneof(
    time,
    time.map((t) => Math.floor(t / MINUTE_MS) * MINUTE_MS),
    time.map((t) => Math.floor(t / DAY_MS) * DAY_MS),
  )

  test('covers the range once, without gaps, with few pieces, and with bars only where complete and closed', () => {
    fc.assert(
      fc.property(
        rounded,
        rounded,
        fc.oneof(
          rounded.map((t) => Math.floor(t / MINUTE_MS) * MINUTE_MS),
          fc.constant(Infinity),
        ),
        (a, b, closedUntil) => {
          const [from, to] = [Math.min(a, b), Math.max(a, b)]
          const pieces = planProfile(from, to, closedUntil)
          expect(pieces.length).toBeLessThanOrEqual(8)
          let at = from
          for (const { tier, fromTs, toTs } of pieces) {
            expect([fromTs, toTs > fromTs]).toEqual([at, true])
            if (tier !== null)
              expect([fromTs % tier.barMs, toTs % tier.barMs, toTs <= closedUntil]).toEqual([0, 0, true])
            at = toTs
          }
          expect(at).toBe(to)
        },
      ),
    )
  })

  test('uses one piece for a month of days', () => {
    expect(planProfile(0, 30 * DAY_MS, Infinity)).toEqual([
      { tier: expect.objectContaining({ name: '1d' }), fromTs: 0, toTs: 30 * DAY_MS },
    ])
  })
})

describe('readProfile', () => {
  const range = fc.record({
    from: shares(-0.1, 1),
    to: shares(0, 1.2),
    unit: fc.constantFrom(1, MINUTE_MS, HOUR_MS, DAY_MS),
  })

  test('matches the trades of any range at any step', async () => {
    await fc.assert(
      fc.asyncProperty(
        tape,
        fc.array(range, { minLength: 4, maxLength: 4 }),
        fc.constantFrom(1, 5, 10, 70),
        shares(),
        async (whole, ranges, step, known) => {
          const instrument = await newInstrument()
          const split = Math.floor(known * whole.length)
          await world.store.importRun(instrument, [sliceTrades(whole, 0, split)])
          if (split < whole.length) {
            const lease = await world.store.acquireLease(instrument)
            for (let i = split; i < whole.length; i += 7)
              await world.store.appendLive(lease, sliceTrades(whole, i, i + 7), 0)
            await lease.release()
          }
          const [first, last] = [whole.ts[0], whole.ts[whole.length - 1]]
          for (const range of ranges) {
            const at = (share: number) => Math.floor((first + share * (last - first)) / range.unit) * range.unit
            const from = at(range.from)
            const to = Math.max(from + 1, at(range.to))
            expectSlow(await world.store.readProfile(instrument, { from, to, step }), whole, { from, to })
          }
          const all = await world.store.readProfile(instrument, { from: first, step })
          expectSlow(all, whole, { from: first, to: last + 1 })
        },
      ),
      { numRuns: 15 },
    )
  })

  test('returns the trades before the cut to a delayed reader', async () => {
    const instrument = await newInstrument()
    const whole = makeTape(
      NEAR_MONTH_END,
      Array.from({ length: 300 }, (_, i) => ({
        gap: 1_000,
        price: 8_300 + (i % 40),
        qty: 1 + i,
        buy: i % 3 === 0,
        fills: 1,
      })),
    )
    const lease = await world.store.acquireLease(instrument)
    await world.store.appendLive(lease, whole, 0)
    await lease.release()
    const cut = NEAR_MONTH_END + 90_500
    const seen = filterTrades(
      whole,
      Array.from(whole.ts, (ts) => (ts < cut ? 1 : 0)),
    )
    const { sum, to } = await world.store.readProfile(instrument, { from: 0, step: 5, cut })
    expect(to).toBeLessThanOrEqual(cut)
    expectSlow({ sum } as StoredProfile, seen, { from: 0, to: cut })
  })

  test('reports whether the range is complete, still open, or unknown', async () => {
    const instrument = await newInstrument()
    const whole = makeTape(
      NEAR_MONTH_END,
      Array.from({ length: 20 }, () => ({ gap: 20_000, price: 8_300, qty: 1, buy: true, fills: 1 })),
    )
    await world.store.importRun(instrument, [whole], { covers: { from: NEAR_MONTH_END, to: NEAR_MONTH_END + HOUR_MS } })
    const state = async (from: number, to: number) =>
      (await world.store.readProfile(instrument, { from, to, step: 1 })).state
    expect(await state(NEAR_MONTH_END, NEAR_MONTH_END + HOUR_MS)).toBe(BAR_COMPLETE)
    expect(await state(NEAR_MONTH_END - 1, NEAR_MONTH_END + HOUR_MS)).toBe(BAR_INCOMPLETE)
    expect(await state(NEAR_MONTH_END, NEAR_MONTH_END + HOUR_MS + 1)).toBe(BAR_INCOMPLETE)

    const live = await newInstrument()
    const lease = await world.store.acquireLease(live)
    await world.store.appendLive(lease, whole, 0)
    await lease.release()
    const of = async (from: number, to?: number) =>
      (await world.store.readProfile(live, { from, step: 1, ...(to === undefined ? {} : { to }) })).state
    expect(await of(whole.ts[0], NEAR_MONTH_END + 3 * MINUTE_MS)).toBe(BAR_COMPLETE)
    expect(await of(whole.ts[0])).toBe(BAR_OPEN)
    expect(await of(NEAR_MONTH_END - HOUR_MS)).toBe(BAR_INCOMPLETE)
  })

  test('rejects too many levels, and suggests values that fit', async () => {
    const instrument = await newInstrument()
    const whole = makeTape(
      NEAR_MONTH_END,
      Array.from({ length: 2_000 }, (_, i) => ({
        gap: 3_000,
        price: 8_000 + ((i * 7) % 900) + Math.floor(i / 200) * 90,
        qty: 1,
        buy: true,
        fills: 1,
      })),
    )
    await world.store.importRun(instrument, [whole])
    const asked = { from: whole.ts[0], step: 1 }
    for (const limits of [{ maxRows: 300 }, { maxCells: 1_100, maxRows: 1_000 }]) {
      const refused = await world.store
        .readProfile(instrument, { ...asked, ...limits })
        .catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(ProfileTooLargeError)
      const { smallestStep, earliest } = refused as ProfileTooLargeError
      const coarser = await world.store.readProfile(instrument, { ...asked, ...limits, step: smallestStep as number })
      expect(coarser.sum.row.length).toBeLessThanOrEqual(limits.maxRows)
      const shorter = await world.store.readProfile(instrument, { ...asked, ...limits, from: earliest as number })
      expect(shorter.sum.row.length).toBeGreaterThan(0)
    }
  })

  test('returns an empty profile for a market without trades', async () => {
    const { sum, state } = await world.store.readProfile(await newInstrument(), { from: 0, to: DAY_MS, step: 1 })
    expect([sum.length, state]).toEqual([0, BAR_INCOMPLETE])
  })
})
