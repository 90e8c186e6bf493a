// A stranger registers the address of another person, who follows the link: what each can do, and how the owner removes the stranger's access.
import { DAY_MS } from '@flowprint/orderflow'
import { Secret, TOTP } from 'otpauth'
import { afterAll, describe, expect, test } from 'vitest'
import { PASSWORD, accountWorld } from './world.ts'

const world = await accountWorld({ stored: true })
afterAll(() => world.close())
const { call, mails, secretFor, logIn, signUp, registration } = world

const NEW = 'harbour 77 lights'
let codes = 0

async function inviter(): Promise<{ id: number; code: string }> {
  const { id } = await signUp()
  const code = `FRIEND${++codes}`
  await world.pool.query('update account set is_inviter = true, invite_code = $2 where id = $1', [id, code])
  return { id, code }
}
const referralOf = async (email: string) =>
  (
    await world.pool.query(
      'select r.inviter_id, r.code from referral r join account a on a.id = r.invitee_id where a.email_key = $1',
      [email],
    )
  ).rows
const sumsOf = async (id: number) =>
  (await world.pool.query('select referrals, activated_invitees from promoter where account_id = $1', [id])).rows[0]
const activate = async (email: string) => call(`/active?token=${await secretFor(email)}`)

describe('the newest registration wins until activation', () => {
  test('inviter: an earlier registration of the address earns no referral', async () => {
    const [thief, friend] = [await inviter(), await inviter()]
    const body = registration({ invite_code: thief.code })
    await call('/register', body)
    expect(await referralOf(body.email)).toMatchObject([{ inviter_id: thief.id }])
    await call('/register', registration({ email: body.email, invite_code: friend.code }))
    await activate(body.email)
    expect(await referralOf(body.email)).toEqual([{ inviter_id: friend.id, code: friend.code }])
    expect([await sumsOf(thief.id), await sumsOf(friend.id)]).toEqual([
      { referrals: 0, activated_invitees: 0 },
      { referrals: 1, activated_invitees: 1 },
    ])
  })

  test('inviter: a newer registration without a code has no inviter', async () => {
    const thief = await inviter()
    const body = registration({ invite_code: thief.code })
    await call('/register', body)
    await call('/register', registration({ email: body.email }))
    await activate(body.email)
    expect([await referralOf(body.email), await sumsOf(thief.id)]).toEqual([
      [],
      { referrals: 0, activated_invitees: 0 },
    ])
  })

  test('trial: an unknown code of an earlier registration does not deny it', async () => {
    const friend = await inviter()
    const body = registration({ invite_code: 'UNKNOWN1' })
    await call('/register', body)
    const second = registration({ email: body.email, invite_code: friend.code, password: NEW, confirm_password: NEW })
    await call('/register', second)
    await activate(body.email)
    const { rows } = await world.pool.query(
      'select e.kind from membership_event e join account a on a.id = e.account_id where a.email_key = $1',
      [body.email],
    )
    expect(rows).toEqual([{ kind: 'trial' }])
    expect((await call('/user_info', {}, { token: await logIn(body.email, NEW) })).data).toMatchObject({
      username: second.username,
      inviter_id: friend.id,
    })
  })

  test('after activation, later registrations change nothing', async () => {
    const [friend, thief] = [await inviter(), await inviter()]
    const owner = await signUp({ invite_code: friend.code })
    await call('/register', registration({ email: owner.email, invite_code: thief.code }))
    expect(await referralOf(owner.email)).toMatchObject([{ inviter_id: friend.id }])
  })

  test('concurrent registrations create one referral with correct totals for both inviters', async () => {
    const both = [await inviter(), await inviter()]
    const emails = Array.from({ length: 6 }, () => registration().email)
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(
        emails.flatMap((email, i) =>
          [0, 1].map((n) => call('/register', registration({ email, invite_code: both[(i + n + round) % 2].code }))),
        ),
      )
      expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200))
    }
    const sums = [await sumsOf(both[0].id), await sumsOf(both[1].id)]
    expect(sums.reduce((sum, { referrals }) => sum + Number(referrals), 0)).toBe(emails.length)
    for (const [i, { id }] of both.entries()) {
      const { rows } = await world.pool.query('select count(*)::int as n from referral where inviter_id = $1', [id])
      expect(rows[0].n).toBe(sums[i].referrals)
    }
  })
})

