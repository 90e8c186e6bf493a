import { AdminUsers, Answer } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminWorld } from './admin-world.ts'
import type { AdminWorld } from './admin-world.ts'

let world: AdminWorld
beforeAll(async () => {
  world = await adminWorld()
})
afterAll(() => world.close())

const names = (answer: { data: { list: { username: string }[] } }): string[] =>
  answer.data.list.map(({ username }) => username)

describe('/admin_users', () => {
  test('lists all users in pages, newest first', async () => {
    const admin = await world.administrator()
    const [older, newer] = [await world.signUp(), await world.signUp()]
    const answer = await world.call('/admin_users', { page_size: 2 }, admin)
    expect(Compile(Answer(AdminUsers)).Errors({ code: 200, message: 'OK', data: answer.data })).toEqual([])
    expect(names(answer)).toEqual([newer.username, older.username])
    expect(answer.data.list[0]).toMatchObject({
      email: newer.email,
      role: [],
      expire_time: null,
      expired: true,
      activated: true,
      disabled: false,
      inviter_id: null,
    })
    expect(answer.data).toMatchObject({ page_cur: 1, page_size: 2 })
    expect(answer.data).not.toHaveProperty('capped')
    expect(names(await world.call('/admin_users', { page_size: 1, page_cur: 2 }, admin))).toEqual([older.username])
  })

  test('finds users by ID and by prefix of name or address, ignoring case and escaping wildcards', async () => {
    const admin = await world.administrator()
    const wanted = await world.signUp({ username: 'Zoë_Ångström', email: 'Zoe.A@example.org' })
    for (const name of [String(wanted.id), 'zoë_å', 'ZOË', ' zoe.A@EXAM ']) {
      expect([name, names(await world.call('/admin_users', { name }, admin))]).toEqual([name, [wanted.username]])
    }
    for (const name of ['%', '_', 'zo%', '\\', 'ngström'])
      expect([name, names(await world.call('/admin_users', { name }, admin))]).toEqual([name, []])
  })

  test('filters by role and by expiry, to the millisecond', async () => {
    const admin = await world.administrator()
    const [inviter, member, plain] = [
      await world.signUp({ username: 'sep1' }),
      await world.signUp({ username: 'sep2' }),
      await world.signUp({ username: 'sep3' }),
    ]
    await world.pool.query('update account set is_inviter = true where id = $1', [inviter.id])
    await world.call('/admin_grant_days', { user_id: member.id, days: 3, remark: 'Test' }, admin)
    const listed = async (filter: object) => names(await world.call('/admin_users', { name: 'sep', ...filter }, admin))
    expect(await listed({ role: 'inviter' })).toEqual([inviter.username])
    expect(await listed({ role: 'user' })).toEqual([plain.username, member.username])
    expect(await listed({ role: 'admin' })).toEqual([])
    expect(await listed({ expired: false })).toEqual([member.username])
    expect(await listed({ expired: true })).toEqual([plain.username, inviter.username])
  })

  test('shows the membership of an administrator as on the account page', async () => {
    const admin = await world.administrator()
    const expired = async (): Promise<boolean[]> => {
      const rows = (await world.call('/admin_users', { name: admin.username }, admin)).data.list as {
        expired: boolean
      }[]
      return [...rows.map((row) => row.expired), (await world.call('/user_info', {}, admin)).data.expired]
    }
    expect(await expired()).toEqual([true, true])
    expect(names(await world.call('/admin_users', { name: admin.username, expired: false }, admin))).toEqual([])
    await world.call('/admin_grant_days', { user_id: admin.id, days: 3, remark: 'Test' }, admin)
    expect(await expired()).toEqual([false, false])
    expect(names(await world.call('/admin_users', { name: admin.username, expired: false }, admin))).toEqual([
      admin.username,
    ])
  })

  test('counts up to a thousand users and pages beyond that', async () => {
    const admin = await world.administrator()
    await world.pool.query(
      `insert into account (username, username_key, email, email_key, first_name, last_name, language, created_at)
       select 'bulk' || i, 'bulk' || i, 'bulk' || i || '@example.net', 'bulk' || i || '@example.net', '', '', 'en', now() from generate_series(1, 1200) i`,
    )
    const answer = await world.call('/admin_users', { name: 'bulk', page_size: 100, page_cur: 12 }, admin)
    expect(answer.data).toMatchObject({ total: 1000, capped: true })
    expect(answer.data.list).toHaveLength(100)
    await world.pool.query("delete from account where username_key like 'bulk%'")
  })

  test('rejects unknown roles and pages out of range', async () => {
    const admin = await world.administrator()
    const answer = await world.call('/admin_users', { role: 'king', page_size: 101 }, admin)
    expect([answer.code, Object.keys(answer.data.fields).sort()]).toEqual([400, ['page_size', 'role']])
  })
})

