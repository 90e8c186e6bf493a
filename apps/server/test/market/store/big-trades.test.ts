import { slowBigTrades } from '@flowprint/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  MINUTE_MS,
  HOUR_MS,
  filterTrades,
  LiveBigTrades,
  lowerBoundTs,
  sliceTrades,
  TradeBuilder,
} from '@flowprint/orderflow'
import type { BigTrade, Trades } from '@flowprint/orderflow'
import { type BigTrades, type Instrument, openStore } from '../../../src/market/store/index.ts'
import { shares } from '../../shares.ts'
import { type TestStore, spec, testStore } from '../../test-database.ts'
import { NEAR_MONTH_END } from './tapes.ts'

const START = NEAR_MONTH_END
const ALL = { own: 0, most: 1_000_000 }

/** Nine hours with pauses, one-sided runs across hour boundaries, and larger sizes in the middle. */
function makeDay(): Trades {
  const trades = new TradeBuilder()
  let state = 7
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  let ts = START
  let buy = true
  for (let id = 1; ts < START + 9 * HOUR_MS; id++) {
    const nearEdge = Math.abs(((ts + 1000) % HOUR_MS) - 1000) < 1000
    ts += nearEdge ? 50 : random() < 0.4 ? Math.floor(random() * 150) : Math.floor(random() * 5000)
    if (!nearEdge && random() < 0.5) buy = !buy
    const size = ts > START + 5 * HOUR_MS ? 40 : 1
    trades.push(ts, 8300 + Math.floor(random() * 40), 1 + Math.floor(size * 1000 * random() ** 6), buy, 1, id)
  }
  return trades.build()
}

let world: TestStore
let instrument: Instrument
const tape = makeDay()
const big = slowBigTrades(tape, 0).big
beforeAll(async () => {
  world = await testStore()
  instrument = await world.store.ensureInstrument(spec('TEST:BIG', { ids: 'contiguous' }))
  const halves = lowerBoundTs(tape, START + 4.3 * HOUR_MS)
  await world.store.importRun(instrument, [sliceTrades(tape, 0, halves)])
  await world.store.importRun(instrument, [sliceTrades(tape, halves)])
})
afterAll(() => world.close())

const names = (trades: readonly BigTrade[]) => trades.map(({ id, usual }) => `${id} ${usual}`)

/** Those that start in [from, to). */
const within = (from: number, to: number) => big.filter(({ firstTs }) => firstTs >= from && firstTs < to)

/** Those that certainly ended before `to`. */
function ended(from: number, to: number): readonly BigTrade[] {
  const last = lowerBoundTs(tape, to) - 1
  return within(from, to).filter(
    ({ id, trades, lastTs }) => lastTs < to - 100 || (lastTs < to && Number(id) + trades <= tape.id[last]),
  )
}

