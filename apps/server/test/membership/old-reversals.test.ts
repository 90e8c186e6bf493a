// Rows of the release before reversals had a scope migrate without a change of meaning.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replayMemberships } from '../../src/modules/books/queries/replay.ts'
import { loadExtension } from '../../src/modules/membership/commands/ledger.ts'
import { applyMigrations, inTransaction, migrateDatabase, readMigrations } from '../../src/platform/database/index.ts'
import { emptyDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'

const BEFORE = 15
let database: TestDatabase
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.drop())

test('a former reversal of all days keeps its meaning, and a reversal of no days can be stored', async () => {
  const { pool } = database
  await inTransaction(pool, (client) => applyMigrations(client, readMigrations().slice(0, BEFORE)))
  await pool.query(`
    insert into membership_event (account_id, at, kind, order_id, from_time, to_time) values
      (7, '2025-01-01Z', 'purchase', 1, '2025-01-01Z', '2026-01-01Z'), (7, '2025-06-01Z', 'purchase', 2, '2026-01-01Z', '2027-01-01Z'),
      (7, '2025-07-01Z', 'reversal', 1, '2027-01-01Z', '2026-01-01Z')`)
  await pool.query(
    "insert into account (id, username, username_key, email, email_key, first_name, last_name, language, created_at) values (7, 'a', 'a', 'a', 'a', '', '', 'en', now())",
  )
  await pool.query("insert into membership (account_id, expire_time) values (7, '2026-01-01Z')")
  expect((await migrateDatabase(pool))[0]).toBe('0015_reversals')
  expect(await replayMemberships(pool)).toEqual([])
  expect(await loadExtension(pool, 2)).toEqual({ from: Date.parse('2025-01-01'), to: Date.parse('2026-01-01') })
  await pool.query(
    "insert into membership_event (account_id, at, kind, order_id, from_time, to_time, only_ahead) values (7, '2026-02-01Z', 'reversal', 2, '2026-01-01Z', '2026-01-01Z', true)",
  )
  expect(await replayMemberships(pool)).toEqual([])
  await expect(
    pool.query(
      "insert into membership_event (account_id, at, kind, days, from_time, to_time, only_ahead) values (7, now(), 'grant', 1, now(), now() + interval '1 day', true)",
    ),
  ).rejects.toThrow('check constraint')
})
