import { DAY_MS } from '@flowprint/orderflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeAddresses, recordAudit } from '../../src/platform/audit/index.ts'
import type { AuditEntry } from '../../src/platform/audit/index.ts'
import { inTransaction } from '../../src/platform/database/index.ts'
import { testDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'

const NOW = Date.parse('2026-03-01T00:00:00Z')

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const entry = (given: Partial<AuditEntry> = {}): AuditEntry => ({
  at: NOW,
  actorId: 7,
  ipHash: Buffer.alloc(32, 1),
  action: 'disable_user',
  objectType: 'account',
  objectId: 9,
  before: { disabled: false },
  after: { disabled: true },
  ...given,
})
const newest = async () => (await database.pool.query('select * from audit_log order by id desc limit 1')).rows[0]

describe('audit log', () => {
  test('records actor, time, action, and the values before and after', async () => {
    await recordAudit(database.pool, entry())
    expect(await newest()).toMatchObject({
      at: new Date(NOW),
      actor_id: 7,
      action: 'disable_user',
      object_type: 'account',
      object_id: '9',
      before: { disabled: false },
      after: { disabled: true },
    })
  })

  test('is written in the transaction of the action', async () => {
    const acting = inTransaction(database.pool, async (client) => {
      await recordAudit(client, entry({ action: 'never_done' }))
      throw new Error('no')
    })
    await expect(acting).rejects.toThrow('no')
    expect((await newest()).action).not.toBe('never_done')
  })

  test('redacts secrets at any depth', async () => {
    await recordAudit(
      database.pool,
      entry({
        before: { password_hash: '$argon2id$abc', theme: 'dark' },
        after: { otp_secret: 'S3', session: { token: 'ofs_x', ua: 'Firefox' } },
      }),
    )
    expect(await newest()).toMatchObject({
      before: { password_hash: '[removed]', theme: 'dark' },
      after: { otp_secret: '[removed]', session: { token: '[removed]', ua: 'Firefox' } },
    })
  })

  test('cannot be updated, deleted or truncated', async () => {
    await recordAudit(database.pool, entry())
    for (const change of [
      "update audit_log set action = 'x'",
      'update audit_log set actor_id = null',
      "update audit_log set ip_hash = null, action = 'x'",
      "update audit_log set ip_hash = 'abc'",
      'delete from audit_log',
      'truncate audit_log',
    ]) {
      await expect(database.pool.query(change)).rejects.toThrow('append-only')
    }
  })

  test('clears only IP addresses older than the given time', async () => {
    await recordAudit(database.pool, entry({ at: NOW - 91 * DAY_MS, action: 'old' }))
    await recordAudit(database.pool, entry({ at: NOW - 89 * DAY_MS, action: 'new' }))
    await removeAddresses(database.pool, NOW - 90 * DAY_MS)
    const { rows } = await database.pool.query(
      "select action, ip_hash is null as forgotten from audit_log where action in ('old', 'new') order by action",
    )
    expect(rows).toEqual([
      { action: 'new', forgotten: false },
      { action: 'old', forgotten: true },
    ])
  })
})
