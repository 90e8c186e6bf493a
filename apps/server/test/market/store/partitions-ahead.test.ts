import { TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { spec, testStore } from '../../test-database.ts'
import type { TestStore } from '../../test-database.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2025, 10, 20)

let world: TestStore
beforeEach(async () => {
  world = await testStore()
})
afterEach(() => world.close())

function oneTrade(ts: number, id = 1): Trades {
  const builder = new TradeBuilder()
  builder.push(ts, 8_300, 1, true, 1, id)
  return builder.build()
}

async function partitions(): Promise<string[]> {
  const { rows } = await world.database.pool.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits order by 1',
  )
  return rows.map(({ name }) => name).filter((name) => /_\d{4}_\d\d$/.test(name))
}

describe('partitions', () => {
  test('are created for the current month and the next two', async () => {
    await world.store.createPartitions(NOW)
    expect(await partitions()).toEqual([
      'footprint_block_2025_11',
      'footprint_block_2025_12',
      'footprint_block_2026_01',
      'tape_chunk_2025_11',
      'tape_chunk_2025_12',
      'tape_chunk_2026_01',
    ])
    await world.store.createPartitions(NOW)
    expect(await partitions()).toHaveLength(6)
  })

  test('created ahead let a live commit of a new month pass without waiting for the schema', async () => {
    await world.store.createPartitions(NOW)
    const lease = await world.store.acquireLease(await world.store.ensureInstrument(spec('T:AHEAD', { live: true })))
    await world.store.appendLive(lease, oneTrade(NOW), NOW)
    // Another process creates or drops partitions, for as long as it likes.
    const other = new pg.Client(world.database.url)
    await other.connect()
    await other.query('select pg_advisory_lock(4701002)')
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    try {
      const inDecember = Date.UTC(2025, 11, 1)
      await world.store.appendLive(lease, oneTrade(inDecember, 2), inDecember)
      const texts = statements.mock.calls.map(([statement]) => JSON.stringify(statement))
      expect(texts.filter((text) => /create table|attach partition|pg_advisory_xact_lock/.test(text))).toEqual(
        texts.filter((text) => text.includes('lock_tiers')),
      )
    } finally {
      statements.mockRestore()
      await other.end()
    }
    await lease.release()
  })

  test('are still created for a commit of past data', async () => {
    await world.store.importRun(await world.store.ensureInstrument(spec('T:PAST')), [oneTrade(Date.UTC(2024, 1, 5))])
    expect(await partitions()).toEqual(['footprint_block_2024_02', 'tape_chunk_2024_02'])
  })

  test('without data are dropped once they have expired for every market, and others are kept', async () => {
    await world.store.createPartitions(Date.UTC(2025, 0, 1))
    await world.store.createPartitions(NOW)
    const instrument = await world.store.ensureInstrument(spec('T:KEPT'))
    await world.store.importRun(instrument, [oneTrade(Date.UTC(2025, 10, 3))])
    const { dropped } = await world.store.applyRetention(() => 31 * DAY_MS, NOW)
    expect(dropped).toEqual(
      ['2025_01', '2025_02', '2025_03'].flatMap((month) => [`tape_chunk_${month}`, `footprint_block_${month}`]),
    )
    expect(await partitions()).toHaveLength(6)
    expect((await world.store.coverage(instrument)).from).toBe(Date.UTC(2025, 10, 3))
  })

  test('are kept for a market without a limit', async () => {
    await world.store.createPartitions(Date.UTC(2025, 0, 1))
    await world.store.ensureInstrument(spec('T:EVER'))
    expect((await world.store.applyRetention(() => null, NOW)).dropped).toEqual([])
    expect(await partitions()).toHaveLength(6)
  })
})
