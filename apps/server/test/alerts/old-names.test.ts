// Alerts of the first release, which stored trades under another name.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readState, writeState } from '../../src/modules/alerts/evaluate/evaluation-state.ts'
import { findEvent } from '../../src/modules/alerts/queries/event-rows.ts'
import { applyMigrations, inTransaction, migrateDatabase, readMigrations } from '../../src/platform/database/index.ts'
import { emptyDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'

const BEFORE = 20
const SUMS = { 60000: { seq: 4, bars: [{ t: 1, volume: '5', delta: '-1', low: '-2', high: '3' }] } }
const SWEEP = {
  side: 'buy',
  firstTs: 1,
  lastTs: 2,
  low: 3,
  high: 4,
  lots: '9007199254740993',
  notional: '7',
  trades: 6,
}

let database: TestDatabase
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.drop())

test('stored events and evaluation states keep their content under the current names', async () => {
  const { pool } = database
  await inTransaction(pool, (client) => applyMigrations(client, readMigrations().slice(0, BEFORE)))
  await pool.query(
    "insert into account (id, username, username_key, email, email_key, first_name, last_name, language, created_at) values (7, 'a', 'a', 'a', 'a', '', '', 'en', now())",
  )
  const { trades, ...sweep } = SWEEP
  const old = (running: object | null) => ({
    prints: { last: null, sweep: running, sums: SUMS },
    judgedTo: { 60000: 1 },
    waiting: {},
  })
  for (const [symbol, running] of [
    ['A', { ...sweep, prints: trades }],
    ['B', null],
  ] as const)
    await pool.query(
      'insert into alert_market (symbol, delayed, held_until, tape, version, seq, state) values ($1, false, now(), $1, 1, 1, $2)',
      [symbol, JSON.stringify(old(running))],
    )
  await pool.query("insert into alert_market (symbol, delayed, held_until) values ('C', false, now())")
  const facts = { kind: 'big_trade', side: 'buy', size: '5', prints: 6 }
  for (const [i, stored] of [facts, { kind: 'price', price: '1' }].entries())
    await pool.query(
      "insert into alert_event (id, account_id, dedupe_key, name, symbol, rule, facts, t, sound, created_at) values ($1::bigint, 7, $1::text, 'n', 'A', '{}', $2, 1, 'none', now())",
      [String(i + 1), JSON.stringify(stored)],
    )

  expect(await migrateDatabase(pool)).toContain('0020_stored_trades')

  const { rows } = await pool.query('select state from alert_market order by symbol')
  for (const [i, running] of [SWEEP, null].entries())
    expect(writeState(readState(rows[i].state))).toEqual({
      trades: { last: null, sweep: running, sums: SUMS },
      judgedTo: { 60000: 1 },
      waiting: {},
      book: { to: null, walls: {}, imbalances: {} },
      liquidations: { seq: null, newestTs: null },
    })
  expect(rows[2].state).toBeNull()
  expect((await findEvent(pool, 1))?.event.facts).toEqual({ kind: 'big_trade', side: 'buy', size: '5', trades: 6 })
  expect((await findEvent(pool, 2))?.event.facts).toEqual({ kind: 'price', price: '1' })
})
