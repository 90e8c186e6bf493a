import { encodeTronAddress } from '@flowprint/contract'
import { accountWorld } from '../accounts/world.ts'
import type { SignedUp } from '../accounts/world.ts'

export const RECEIVE = encodeTronAddress('11'.repeat(20))
export const PAYER = encodeTronAddress('22'.repeat(20))
/** An address and a transaction derived from a number. */
export const addressOf = (n: number): string => encodeTronAddress(n.toString(16).padStart(40, '0'))
export const txid = (n: number): string => n.toString(16).padStart(64, '0')

/** The app with payment open, and common steps of promotion tests. */
export async function promotionWorld(env: Record<string, string> = {}) {
  const world = await accountWorld({ env })
  let transactions = 0
  const set = (key: string, value: unknown): Promise<unknown> =>
    world.pool.query("insert into site_setting (key, value, valid_from) values ($1, $2, '-infinity')", [
      key,
      JSON.stringify(value),
    ])
  await set('receive_address', { network_type: 'TRC20', address: RECEIVE })
  // The first quote is a thousandth above the price: 199.000000.
  await set('discount', { price: '198.999000', start: null, end: null })

  async function administrator(): Promise<SignedUp> {
    const admin = await world.signUp()
    await world.pool.query('update account set is_admin = true where id = $1', [admin.id])
    await world.call('/step_up', { password: admin.password }, admin)
    return admin
  }

  async function inviter(code: string): Promise<SignedUp & { readonly code: string }> {
    const user = await world.signUp()
    await world.pool.query('update account set is_inviter = true, invite_code = $2 where id = $1', [user.id, code])
    await world.call('/step_up', { password: user.password }, user)
    return { ...user, code }
  }

  async function submit(user: SignedUp): Promise<number> {
    const claim = { network_type: 'TRC20', payment_address: PAYER, transaction_id: txid(++transactions) }
    const order = await world.call('/submit_order', claim, user)
    if (order.code !== 200) throw new Error(`not submitted: ${order.message}`)
    return order.data.id
  }

  /** Submits a payment and passes it with the given amount, since quotes differ by their unique part. */
  async function pay(user: SignedUp, admin: SignedUp, amount = '199'): Promise<number> {
    const id = await submit(user)
    const review = await world.call(
      '/admin_review_order',
      { id, version: 1, status: 'passed', remark: 'Received', amount, accept_underpaid: true },
      admin,
    )
    if (review.code !== 200) throw new Error(`not passed: ${review.message}`)
    return id
  }

  const address = (user: SignedUp, n: number) =>
    world.call('/set_receive_address', { network_type: 'TRC20', receive_address: addressOf(n) }, user)
  /** To the current address of the inviter. */
  async function settle(
    admin: SignedUp,
    inviterId: number,
    amount: string,
    id: number,
    more: Record<string, unknown> = {},
  ) {
    const { rows } = await world.pool.query<{ address: string }>(
      'select address from payout_address where account_id = $1 order by id desc limit 1',
      [inviterId],
    )
    const body = {
      inviter_id: inviterId,
      settlement_amount: amount,
      settlement_id: txid(id),
      network_type: 'TRC20',
      receive_address: rows[0]?.address ?? '',
      remark: 'sent',
    }
    return world.call('/admin_settle', { ...body, ...more }, admin)
  }

  return { ...world, set, administrator, inviter, submit, pay, address, settle }
}

export type PromotionWorld = Awaited<ReturnType<typeof promotionWorld>>
