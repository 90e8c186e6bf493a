import { AdminOverview, Answer } from '@flowprint/contract'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvLine } from '../../src/platform/csv/index.ts'
import { recordAudit } from '../../src/platform/audit/index.ts'
import { adminWorld } from './admin-world.ts'
import type { AdminWorld } from './admin-world.ts'
import type { SignedUp } from '../accounts/world.ts'

let world: AdminWorld
let admin: SignedUp
beforeAll(async () => {
  world = await adminWorld()
  admin = await world.administrator()
})
afterAll(() => world.close())

const file = (query: string, who: { token: string } = admin) =>
  world.app.inject({ url: `/api/admin_export?${query}`, headers: { authorization: who.token, language: 'en' } })
/** Cells of a file without quoted ones. */
const cellsOf = (text: string): string[][] =>
  text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

describe('/admin_audit', () => {
  test('lists actions newest first, filtered by actor, action and target', async () => {
    const user = await world.signUp()
    await world.call('/admin_grant_days', { user_id: user.id, days: 1, remark: 'a' }, admin)
    await world.call('/admin_set_role', { user_id: user.id, role: 'inviter', remark: 'asked' }, admin)
    const of = async (filter: object) => (await world.call('/admin_audit', filter, admin)).data
    const both = await of({ object: `account:${user.id}` })
    expect(both.list.map(({ action }: { action: string }) => action)).toEqual(['set_role', 'grant_days'])
    expect(both).toMatchObject({
      total: 2,
      list: [
        { actor_id: admin.id, actor_name: admin.username, object_type: 'account', object_id: String(user.id) },
        {},
      ],
    })
    expect((await of({ object: `account:${user.id}`, action: 'set_role' })).total).toBe(1)
    expect((await of({ action: 'set_rol' })).total).toBe(0)
    expect((await of({ actor: admin.username, object: 'account' })).total).toBeGreaterThanOrEqual(2)
    expect((await of({ actor: String(user.id) })).total).toBe(0)
    expect((await of({ actor: admin.email.slice(0, 9), page_size: 1 })).list).toHaveLength(1)
  })

  test('omits secrets and IP addresses', async () => {
    await recordAudit(world.pool, {
      at: Date.now(),
      actorId: null,
      ipHash: Buffer.alloc(32, 1),
      action: 'odd',
      objectType: 'account',
      objectId: 1,
      before: null,
      after: { token: 'ofs_x' },
    })
    // As an older program may have left it.
    await world.pool.query(
      "insert into audit_log (at, action, object_type, object_id, after) values (now(), 'odd', 'account', '1', '{\"deep\": {\"password\": \"hunter2\"}}')",
    )
    const { list } = (await world.call('/admin_audit', { action: 'odd' }, admin)).data
    expect(list.map(({ after }: { after: unknown }) => after)).toEqual([
      { deep: { password: '[removed]' } },
      { token: '[removed]' },
    ])
    expect(Object.keys(list[0]).sort()).toEqual([
      'action',
      'actor_id',
      'actor_name',
      'after',
      'at',
      'before',
      'id',
      'object_id',
      'object_type',
    ])
  })
})

