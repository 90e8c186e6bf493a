import { DAY_MS, MINUTE_MS } from '@flowprint/orderflow'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { partitionName, Partitions } from '../../../src/market/store/maintenance/partitions.ts'
import { testDatabase } from '../../test-database.ts'
import type { TestDatabase } from '../../test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterEach(() => void vi.useRealTimers())
afterAll(() => database.drop())

const OLD = Date.UTC(2021, 4)
const TABLES = [partitionName('tape_chunk', OLD), partitionName('footprint_block', OLD)]
const exists = async (): Promise<boolean> =>
  (await database.pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [TABLES[0]])).rows[0]
    .found

test('creates a month again that the retention of another process dropped', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 10) })
  const partitions = new Partitions(database.url)
  await partitions.ensure(OLD, OLD + DAY_MS)
  expect(await exists()).toBe(true)
  for (const name of TABLES) await database.pool.query(`drop table ${name}`)
  await partitions.ensure(OLD, OLD + DAY_MS)
  expect(await exists()).toBe(false)
  vi.setSystemTime(Date.now() + 10 * MINUTE_MS)
  await partitions.ensure(OLD, OLD + DAY_MS)
  expect(await exists()).toBe(true)
})