describe('/admin_set_role', () => {
  test('makes a user an inviter with a code, keeps the session, sends a mail, and restores the same code later', async () => {
    const admin = await world.administrator()
    const user = await world.signUp()
    const since = await world.newestAct()
    const made = await world.call(
      '/admin_set_role',
      { user_id: user.id, role: 'inviter', remark: 'Asked for it' },
      admin,
    )
    expect(made.data).toMatchObject({ user_id: user.id, role: ['inviter'] })
    expect(made.data.invite_code).toMatch(/^[A-Z2-9]{8}$/)
    expect((await world.call('/user_info', {}, user)).data).toMatchObject({ role: ['inviter'] })
    expect((await world.mails(user.email)).filter(({ template }) => template === 'became_inviter')).toMatchObject([
      {
        params: {
          name: user.username,
          invite_link: expect.stringMatching(new RegExp(`/create/${made.data.invite_code}$`)),
        },
      },
    ])
    expect(await world.actsSince(since)).toEqual([
      expect.objectContaining({
        action: 'set_role',
        actor_id: admin.id,
        object_type: 'account',
        object_id: String(user.id),
        before: { role: [] },
        after: { role: ['inviter'], remark: 'Asked for it' },
        ip_hash: expect.any(Buffer),
      }),
    ])
    const taken = await world.call('/admin_set_role', { user_id: user.id, role: 'user', remark: 'asked' }, admin)
    expect(taken.data).toEqual({ user_id: user.id, role: [] })
    expect((await world.call('/user_info', {}, user)).code, 'who loses a right is logged out').toBe(401)
    const again = await world.call('/admin_set_role', { user_id: user.id, role: 'inviter', remark: 'asked' }, admin)
    expect(again.data.invite_code).toBe(made.data.invite_code)
  })

  test('ends no session and records nothing when the role is unchanged', async () => {
    const admin = await world.administrator()
    const user = await world.signUp()
    const since = await world.newestAct()
    expect(
      (await world.call('/admin_set_role', { user_id: user.id, role: 'user', remark: 'asked' }, admin)).data,
    ).toEqual({ user_id: user.id, role: [] })
    expect((await world.call('/user_info', {}, user)).code).toBe(200)
    expect(await world.actsSince(since)).toEqual([])
  })

  test('never grants the administrator role', async () => {
    const admin = await world.administrator()
    const user = await world.signUp()
    expect(
      (await world.call('/admin_set_role', { user_id: user.id, role: 'admin', remark: 'asked' }, admin)).data.error,
    ).toBe('VALIDATION')
    const { rows } = await world.pool.query('select is_admin from account where id = $1', [user.id])
    expect(rows[0].is_admin).toBe(false)
  })

  test('revokes the administrator role, except from the last administrator', async () => {
    await world.pool.query('update account set is_admin = false')
    const [first, second] = [await world.administrator(), await world.administrator()]
    const invited = await world.call('/admin_set_role', { user_id: second.id, role: 'inviter', remark: 'asked' }, first)
    expect(invited.data.role).toEqual(['admin', 'inviter'])
    expect(
      (await world.call('/admin_set_role', { user_id: second.id, role: 'user', remark: 'asked' }, first)).data.role,
    ).toEqual([])
    const last = await world.call('/admin_set_role', { user_id: first.id, role: 'user', remark: 'asked' }, first)
    expect([last.code, last.data.error]).toEqual([409, 'LAST_ADMIN'])
  })

  test('keeps one administrator when two demote each other at once', async () => {
    for (let round = 0; round < 5; round++) {
      await world.pool.query('update account set is_admin = false')
      const [a, b] = [await world.administrator(), await world.administrator()]
      const answers = await Promise.all([
        world.call('/admin_set_role', { user_id: b.id, role: 'user', remark: 'asked' }, a),
        world.call('/admin_set_role', { user_id: a.id, role: 'user', remark: 'asked' }, b),
      ])
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
      const { rows } = await world.pool.query('select id from account where is_admin')
      expect(rows).toHaveLength(1)
    }
  })

  test('returns an error for a deleted user', async () => {
    const admin = await world.administrator()
    expect(
      (await world.call('/admin_set_role', { user_id: 999_999_999, role: 'inviter', remark: 'asked' }, admin)).data
        .error,
    ).toBe('NOT_FOUND')
  })
})

