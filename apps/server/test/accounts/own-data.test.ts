import { ExportData } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import { Compile } from 'typebox/compile'
import { afterAll, describe, expect, test } from 'vitest'
import { runAccountCleanup } from '../../src/modules/accounts/commands/cleanup.ts'
import { grantDays } from '../../src/modules/membership/index.ts'
import { PASSWORD, accountWorld } from './world.ts'

const world = await accountWorld()
afterAll(() => world.close())
const { call, logIn, mails, signUp } = world

const upkeepAt = (days: number) => runAccountCleanup(world.pool, Date.now() + days * DAY_MS)
const remove = (token: string) => call('/delete_account', { password: PASSWORD }, { token })

describe('data export', () => {
  test('contains all data of the account and no secrets', async () => {
    const { id, email, token } = await signUp({ invite_code: 'FRIEND1' })
    await grantDays(world.pool, { accountId: id, days: 3, at: Date.now(), actorId: null, remark: 'hello' })
    const answer = await call('/export_data', { password: PASSWORD }, { token })
    expect(Compile(ExportData).Errors(answer.data)).toEqual([])
    expect(answer.data).toMatchObject({
      user: { id, email },
      sessions: [{ current: true }],
      referral: { code: 'FRIEND1' },
      membership_events: [{ kind: 'grant', days: 3, remark: 'hello' }],
      audit: [],
    })
    const { rows } = await world.pool.query('select password_hash from account where id = $1', [id])
    expect(JSON.stringify(answer.data)).not.toContain(rows[0].password_hash)
  })
})

describe('account deletion', () => {
  test('ends every session at once, and deletes the account after fourteen days', async () => {
    const { id, email, username, token } = await signUp({ first_name: 'Unusual', last_name: 'Surname' })
    const { delete_at } = (await remove(token)).data
    expect(Math.round((Date.parse(delete_at) - Date.now()) / DAY_MS)).toBe(14)
    expect((await call('/user_info', {}, { token })).code).toBe(401)
    await upkeepAt(13.9)
    expect((await world.pool.query('select from account where id = $1 and deleted_at is null', [id])).rowCount).toBe(1)
    await upkeepAt(14.1)
    const { rows } = await world.pool.query('select a::text as row, deleted_at from account a where id = $1', [id])
    expect(rows[0].deleted_at).not.toBeNull()
    for (const personal of [email, username, 'Unusual', 'Surname', 'argon2'])
      expect(rows[0].row).not.toContain(personal)
    expect((await call('/login', { email, password: PASSWORD })).code).toBe(402)
    const outbox = await world.pool.query('select o::text as row from mail_outbox o')
    expect(outbox.rows.filter(({ row }) => row.toLowerCase().includes(email.toLowerCase()))).toEqual([])
    // Name and address are available again.
    expect((await signUp({ email, username })).id).not.toBe(id)
  })

  test('is cancelled by logging in', async () => {
    const { id, email, token } = await signUp()
    await remove(token)
    const login = await call('/login', { email, password: PASSWORD })
    expect(login.data.deletion_cancelled).toBe(true)
    await upkeepAt(20)
    expect((await world.pool.query('select from account where id = $1 and deleted_at is null', [id])).rowCount).toBe(1)
    expect((await call('/login', { email, password: PASSWORD })).data).not.toHaveProperty('deletion_cancelled')
  })

  test('keeps the ledger, the referral and the audit entry', async () => {
    const inviter = await signUp()
    await world.pool.query("update account set is_inviter = true, invite_code = 'GOING' where id = $1", [inviter.id])
    const guest = await signUp({ invite_code: 'GOING' })
    await grantDays(world.pool, { accountId: inviter.id, days: 3, at: Date.now(), actorId: null })
    await remove(await logIn(inviter.email))
    await upkeepAt(15)
    expect((await call('/user_info', {}, { token: await logIn(guest.email) })).data.inviter_id).toBe(inviter.id)
    expect((await world.pool.query('select from membership_event where account_id = $1', [inviter.id])).rowCount).toBe(
      1,
    )
    expect(
      (
        await world.pool.query("select action from audit_log where object_id = $1 and action = 'delete_account'", [
          String(inviter.id),
        ])
      ).rowCount,
    ).toBe(1)
  })

  test('is refused for the last administrator, also when two delete at once', async () => {
    const people = [await signUp(), await signUp()]
    await world.pool.query('update account set is_admin = true where id = any($1)', [people.map(({ id }) => id)])
    const tokens = await Promise.all(people.map(({ email }) => logIn(email)))
    const answers = await Promise.all(tokens.map(remove))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)?.data.error).toBe('LAST_ADMIN')
  })

  test('sends no more mail to the address', async () => {
    const { email, token } = await signUp()
    await remove(token)
    await upkeepAt(15)
    const before = (await mails(email)).length
    await call('/forget_password', { email })
    await call('/send_activation_code', { email })
    expect(await mails(email)).toHaveLength(before)
  })
})
