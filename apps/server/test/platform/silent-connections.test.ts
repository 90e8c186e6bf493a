// Connections of which one side says nothing any more: a frozen process, or a network that drops every packet.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, POOL_LIMITS } from '../../src/platform/database/index.ts'
import { testDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const writeLine = (): void => {}

test('a transaction whose process sends nothing loses its locks', async () => {
  const limits = { ...POOL_LIMITS.work, idleTransactionMs: 300 }
  const pool = createPool(database.url, { mode: 'own', writeLine }, limits)
  try {
    await pool.query('create table locked (id int primary key)')
    await pool.query('insert into locked values (1)')
    const frozen = await pool.connect()
    await frozen.query('begin')
    await frozen.query('select from locked for update')
    // Waits for the lock, which nobody releases.
    await pool.query('delete from locked')
    await expect(frozen.query('select')).rejects.toThrow()
    frozen.release(true)
  } finally {
    await pool.end()
  }
})

test('pools that lock rows end such transactions before a lease times out', () => {
  expect(POOL_LIMITS.calls.idleTransactionMs).toBe(5_000)
  expect(POOL_LIMITS.work.idleTransactionMs).toBe(5_000)
})