describe('/admin_grant_days', () => {
  test('appends days to the remaining membership and records it', async () => {
    const admin = await world.administrator()
    const user = await world.signUp()
    const since = await world.newestAct()
    const first = await world.call('/admin_grant_days', { user_id: user.id, days: 10, remark: ' Sorry ' }, admin)
    const second = await world.call('/admin_grant_days', { user_id: user.id, days: 5, remark: 'More' }, admin)
    expect(Date.parse(second.data.expire_time) - Date.parse(first.data.expire_time)).toBe(5 * DAY_MS)
    expect((await world.call('/user_info', {}, user)).data).toMatchObject({
      expire_time: second.data.expire_time,
      expired: false,
    })
    expect((await world.actsSince(since)).map(({ action, after }) => [action, after.days, after.remark])).toEqual([
      ['grant_days', 10, 'Sorry'],
      ['grant_days', 5, 'More'],
    ])
    const { rows } = await world.pool.query(
      'select kind, days, actor_id, remark from membership_event where account_id = $1 order by id',
      [user.id],
    )
    expect(rows[0]).toEqual({ kind: 'grant', days: 10, actor_id: admin.id, remark: 'Sorry' })
  })

  test('requires a remark, whole days and an existing user', async () => {
    const admin = await world.administrator()
    const user = await world.signUp()
    const remark = await world.call('/admin_grant_days', { user_id: user.id, days: 1, remark: ' ' }, admin)
    expect([remark.data.error, remark.message]).toEqual(['VALIDATION', 'Please enter remark'])
    for (const days of [0, -1, 1.5, 3661]) {
      expect(
        (await world.call('/admin_grant_days', { user_id: user.id, days, remark: 'x' }, admin)).data.fields,
      ).toHaveProperty('days')
    }
    expect(
      (await world.call('/admin_grant_days', { user_id: 999_999_999, days: 1, remark: 'x' }, admin)).data.error,
    ).toBe('NOT_FOUND')
    const { rows } = await world.pool.query('select count(*)::int as n from membership_event where account_id = $1', [
      user.id,
    ])
    expect(rows[0].n).toBe(0)
  })
})

describe('/admin_disable_user', () => {
  test('ends access at once and restores it', async () => {
    const admin = await world.administrator()
    const user = await world.signUp()
    const since = await world.newestAct()
    const disable = (disabled: boolean) =>
      world.call('/admin_disable_user', { user_id: user.id, disabled, remark: 'Abuse' }, admin)
    expect((await disable(true)).data).toEqual({ user_id: user.id, disabled: true })
    expect((await world.call('/user_info', {}, user)).code).toBe(401)
    expect((await world.call('/login', { email: user.email, password: user.password })).code).not.toBe(200)
    await disable(true)
    expect((await disable(false)).data.disabled).toBe(false)
    expect(await world.logIn(user.email)).toMatch(/^ofs_/)
    expect((await world.actsSince(since)).map(({ action }) => action)).toEqual(['disable_user', 'enable_user'])
  })

  test('requires a remark and an existing user, and refuses the last administrator', async () => {
    await world.pool.query('update account set is_admin = false')
    const admin = await world.administrator()
    expect(
      (await world.call('/admin_disable_user', { user_id: admin.id, disabled: true, remark: '' }, admin)).data.error,
    ).toBe('VALIDATION')
    expect(
      (await world.call('/admin_disable_user', { user_id: 999_999_999, disabled: true, remark: 'x' }, admin)).data
        .error,
    ).toBe('NOT_FOUND')
    expect(
      (await world.call('/admin_disable_user', { user_id: admin.id, disabled: true, remark: 'x' }, admin)).data.error,
    ).toBe('LAST_ADMIN')
  })
})

