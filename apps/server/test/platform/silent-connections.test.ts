// Connections of which one side says nothing any more: a frozen process, or a network that drops every packet.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, listen, openDatabase, POOL_LIMITS } from '../../src/platform/database/index.ts'
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
    // Waits for the lock, which its holder never releases.
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

test('reconnecting fails pending statements at once, and the next ones succeed', async () => {
  const env = { databaseUrl: database.url, dataDir: '/nowhere' }
  const opened = await openDatabase({ env, command: 'test', mode: 'own', writeLine, limits: POOL_LIMITS.work })
  try {
    const other = opened.openPool(POOL_LIMITS.calls)
    const pending = [opened.pool, other].map((pool) =>
      expect(pool.query('select pg_sleep(60)')).rejects.toThrow('silent'),
    )
    await opened.pool.query('select')
    await other.query('select')
    opened.reconnect()
    await Promise.all(pending)
    expect((await other.query<{ n: number }>('select 1 as n')).rows).toEqual([{ n: 1 }])
  } finally {
    await opened.close()
  }
})

test('a listener whose connection is dead listens again', { tags: ['long'] }, async () => {
  const received: string[] = []
  const reconnected = Promise.withResolvers<void>()
  const listening = listen({
    url: database.url,
    channel: 'silent_test',
    onNotification: (payload) => received.push(payload),
    onReconnect: async () => reconnected.resolve(),
    onFailure: () => {},
  })
  await listening.ready
  const { rows } = await database.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where query = 'listen silent_test'",
  )
  process.kill(rows[0].pid, 'SIGSTOP')
  try {
    await reconnected.promise
  } finally {
    process.kill(rows[0].pid, 'SIGCONT')
  }
  await database.pool.query("notify silent_test, 'again'")
  await expect.poll(() => received).toEqual(['again'])
  await listening.stop()
})
