import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedUp } from '../accounts/world.ts'
import { PAYER, promotionWorld, txid } from '../promotion/promotion-world.ts'
import type { PromotionWorld } from '../promotion/promotion-world.ts'

let world: PromotionWorld
let admin: SignedUp
beforeAll(async () => {
  world = await promotionWorld()
  admin = await world.administrator()
})
afterAll(() => world.close())

const pending = async () => (await world.call('/admin_pending', {}, admin)).data
const overview = async () => (await world.call('/admin_overview', {}, admin)).data
async function file(query: string): Promise<Record<string, string>[]> {
  const { body } = await world.app.inject({
    url: `/api/admin_export?${query}`,
    headers: { authorization: admin.token },
  })
  const [head, ...rows] = body
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((row) => Object.fromEntries(row.map((cell, i) => [head[i], cell])))
}

describe('payments and dividends in the back office', () => {
  test('are counted when pending, passed and reversed, and included in exports', async () => {
    expect(await overview()).toMatchObject({
      pending_orders: 0,
      pending_settlements: 0,
      missing_addresses: 0,
      pending_amount: '0.000000',
      receive_address_set: true,
    })
    const inviter = await world.inviter('CODE2345')
    const [buyer, rival] = [await world.signUp({ invite_code: inviter.code }), await world.signUp()]
    const id = await world.submit(buyer)
    await world.call('/submit_order', { network_type: 'TRC20', payment_address: PAYER, transaction_id: txid(1) }, rival)
    const waiting = await overview()
    expect(waiting).toMatchObject({ pending_orders: 1, disputed_orders: 1, revenue_month: '0.000000' })
    expect(Date.now() - Date.parse(waiting.oldest_pending_at)).toBeLessThan(60_000)
    expect(await pending()).toEqual({ pending_orders: 1, disputed_orders: 1 })
    expect((await world.call('/admin_pending', {}, buyer)).code).toBe(403)

    await world.call(
      '/admin_review_order',
      { id, version: 1, status: 'passed', remark: 'Received', amount: '199', accept_underpaid: true },
      admin,
    )
    expect(await overview()).toMatchObject({
      pending_orders: 0,
      oldest_pending_at: null,
      disputed_orders: 0,
      revenue_month: '199.000000',
      pending_settlements: 1,
      missing_addresses: 1,
      pending_amount: '19.900000',
    })
    const [order] = await file(`list=orders&transaction_id=${txid(1)}&status=passed&user=${buyer.username}`)
    expect(order).toMatchObject({
      id: String(id),
      transaction_id: txid(1),
      amount: '199.000000',
      username: buyer.username,
      status: 'passed',
      reviewer_name: admin.username,
      reversed_at: '',
    })
    expect(order['submit_time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(await file('list=orders&status=refused')).toEqual([])
    expect(await file(`list=dividends&id=${inviter.id}`)).toEqual([
      expect.objectContaining({ order_id: String(id), share_amount: '19.900000', ratio: '0.1000', status: 'pending' }),
    ])

    await world.address(inviter, 7)
    expect(await overview()).toMatchObject({ missing_addresses: 0, pending_settlements: 1 })
    const settled = await world.settle(admin, inviter.id, '19.9', 9)
    expect(settled.code).toBe(200)
    expect(await overview()).toMatchObject({ pending_settlements: 0, pending_amount: '0.000000' })
    expect(await file(`list=dividends&settlement_id=${txid(9)}`)).toHaveLength(1)
    expect(await file(`list=dividends&settlement_id=ff`)).toEqual([])

    await world.call('/admin_reverse_order', { id, remark: 'Refunded' }, admin)
    // What one inviter owes does not reduce the dividends of others.
    expect(await overview()).toMatchObject({
      revenue_month: '0.000000',
      pending_settlements: 0,
      pending_amount: '0.000000',
    })
    const amounts = (await file(`list=dividends&id=${inviter.id}`)).map(({ share_amount, is_clawback }) => [
      share_amount,
      is_clawback,
    ])
    expect(amounts).toEqual([
      ['19.900000', 'false'],
      ['-19.900000', 'true'],
    ])
  })

  test('amounts that cannot be settled yet are owed but not listed as waiting', async () => {
    await world.set('hold_days', 7)
    const inviter = await world.inviter('HELD2345')
    await world.pay(await world.signUp({ invite_code: inviter.code }), admin)
    const detail = (await world.call('/admin_inviter_detail', { id: inviter.id }, admin)).data.summary
    expect(detail).toMatchObject({ settlement_amount: '0.000000', held_amount: '19.900000' })
    expect((await overview()).pending_settlements).toBe(0)
    expect((await overview()).missing_addresses).toBe(1)
  })
})
