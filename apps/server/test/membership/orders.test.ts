// Payments through the calls, as pages make them.
import { encodeTronAddress } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import { startFakeTronNode } from '@flowprint/testkit'
import type { FakeTronNode } from '@flowprint/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccessOf } from '../../src/modules/accounts/index.ts'
import { runAccountCleanup } from '../../src/modules/accounts/commands/cleanup.ts'
import { grantDays } from '../../src/modules/membership/index.ts'
import { inTransaction } from '../../src/platform/database/index.ts'
import { accountWorld, PASSWORD } from '../accounts/world.ts'
import type { AccountWorld, SignedUp } from '../accounts/world.ts'

const [RECEIVE_BYTES, PAYER_BYTES] = ['11', '22'].map((byte) => byte.repeat(20))
const [RECEIVE, PAYER] = [RECEIVE_BYTES, PAYER_BYTES].map(encodeTronAddress)
let ids = 0
const txid = (): string => (++ids).toString(16).padStart(64, '0')

let fake: FakeTronNode
let world: AccountWorld
let admin: SignedUp
beforeAll(async () => {
  fake = await startFakeTronNode()
  world = await accountWorld({ env: { TRON_API_URL: fake.url, TRON_API_KEY: 'a-key' } })
  await setting('receive_address', { network_type: 'TRC20', address: RECEIVE })
  admin = await world.signUp()
  await world.pool.query('update account set is_admin = true where id = $1', [admin.id])
  await world.call('/step_up', { password: admin.password }, admin)
})
afterAll(async () => {
  await world.close()
  await fake.close()
})

const setting = (key: string, value: unknown) =>
  world.pool.query("insert into site_setting (key, value, valid_from) values ($1, $2, now() - interval '1 day')", [
    key,
    JSON.stringify(value),
  ])

async function submitted(user: SignedUp, given: Record<string, unknown> = {}) {
  const answer = await world.call(
    '/submit_order',
    { network_type: 'TRC20', payment_address: PAYER, transaction_id: txid(), ...given },
    user,
  )
  if (answer.code !== 200) throw new Error(JSON.stringify(answer))
  return answer.data as { id: number; amount: string; status: string }
}

describe('payment', () => {
  test('is quoted, claimed, found on the chain, passed, shown and reversed', async () => {
    const user = await world.signUp()
    const quote = await world.call('/quote_order', { network_type: 'TRC20' }, user)
    expect(quote.data).toMatchObject({
      price: '199.000000',
      receive_address: RECEIVE,
      qr_text: RECEIVE,
      pending_order_id: null,
    })
    const transaction_id = txid()
    const order = await submitted(user, { transaction_id, quote_id: quote.data.quote_id })
    expect(order).toMatchObject({ status: 'pending', amount: quote.data.amount })
    const list = await world.call('/admin_orders', {}, admin)
    expect(list.data.list[0]).toMatchObject({
      id: order.id,
      user_id: user.id,
      status: 'pending',
      version: 1,
      check_state: 'none',
    })
    fake.put({
      id: transaction_id,
      time: Date.now(),
      transfers: [{ from: PAYER_BYTES, to: RECEIVE_BYTES, amount: BigInt(order.amount.replace('.', '')) }],
    })
    const check = await world.call('/admin_check_order', { id: order.id }, admin)
    expect(check.data).toMatchObject({
      check_state: 'match',
      reasons: [],
      from: PAYER,
      to: RECEIVE,
      amount: order.amount,
    })
    expect(fake.requests.at(-1)).toMatchObject({ id: transaction_id, key: 'a-key' })
    const review = { id: order.id, version: 1, status: 'passed', remark: 'Received' }
    const passed = await world.call('/admin_review_order', review, admin)
    expect(passed).toMatchObject({ code: 200, data: { status: 'passed' } })
    expect(await world.call('/admin_review_order', review, admin)).toMatchObject({
      code: 409,
      data: { error: 'ALREADY_REVIEWED' },
    })
    expect((await world.call('/user_info', {}, user)).data).toMatchObject({
      expire_time: passed.data.expire_time,
      expired: false,
    })
    expect((await world.call('/my_orders', {}, user)).data).toMatchObject({
      total: 1,
      list: [
        {
          status: 'passed',
          remark: 'Received',
          reversed: false,
          user_id: user.id,
          username: user.username,
          email: user.email,
        },
      ],
    })
    expect((await world.call('/admin_reverse_order', { id: order.id, remark: 'Refunded' }, admin)).code).toBe(200)
    expect((await world.call('/user_info', {}, user)).data.expired).toBe(true)
    expect((await world.mails(user.email)).map(({ template }) => template)).toEqual([
      'activate',
      'order_received',
      'order_passed',
      'order_reversed',
    ])
  })

  test('is exported by ID with the filters of the list, for its owner only', async () => {
    const [user, other] = [await world.signUp(), await world.signUp()]
    const transaction_id = txid()
    const { id, amount } = await submitted(user, { transaction_id })
    await world.call('/admin_review_order', { id, version: 1, status: 'refused', remark: '=1+1, "twice"' }, admin)
    const next = await submitted(user)
    const file = (query: string, who?: SignedUp) =>
      world.app.inject({
        url: `/api/my_orders_export${query}`,
        headers: { language: 'en', ...(who && { authorization: who.token }) },
      })
    const answer = await file('', user)
    expect(answer.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/)
    const [head, first, second, end] = answer.body.split('\r\n')
    expect(head).toBe(
      '\ufeffid,transaction_id,submit_time,network_type,amount,payment_address,status,remark,review_time,reversed,user_id,username,email',
    )
    expect(first).toMatch(
      new RegExp(
        `^${id},${transaction_id},[\\d:.TZ-]+,TRC20,${amount},${PAYER},refused,"'=1\\+1, ""twice""",[\\d:.TZ-]+,false,${user.id},${user.username},${user.email}$`,
      ),
    )
    expect(second).toMatch(new RegExp(`^${next.id},.*,pending,,,false,${user.id},${user.username},${user.email}$`))
    expect(end).toBe('')
    expect((await file('?status=pending', user)).body.trimEnd().split('\r\n')).toEqual([head, second])
    expect((await file(`?transaction_id=0x${transaction_id}`, user)).body.trimEnd().split('\r\n')).toEqual([
      head,
      first,
    ])
    expect((await file('', other)).body).toBe(`${head}\r\n`)
    expect((await file('')).statusCode).toBe(401)
    expect((await file('?status=lost', user)).json()).toMatchObject({ code: 400 })
  })

  test('is fetched once within the cache time, unless a fresh check is requested', async () => {
    const { id } = await submitted(await world.signUp())
    const asked = () => fake.requests.length
    await world.call('/admin_check_order', { id }, admin)
    const before = asked()
    await world.call('/admin_check_order', { id }, admin)
    expect(asked()).toBe(before)
    await world.call('/admin_check_order', { id, fresh: true }, admin)
    expect(asked()).toBeGreaterThan(before)
  })
})