describe('activation mail', () => {
  test('names the username and time of the registration that its link activates', async () => {
    const body = registration()
    await call('/register', body)
    const first = (await mails(body.email)).at(-1)
    expect(first).toMatchObject({ template: 'activate', params: { name: body.username } })
    const second = registration({ email: body.email })
    await call('/register', second)
    const { params } = (await mails(body.email)).at(-1) as { params: { name: string; at?: string } }
    const { rows } = await world.pool.query('select created_at from account where email_key = $1', [body.email])
    expect([params.name, params.at]).toEqual([second.username, rows[0].created_at.toISOString()])
  })

  test('truncates the name, so that a stranger cannot send a message in it', async () => {
    const body = registration({ username: 'x'.repeat(150) })
    await call('/register', body)
    expect((await mails(body.email)).at(-1)?.params.name).toBe(`${'x'.repeat(40)}…`)
  })
})

describe('password reset by mail', () => {
  /** A stranger who knows the password of an account that its owner activated, with an authenticator, a webhook, a push and a session. */
  async function hijacked() {
    const victim = await signUp()
    const { secret } = (await call('/otp_setup', { password: PASSWORD }, victim)).data
    const otp = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now() })
    expect((await call('/otp_enable', { otp: otp() }, victim)).code).toBe(200)
    await world.pool.query('update account set otp_step = null where id = $1', [victim.id])
    const token = await logIn(victim.email, PASSWORD, { otp: otp() })
    await world.pool.query("insert into alert_webhook (account_id, sealed, created_at) values ($1, 'sealed', now())", [
      victim.id,
    ])
    for (const session of ['(select id from session where account_id = $1 limit 1)', 'null']) {
      await world.pool.query(
        `insert into alert_push (account_id, endpoint_key, sealed, label, created_at, session_id) values ($1, decode(md5(random()::text), 'hex'), 's', 'x', now(), ${session})`,
        [victim.id],
      )
    }
    return { ...victim, token }
  }
  const leftOf = async (id: number) =>
    (
      await world.pool.query(
        `select (select count(*)::int from session where account_id = $1) as sessions, (select count(*)::int from alert_push where account_id = $1) as pushes,
       (select count(*)::int from alert_webhook where account_id = $1) as webhooks, (select count(*)::int from recovery_code where account_id = $1) as codes,
       (select otp_secret is not null from account where id = $1) as otp`,
        [id],
      )
    ).rows[0]
  async function reset(email: string) {
    await call('/forget_password', { email })
    return call('/active_password', { token: await secretFor(email), new_password: NEW, confirm_password: NEW })
  }

  test('within seven days of activation removes the authenticator, sessions, webhook and push subscriptions set up before', async () => {
    const victim = await hijacked()
    expect(await leftOf(victim.id)).toEqual({ sessions: 1, pushes: 2, webhooks: 1, codes: 10, otp: true })
    expect((await reset(victim.email)).code).toBe(200)
    expect(await leftOf(victim.id)).toEqual({ sessions: 0, pushes: 0, webhooks: 0, codes: 0, otp: false })
    expect((await call('/user_info', {}, { token: victim.token })).code).toBe(401)
    expect((await mails(victim.email)).at(-1)).toMatchObject({
      template: 'password_changed',
      params: { cleared: true },
    })
    expect(await logIn(victim.email, NEW)).toMatch(/^ofs_/)
  })

  test('removes an authenticator that was set up but not enabled', async () => {
    const victim = await signUp()
    await call('/otp_setup', { password: PASSWORD }, victim)
    await reset(victim.email)
    expect(await leftOf(victim.id)).toMatchObject({ otp: false })
  })

  test('after seven days keeps the authenticator and notification targets of the owner', async () => {
    const owner = await hijacked()
    await world.pool.query('update account set activated_at = $2 where id = $1', [
      owner.id,
      new Date(world.clock.now() - 7 * DAY_MS - 1000),
    ])
    await reset(owner.email)
    expect(await leftOf(owner.id)).toMatchObject({ sessions: 0, webhooks: 1, codes: 10, otp: true })
    expect((await mails(owner.email)).at(-1)).toMatchObject({
      template: 'password_changed',
      params: { cleared: false },
    })
    expect((await call('/login', { email: owner.email, password: NEW })).data.error).toBe('OTP_REQUIRED')
  })

  test('password change by the owner keeps them at any time', async () => {
    const owner = await hijacked()
    await call('/active_password', { old_password: PASSWORD, new_password: NEW, confirm_password: NEW }, owner)
    expect(await leftOf(owner.id)).toMatchObject({ webhooks: 1, otp: true })
  })
})