describe('sessions of a user', () => {
  test('are listed and ended one by one', async () => {
    const admin = await world.administrator()
    const user = await world.signUp()
    const other = await world.logIn(user.email, user.password, { ua: 'Other' })
    const { list } = (await world.call('/admin_user_sessions', { user_id: user.id }, admin)).data
    expect(list).toHaveLength(2)
    expect(list.every(({ current }: { current: boolean }) => !current)).toBe(true)
    const since = await world.newestAct()
    const ended = list.find(({ ua }: { ua: string }) => ua === 'Other')
    expect((await world.call('/admin_revoke_session', { session_id: ended.id, remark: ' lost ' }, admin)).code).toBe(
      200,
    )
    expect((await world.call('/user_info', {}, { token: other })).code).toBe(401)
    expect((await world.call('/user_info', {}, user)).code).toBe(200)
    expect(await world.actsSince(since)).toEqual([
      expect.objectContaining({
        action: 'revoke_session',
        object_id: String(user.id),
        before: { session_id: ended.id },
        after: { remark: 'lost' },
      }),
    ])
    expect(
      (await world.call('/admin_revoke_session', { session_id: ended.id, remark: 'lost' }, admin)).data.error,
    ).toBe('NOT_FOUND')
    expect((await world.call('/admin_user_sessions', { user_id: 999_999_999 }, admin)).data.error).toBe('NOT_FOUND')
  })
})

describe('dangerous actions', () => {
  test.each([
    ['/admin_set_role', { user_id: 1, role: 'user' }],
    ['/admin_grant_days', { user_id: 1, days: 1 }],
    ['/admin_disable_user', { user_id: 1, disabled: true }],
    ['/admin_revoke_session', { session_id: 1 }],
    ['/admin_save_settings', { key: 'trial_days', value: 9, version: 0 }],
    ['/admin_set_ratio', { inviter_id: 1, ratio: null }],
    ['/admin_review_order', { id: 1, version: 1, status: 'passed' }],
    ['/admin_reverse_order', { id: 1 }],
    [
      '/admin_settle',
      {
        inviter_id: 1,
        settlement_amount: '1',
        settlement_id: '0'.repeat(64),
        network_type: 'TRC20',
        receive_address: 'T',
      },
    ],
  ])('%s requires a remark', async (path, body) => {
    const admin = await world.administrator()
    for (const remark of [undefined, '', ' \n ']) {
      expect(await world.call(path, { ...body, ...(remark === undefined ? {} : { remark }) }, admin)).toMatchObject({
        code: 400,
        message: 'Please enter remark',
        data: { error: 'VALIDATION', fields: { remark: [{ error: 'REQUIRED' }] } },
      })
    }
  })

  test.each([
    ['/admin_set_role', { user_id: 1, role: 'user', remark: 'x' }],
    ['/admin_grant_days', { user_id: 1, days: 1, remark: 'x' }],
    ['/admin_disable_user', { user_id: 1, disabled: true, remark: 'x' }],
    ['/admin_user_sessions', { user_id: 1 }],
    ['/admin_revoke_session', { session_id: 1, remark: 'x' }],
    ['/admin_save_settings', { key: 'trial_days', value: 9, version: 0, remark: 'x' }],
  ])('%s requires re-authentication', async (path, body) => {
    const admin = await world.administrator({ steppedUp: false })
    expect((await world.call(path, body, admin)).data.error).toBe('STEP_UP_REQUIRED')
  })
})