describe('incomplete form', () => {
  const both = async (path: string, body: unknown, who: SignedUp) => {
    const [en, zh] = [
      await world.call(path, body, { ...who, language: 'en' }),
      await world.call(path, body, { ...who, language: 'zh' }),
    ]
    return { code: en.code, slug: en.data.error, en: en.message, zh: zh.message, fields: Object.keys(en.data.fields) }
  }

  test.each([
    [{}],
    [{ network_type: 'TRC20' }],
    [{ network_type: '', payment_address: PAYER, transaction_id: 'a' }],
    [{ network_type: 'TRC20', payment_address: '', transaction_id: ' ' }],
  ])('of a purchase (%j)', async (body) => {
    const said = await both('/submit_order', body, await world.signUp())
    expect(said).toMatchObject({
      code: 400,
      slug: 'VALIDATION',
      en: 'Please fill in complete information',
      zh: '请填写完整信息',
    })
  })

  test('of a review reports the status first, then the remark', async () => {
    const { id } = await submitted(await world.signUp())
    for (const status of [{}, { status: '' }, { status: 'pending' }]) {
      expect(await both('/admin_review_order', { id, version: 1, remark: 'x', ...status }, admin)).toEqual({
        code: 400,
        slug: 'VALIDATION',
        en: 'Please select order status',
        zh: '请选择订单状态',
        fields: ['status'],
      })
    }
    for (const remark of [{}, { remark: '' }, { remark: '   ' }]) {
      expect(await both('/admin_review_order', { id, version: 1, status: 'refused', ...remark }, admin)).toEqual({
        code: 400,
        slug: 'VALIDATION',
        en: 'Please enter remark',
        zh: '请输入备注',
        fields: ['remark'],
      })
    }
    expect((await both('/admin_review_order', { id, version: 1 }, admin)).en).toBe(
      'Please select order status; Please enter remark',
    )
    expect(await both('/admin_reverse_order', { id }, admin)).toMatchObject({
      en: 'Please enter remark',
      fields: ['remark'],
    })
  })

  test('of a payment reports every empty field at once', async () => {
    const user = await world.signUp()
    const all = ['network_type', 'payment_address', 'transaction_id']
    const bodies = [
      {},
      { network_type: '', payment_address: ' ', transaction_id: '' },
      { transaction_id: '' },
      { network_type: 'TRC20', payment_address: '', transaction_id: ' ' },
    ]
    for (const [i, body] of bodies.entries()) {
      const answer = await world.call('/submit_order', body, user)
      expect(answer).toMatchObject({ code: 400, message: 'Please fill in complete information' })
      expect(Object.keys(answer.data.fields).sort(), JSON.stringify(body)).toEqual(i === 3 ? all.slice(1) : all)
      for (const faults of Object.values(answer.data.fields)) expect(faults).toMatchObject([{ error: 'REQUIRED' }])
    }
  })

  test('of any other call reports the field', async () => {
    expect(
      await world.call('/admin_review_order', { id: 'x', version: 1, status: 'passed', remark: 'x' }, admin),
    ).toMatchObject({ code: 400, message: expect.stringMatching(/^id: /) })
  })
})

