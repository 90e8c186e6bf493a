import { MINUTE_MS, HOUR_MS, barsEqual, concatTrades, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { seededRandom } from '@flowprint/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TIER_LOCK } from '../../../src/market/store/write/commit.ts'
import type { Instrument, Lease } from '../../../src/market/store/index.ts'
import { type TestStore, spec, testStore } from '../../test-database.ts'
import { barsOfHistory, barsOfTape, numbers } from './tapes.ts'

const T = Date.UTC(2026, 0, 5, 12, 58)
let world: TestStore
let count = 0
beforeAll(async () => {
  world = await testStore()
})
afterAll(() => world.close())

async function live(): Promise<{ instrument: Instrument; lease: Lease }> {
  const instrument = await world.store.ensureInstrument(spec(`TEST:C${++count}`, { live: true, ids: 'contiguous' }))
  return { instrument, lease: await world.store.acquireLease(instrument) }
}

/** Trades [firstId, ...] at these times. */
function trades(firstId: number, ...times: readonly number[]): Trades {
  const builder = new TradeBuilder()
  for (const [i, ts] of times.entries())
    builder.push(T + ts, 8_300 + ((firstId + i) % 9), 1 + ((firstId + i) % 5), (firstId + i) % 2 === 0, 1, firstId + i)
  return builder.build()
}

describe('minutes closed separately from commits of trades', () => {
  test('stay raw until then and are always complete', async () => {
    const { instrument, lease } = await live()
    const read = () => world.store.readHistory(instrument, { cycleMs: MINUTE_MS, step: 1 })
    await world.store.appendLive(lease, trades(1, 0, 30_000), T, { closing: 'later' })
    await world.store.appendLive(lease, trades(3, 63_000), T, { closing: 'later' })
    const before = await read()
    expect([lease.hasPassedMinutes, before.closedUntil, before.bars.length, before.tail.length]).toEqual([
      true,
      T - MINUTE_MS,
      0,
      3,
    ])
    await world.store.closePassed(lease)
    const after = await read()
    expect([lease.hasPassedMinutes, after.closedUntil, after.bars.length, after.tail.length]).toEqual([
      false,
      T + MINUTE_MS,
      1,
      1,
    ])
    expect(barsEqual(numbers(barsOfHistory(after, MINUTE_MS, 1)), numbers(barsOfHistory(before, MINUTE_MS, 1)))).toBe(
      true,
    )
    await lease.release()
  })

  test('do not delay live trades, while a late trade waits for them', async () => {
    const { instrument, lease } = await live()
    await world.store.appendLive(lease, trades(1, 0, 60_000), T, { closing: 'later' })
    const other = new pg.Client(world.database.url)
    await other.connect()
    await other.query('select pg_advisory_lock($1, $2)', [TIER_LOCK, instrument.id])
    const result = await world.store.appendLive(lease, trades(3, 63_000), T, { closing: 'later' })
    expect(result).toMatchObject({ firstSeq: 3, lastSeq: 3 })
    const late = world.store.appendLive(lease, trades(4, 1_000), T, { closing: 'later' })
    const first = await Promise.race([
      late.then(() => 'late'),
      new Promise((resolve) => setTimeout(() => resolve('waits'), 200)),
    ])
    expect(first).toBe('waits')
    await other.end()
    expect((await late).revision).toMatchObject({ reason: 'late' })
    await lease.release()
  })

  test('match the trades for any commits during closing, also across the hour', async () => {
    const { instrument, lease } = await live()
    const random = seededRandom(5)
    const all: Trades[] = []
    const closing: Promise<void>[] = []
    let [id, at] = [1, 0]
    while (at < 6 * MINUTE_MS) {
      const times = Array.from({ length: 1 + Math.floor(random() * 5) }, () => (at += Math.floor(random() * 400)))
      const batch = trades(id, ...times)
      id += batch.length
      all.push(batch)
      await world.store.appendLive(lease, batch, T + at - 500, { closing: 'later' })
      at += Math.floor(random() * 1_500)
      // Not awaited: commits continue concurrently.
      if (lease.hasPassedMinutes && random() < 0.5) closing.push(world.store.closePassed(lease))
    }
    await Promise.all(closing)
    await world.store.closePassed(lease)
    const whole = concatTrades(all)
    for (const cycleMs of [MINUTE_MS, 5 * MINUTE_MS, HOUR_MS]) {
      const history = await world.store.readHistory(instrument, { cycleMs, step: 10 })
      expect(barsEqual(numbers(barsOfHistory(history, cycleMs, 10)), numbers(barsOfTape(whole, cycleMs, 10)))).toBe(
        true,
      )
    }
    const stored = await world.store.readTrades(instrument, { from: 0, to: Infinity, limit: 100_000 })
    expect([...stored.id]).toEqual([...whole.id])
    await lease.release()
  })
})
