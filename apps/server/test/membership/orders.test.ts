import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeTronAddress } from '@flowprint/contract'
import { accountWorld } from '../accounts/world.ts'

const RECEIVE = encodeTronAddress('11'.repeat(20))
const PAYER = encodeTronAddress('22'.repeat(20))
const txid = (n: number): string => n.toString(16).padStart(64, '0')

let world: Awaited<ReturnType<typeof accountWorld>>
beforeAll(async () => {
  world = await accountWorld()
  await world.pool.query(
    `insert into site_setting (key, value, valid_from) values ('receive_address', $1, now() - interval '1 day')`,
    [JSON.stringify({ network_type: 'TRC20', address: RECEIVE })],
  )
})
afterAll(() => world.close())

/** Somebody with the role, who has just confirmed who they are. */
async function administrator() {
  const admin = await world.signUp()
  await world.pool.query('update account set is_admin = true where id = $1', [admin.id])
  await world.call('/step_up', { password: admin.password }, admin)
  return admin
}

describe('a payment', () => {
  test('is quoted, submitted, passed, and extends the membership by a year', async () => {
    const user = await world.signUp()
    const admin = await administrator()
    const quote = await world.call('/quote_order', { network_type: 'TRC20' }, user)
    expect(quote.data).toMatchObject({ price: '199.000000', receive_address: RECEIVE, qr_text: RECEIVE, pending_order_id: null })
    const again = await world.call('/quote_order', { network_type: 'TRC20' }, user)
    expect(again.data.quote_id).toBe(quote.data.quote_id)
    const claim = { network_type: 'TRC20', payment_address: PAYER, transaction_id: txid(1), quote_id: quote.data.quote_id }
    const order = await world.call('/submit_order', claim, user)
    expect(order).toMatchObject({ code: 200, data: { status: 'pending', amount: quote.data.amount } })
    expect((await world.call('/submit_order', claim, user)).data.id).toBe(order.data.id)
    const list = await world.call('/admin_orders', {}, admin)
    expect(list.data.list[0]).toMatchObject({ id: order.data.id, user_id: user.id, status: 'pending', version: 1, check_state: 'none' })
    const check = await world.call('/admin_check_order', { id: order.data.id }, admin)
    expect(check.data).toMatchObject({ check_state: 'error', reasons: ['node_unreachable'] })
    const review = { id: order.data.id, version: 1, status: 'passed', remark: 'Received' }
    expect(await world.call('/admin_review_order', { ...review, version: 2 }, admin)).toMatchObject({ code: 409, data: { error: 'STALE_VERSION' } })
    const passed = await world.call('/admin_review_order', review, admin)
    expect(passed).toMatchObject({ code: 200, data: { status: 'passed' } })
    expect(await world.call('/admin_review_order', review, admin)).toMatchObject({ code: 409, data: { error: 'ALREADY_REVIEWED' } })
    const info = await world.call('/user_info', {}, user)
    expect(info.data).toMatchObject({ expire_time: passed.data.expire_time, expired: false })
    const mine = await world.call('/my_orders', {}, user)
    expect(mine.data).toMatchObject({ total: 1, list: [{ status: 'passed', remark: 'Received', reversed: false }] })
    const mails = await world.mails(user.email)
    expect(mails.map(({ template }) => template)).toContain('order_passed')
    const reversed = await world.call('/admin_reverse_order', { id: order.data.id, remark: 'Refunded' }, admin)
    expect(reversed.code).toBe(200)
    expect((await world.call('/user_info', {}, user)).data.expired).toBe(true)
  })
})