describe('permissions', () => {
  test('allow signed-in users to pay, and administrators after a step-up to review', async () => {
    const user = await world.signUp()
    const { id } = await submitted(user)
    for (const path of ['/quote_order', '/submit_order', '/my_orders', '/admin_orders'])
      expect((await world.call(path, {})).status).toBe(401)
    const acts = {
      '/admin_orders': {},
      '/admin_check_order': { id },
      '/admin_review_order': { id, version: 1, status: 'passed', remark: 'x' },
      '/admin_reverse_order': { id, remark: 'x' },
    }
    for (const [path, body] of Object.entries(acts)) expect((await world.call(path, body, user)).status).toBe(403)
    const other = await world.signUp()
    await world.pool.query('update account set is_admin = true where id = $1', [other.id])
    expect((await world.call('/admin_review_order', acts['/admin_review_order'], other)).data.error).toBe(
      'STEP_UP_REQUIRED',
    )
    expect((await world.call('/admin_reverse_order', acts['/admin_reverse_order'], other)).data.error).toBe(
      'STEP_UP_REQUIRED',
    )
    expect((await world.call('/admin_check_order', { id }, other)).code).toBe(200)
  })

  test('show an order to its owner only', async () => {
    const [user, other] = [await world.signUp(), await world.signUp()]
    await submitted(user)
    expect((await world.call('/my_orders', { user_id: user.id }, other)).data).toMatchObject({ list: [], total: 0 })
  })
})

describe('account data', () => {
  test('includes the payments in the export', async () => {
    const user = await world.signUp()
    const order = await submitted(user)
    await world.call(
      '/admin_review_order',
      { id: order.id, version: 1, status: 'refused', remark: 'nothing came' },
      admin,
    )
    const copy = await world.call('/export_data', { password: PASSWORD }, user)
    expect(copy.data.orders).toMatchObject([
      { id: order.id, status: 'refused', remark: 'nothing came', payment_address: PAYER },
    ])
  })

  test('loses the name on deletion, but keeps the payments', async () => {
    const user = await world.signUp()
    const order = await submitted(user)
    await world.call(
      '/admin_review_order',
      { id: order.id, version: 1, status: 'passed', remark: 'x', accept_denied: true },
      admin,
    )
    const waiting = await submitted(user)
    await world.call('/delete_account', { password: PASSWORD }, user)
    await runAccountCleanup(world.pool, Date.now() + 15 * DAY_MS)
    const { rows } = await world.pool.query(
      'select o.id, o.status, a.username, a.email from payment_order o join account a on a.id = o.account_id where o.account_id = $1 order by o.id',
      [user.id],
    )
    expect(rows).toEqual(
      [order, waiting].map(({ id }, i) => ({
        id,
        status: i === 0 ? 'passed' : 'pending',
        username: `deleted-${user.id}`,
        email: null,
      })),
    )
  })
})

describe('days of grace', () => {
  test('extend access without delay, not the displayed membership', async () => {
    const user = await world.signUp()
    const end = world.clock.now()
    await inTransaction(world.pool, (client) =>
      grantDays(client, { accountId: user.id, days: 1, at: end - DAY_MS, actorId: null }),
    )
    const accessAt = createAccessOf({
      pool: world.pool,
      clock: { ...world.clock, now: () => now },
      site: { freeDelayMs: 7, production: false },
    })
    let now = 0
    const delayAt = async (ms: number) => {
      now = ms
      return (await accessAt({ authorization: user.token, ip: '127.0.0.1' }))?.delayMs
    }
    expect([await delayAt(end - 1), await delayAt(end), await delayAt(end + DAY_MS)]).toEqual([0, 7, 7])
    await setting('grace_days', 2)
    expect([await delayAt(end), await delayAt(end + 2 * DAY_MS - 1), await delayAt(end + 2 * DAY_MS)]).toEqual([
      0, 0, 7,
    ])
    expect((await world.call('/user_info', {}, user)).data).toMatchObject({
      expired: true,
      expire_time: new Date(end).toISOString(),
    })
    await setting('grace_days', 0)
  })
})