describe('big trades of a stored tape', () => {
  test('exist in every part of it', () => {
    for (let hour = 1; hour < 9; hour++)
      expect(within(START + hour * HOUR_MS, START + (hour + 1) * HOUR_MS).length).toBeGreaterThan(0)
  })

  test('of any range match the whole tape, also on the second read', async () => {
    const part = shares(-0.1, 1.1).map((share) => START + Math.round(share * 9 * HOUR_MS))
    await fc.assert(
      fc.asyncProperty(part, part, async (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b) + 1]
        const found = await world.store.readBigTrades(instrument, { ...ALL, from, to })
        expect(found.from).toBe(from)
        expect(names(found.list)).toEqual(names(within(from, to)))
      }),
      { numRuns: 40 },
    )
  })

  test('are visible to a delayed reader up to the cut', async () => {
    const cut = START + 6 * HOUR_MS + 12_000
    const found = await world.store.readBigTrades(instrument, { ...ALL, from: START, cut })
    expect([found.to, names(found.list)]).toEqual([cut, names(ended(START, cut))])
  })

  test('of a long range are paged from its end', async () => {
    const pages: BigTrades[] = []
    let to = START + 9 * HOUR_MS
    do pages.unshift(await world.store.readBigTrades(instrument, { ...ALL, from: START, to, most: 7 }))
    while ((to = pages[0].from) > START)
    expect(pages.length).toBeGreaterThan(3)
    expect(names(pages.flatMap((page) => [...page.list]))).toEqual(names(within(START, START + 9 * HOUR_MS)))
  })

  test('with a minimum size are those of at least that size', async () => {
    const own = Number(big[Math.floor(big.length / 2)].notional)
    const found = await world.store.readBigTrades(instrument, {
      ...ALL,
      own,
      from: START + HOUR_MS,
      to: START + 9 * HOUR_MS,
    })
    const wanted = within(START + HOUR_MS, START + 9 * HOUR_MS).filter(({ notional }) => notional >= own)
    expect(names(found.list)).toEqual(names(wanted))
  })

  test('return a state to continue from that matches the whole history', async () => {
    for (const to of [
      START + 4 * HOUR_MS,
      START + 5 * HOUR_MS,
      START + 5.5 * HOUR_MS,
      START + 7 * HOUR_MS + MINUTE_MS,
    ]) {
      const found = await world.store.readBigTrades(instrument, { ...ALL, from: START, to, resume: true })
      const live = new LiveBigTrades({ from: to, open: found.open, sizes: found.sizes }, 0)
      live.add(sliceTrades(tape, lowerBoundTs(tape, to), lowerBoundTs(tape, to + HOUR_MS)))
      const later = live.settle(to + HOUR_MS)
      expect(live.mustReload).toBe(false)
      const wanted = ended(START, to + HOUR_MS - 5_000)
      expect(names(found.list)).toEqual(names(ended(START, to)))
      expect(names([...found.list, ...later])).toEqual(names(wanted))
    }
  })

  test('change with a revision', async () => {
    const other = await world.store.ensureInstrument(spec('TEST:BIG2', { ids: 'contiguous' }))
    const gap = [lowerBoundTs(tape, START + 2 * HOUR_MS), lowerBoundTs(tape, START + 3 * HOUR_MS)]
    await world.store.importRun(other, [sliceTrades(tape, 0, gap[0]), sliceTrades(tape, gap[1])])
    const query = { ...ALL, from: START, to: START + 9 * HOUR_MS }
    const before = await world.store.readBigTrades(other, query)
    expect(names(before.list)).not.toEqual(names(within(START, START + 9 * HOUR_MS)))
    await world.store.importRun(other, [sliceTrades(tape, gap[0], gap[1])])
    expect(names((await world.store.readBigTrades(other, query)).list)).toEqual(
      names(within(START, START + 9 * HOUR_MS)),
    )
  })

  test('match when sweeps are not stored yet, and reading stores them like an import', async () => {
    const { pool } = world.database
    const stored = async (): Promise<{ hour_ts: number; sweeps: Buffer | null }[]> =>
      (
        await pool.query('select hour_ts, sweeps from tape_chunk where instrument_id = $1 order by hour_ts', [
          instrument.id,
        ])
      ).rows
    const imported = await stored()
    expect(imported.every(({ sweeps }) => sweeps !== null)).toBe(true)
    await pool.query('update tape_chunk set sweeps = null where instrument_id = $1', [instrument.id])
    const fresh = openStore({ pool, url: world.database.url, bus: world.bus })
    const query = { ...ALL, from: START, to: START + 9 * HOUR_MS }
    expect(names((await fresh.readBigTrades(instrument, query)).list)).toEqual(
      names(within(START, START + 9 * HOUR_MS)),
    )
    await fresh.close()
    const filled = await stored()
    expect(filled.slice(0, -1)).toEqual(imported.slice(0, -1))
    const again = openStore({ pool, url: world.database.url, bus: world.bus })
    expect(names((await again.readBigTrades(instrument, query)).list)).toEqual(
      names(within(START, START + 9 * HOUR_MS)),
    )
    await again.close()
  })

  test(
    'stored and cached, match the trades after imports, late trades and live minutes, also for a delayed reader',
    { tags: ['long'] },
    async () => {
      for (let round = 0; round < 3; round++) {
        const other = await world.store.ensureInstrument(spec(`TEST:MIX${round}`, { ids: 'contiguous', live: true }))
        let state = 31 * (round + 1)
        const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
        // One trade in 150 comes late, a quarter of an hour is missing at first, and the second half is live.
        const half = lowerBoundTs(tape, START + 5 * HOUR_MS)
        const gap = [
          lowerBoundTs(tape, START + (1 + round) * HOUR_MS),
          lowerBoundTs(tape, START + (1.25 + round) * HOUR_MS),
        ]
        const isLate = Array.from({ length: tape.length }, () => random() < 1 / 150)
        const pick = (keep: (i: number) => boolean): Trades =>
          filterTrades(
            tape,
            Array.from({ length: tape.length }, (_, i) => (keep(i) ? 1 : 0)),
          )
        const have = new Uint8Array(tape.length)
        const put = (keep: (i: number) => boolean): Trades =>
          pick((i) => keep(i) && have[i] === 0 && ((have[i] = 1), true))
        const check = async (cut?: number): Promise<void> => {
          const known = filterTrades(tape, have)
          const upTo = cut === undefined ? known : sliceTrades(known, 0, lowerBoundTs(known, cut))
          const end = cut ?? known.ts[known.length - 1] + 1
          const wanted = slowBigTrades(upTo, 0).big.filter(({ lastTs }) => lastTs < end - 100)
          const from = START + Math.floor(random() * 4) * HOUR_MS
          const found = await world.store.readBigTrades(other, {
            ...ALL,
            from,
            to: end,
            ...(cut === undefined ? {} : { cut }),
          })
          expect(names(found.list.filter(({ lastTs }) => lastTs < end - 100))).toEqual(
            names(wanted.filter(({ firstTs }) => firstTs >= from)),
          )
        }
        await world.store.importRun(other, [put((i) => i < half && (i < gap[0] || i >= gap[1]) && !isLate[i])])
        await check()
        const lease = await world.store.acquireLease(other)
        for (let at = half; at < tape.length;) {
          const end = lowerBoundTs(tape, tape.ts[at] + 7 * MINUTE_MS)
          await world.store.appendLive(
            lease,
            put((i) => i >= at && i < end && !isLate[i]),
            tape.ts[end - 1],
          )
          if (random() < 0.08) await check()
          at = end
        }
        await check()
        await check(START + 6.4 * HOUR_MS)
        await world.store.importRun(other, [put((i) => i >= gap[0] && i < gap[1])], { reason: 'repair' })
        await check()
        const late = put(() => true)
        await world.store.appendLive(lease, late, tape.ts[tape.length - 1])
        await check()
        await lease.release()
      }
    },
  )

  test('are empty for a market without trades', async () => {
    const empty = await world.store.ensureInstrument(spec('TEST:NONE', { ids: 'contiguous' }))
    expect(await world.store.readBigTrades(empty, { ...ALL, from: 0 })).toMatchObject({
      from: 0,
      list: [],
      unfinished: null,
    })
  })
})