describe('/admin_export', () => {
  test('returns a CSV file with every row and records the export', async () => {
    const user = await world.signUp()
    const since = await world.newestAct()
    const answer = await file('list=users')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body.startsWith('\ufeffid,username,first_name,last_name,email,role,')).toBe(true)
    const rows = cellsOf(answer.body)
    const {
      rows: [{ n }],
    } = await world.pool.query('select count(*)::int as n from account')
    expect(rows).toHaveLength(n + 1)
    expect(rows.find(([id]) => id === String(user.id))).toEqual(expect.arrayContaining([user.username, user.email]))
    expect(await world.actsSince(since)).toEqual([
      expect.objectContaining({ action: 'export', actor_id: admin.id, object_id: 'users' }),
    ])
  })

  test('returns rows beyond the first batch once, in order', async () => {
    await world.pool.query(
      `insert into account (username, username_key, email, email_key, first_name, last_name, language, created_at)
       select 'many' || i, 'many' || i, 'many' || i || '@example.net', 'many' || i || '@example.net', '', '', 'en', now() from generate_series(1, 2500) i`,
    )
    const ids = cellsOf((await file('list=users&name=many')).body)
      .slice(1)
      .map(([id]) => Number(id))
    expect(ids).toHaveLength(2500)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    await world.pool.query("delete from account where username_key like 'many%'")
  })

  test('escapes formulas', async () => {
    await world.signUp({
      username: 'formula1',
      first_name: '=HYPERLINK("http://evil.example";"x")',
      last_name: '@SUM(1+1)',
    })
    const [, row] = (await file('list=users&name=formula1')).body.split('\r\n')
    expect(row).toContain('"\'=HYPERLINK(""http://evil.example"";""x"")",\'@SUM(1+1)')
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1+2', "'-1+2"],
    ['@x', "'@x"],
    ['\t=1', '"\'\t=1"'],
    ['\r=1', '"\'\r=1"'],
    ['  =1', "'  =1"],
    ['＝1', "'＝1"],
    ['－x', "'－x"],
    ['-', "'-"],
    ['-19.900000', '-19.900000'],
    ['19.9', '19.9'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['张三', '张三'],
    ['', ''],
  ])('writes a cell %j as %j', (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`)
  })

  test('applies the filters of the list', async () => {
    const inviter = await world.signUp({ username: 'narrow1' })
    await world.signUp({ username: 'narrow2' })
    await world.call('/admin_set_role', { user_id: inviter.id, role: 'inviter', remark: 'asked' }, admin)
    const ids = async (query: string) =>
      cellsOf((await file(query)).body)
        .slice(1)
        .map(([id]) => Number(id))
    expect(await ids('list=users&name=narrow&role=inviter')).toEqual([inviter.id])
    expect(await ids('list=users&name=narrow&expired=false')).toEqual([])
    const acts = cellsOf((await file(`list=audit&object=account:${inviter.id}`)).body)
    expect(acts.map((row) => row[4])).toEqual(['action', 'set_role'])
    expect((await file('list=orders&status=pending')).body).toMatch(/^\ufeffid,transaction_id,[^\r]*\r\n$/)
    expect((await file('list=dividends&status=settled&settlement_id=ab')).body).toMatch(
      /^\ufeffid,invitee_id,[^\r]*\r\n$/,
    )
  })

  test('lists invitees without payment among the dividends', async () => {
    const [inviter, invitee] = [await world.signUp(), await world.signUp()]
    await world.call('/admin_set_role', { user_id: inviter.id, role: 'inviter', remark: 'asked' }, admin)
    await world.pool.query(
      "insert into referral (invitee_id, inviter_id, code, registered_at) values ($1, $2, 'x', now())",
      [invitee.id, inviter.id],
    )
    const [head, row, ...more] = cellsOf((await file(`list=dividends&id=${inviter.id}`)).body)
    const cell = (name: string) => row[head.indexOf(name)]
    expect([
      cell('id'),
      cell('invitee_id'),
      cell('inviter_id'),
      cell('status'),
      cell('share_amount'),
      cell('ratio'),
    ]).toEqual(['', String(invitee.id), String(inviter.id), 'unpaid', '0.000000', ''])
    expect(more).toEqual([])
    expect(cellsOf((await file(`list=dividends&id=${inviter.id}&status=pending`)).body)).toHaveLength(1)
  })

  test('rejects unknown lists and filters of another list', async () => {
    const fields = async (query: string) => Object.keys((await file(query)).json().data.fields)
    expect(await fields('')).toEqual(['list'])
    expect(await fields('list=passwords')).toEqual(['list'])
    expect(await fields('list=users&actor=x')).toEqual(['actor'])
    expect(await fields('list=users&name=%00')).toEqual(['name'])
    expect(await fields('list=dividends&id=0')).toEqual(['id'])
    expect(await fields('list=orders&status=settled')).toEqual(['status'])
  })

  test('is for administrators only', async () => {
    expect((await file('list=users', await world.signUp())).statusCode).toBe(403)
    expect((await file('list=users', { token: '' })).statusCode).toBe(401)
  })
})

describe('/admin_overview', () => {
  test('returns pending work and current totals', async () => {
    const before = (await world.call('/admin_overview', {}, admin)).data
    expect(Compile(Answer(AdminOverview)).Errors({ code: 200, message: 'OK', data: before })).toEqual([])
    const user = await world.signUp()
    await world.call('/admin_grant_days', { user_id: user.id, days: 3, remark: 'x' }, admin)
    await world.pool.query(
      `insert into mail_outbox (dedupe_key, template, language, recipient, params, status, next_at, created_at) values
         ('dead 1', 'reset', 'en', 'a@example.com', null, 'dead', now(), now()), ('dead 2', 'reset', 'en', 'a@example.com', null, 'dead', now(), now() - interval '8 days'),
         ('late 1', 'reset', 'en', 'a@example.com', 'x', 'queued', now(), now())`,
    )
    const after = (await world.call('/admin_overview', {}, admin)).data
    expect(after).toMatchObject({
      members: before.members + 1,
      expiring_week: before.expiring_week + 1,
      registered_week: before.registered_week + 1,
      mail_failures: before.mail_failures + 1,
      mail_waiting: before.mail_waiting + 1,
      pending_orders: 0,
      oldest_pending_at: null,
      revenue_month: '0.000000',
      receive_address_set: false,
    })
  })
})

describe('unusual characters', () => {
  test.each([
    ['/admin_users', { name: 'a\u0000b' }],
    ['/admin_users', { name: '\ud800' }],
    ['/admin_audit', { actor: '\u0000' }],
    ['/admin_audit', { action: '\u0000', object: '\u0000:\u0000' }],
    ['/admin_users', { name: '9'.repeat(200) }],
    ['/admin_orders', { user: '\u0000', transaction_id: '\u0000' }],
    ['/admin_set_role', { user_id: 1e300, role: 'user', remark: 'x' }],
    ['/admin_grant_days', { user_id: 2 ** 53, days: 1, remark: 'x' }],
    ['/admin_grant_days', { user_id: 1, days: 1, remark: 'a\u0000b' }],
    ['/admin_grant_days', { user_id: 1, days: 1, remark: 'a\ud800' }],
    ['/admin_revoke_session', { session_id: 1e19, remark: 'x' }],
    ['/admin_save_settings', { key: 'contact', value: 'a\u0000b', version: 0, remark: 'x' }],
    ['/admin_users', { page_cur: 1_000_000, page_size: 100 }],
  ])('%s %j causes no failure', async (path, body) => {
    const answer = await world.call(path, body, admin)
    expect([answer.status, answer.code === 500]).toEqual([200, false])
  })
})
