import { afterAll, beforeAll, expect, test } from 'vitest'
import { BoundedPool, databaseTrouble, handlePoolErrors, PoolFullError } from '../../src/platform/database/index.ts'
import { asAppError } from '../../src/platform/http/index.ts'
import { testDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('a pool refuses callers at once when too many wait, and serves those that wait', async () => {
  const pool = new BoundedPool({ connectionString: database.url, max: 1, maxWaiting: 4 })
  handlePoolErrors(pool, () => {})
  try {
    const client = await pool.connect()
    const waiting = [...Array.from({ length: 3 }, () => pool.query('select 1 as one')), pool.connect()]
    expect(pool.waitingCount).toBe(4)
    const refusals = await Promise.allSettled([pool.query('select 2'), pool.connect()])
    for (const refusal of refusals) {
      expect(refusal.status).toBe('rejected')
      const { reason } = refusal as PromiseRejectedResult
      expect(reason).toBeInstanceOf(PoolFullError)
      expect(databaseTrouble(reason)).toBe('timeout')
      expect(asAppError(reason)).toMatchObject({ slug: 'OVERLOADED', options: { data: { retry_after: 3 } } })
    }
    expect([pool.refusedCount, pool.waitingCount]).toEqual([2, 4])
    client.release()
    for (const result of await Promise.all(waiting.slice(0, 3))) expect(result).toMatchObject({ rows: [{ one: 1 }] })
    const last = (await waiting[3]) as { release(): void }
    last.release()
    expect(await pool.query('select 3 as three')).toMatchObject({ rows: [{ three: 3 }] })
  } finally {
    await pool.end()
  }
})
