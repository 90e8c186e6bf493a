// Mails about a submitted payment: a receipt to its payer, a digest to the administrators.
import { MINUTE_MS } from '@flowprint/orderflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAdministrators } from '../../src/modules/accounts/index.ts'
import { sendReviewDigest } from '../../src/modules/membership/commands/send-notices.ts'
import { createKeys } from '../../src/platform/keys/index.ts'
import { TEST_KEY } from '../app-under-test.ts'
import { PAYER, START, newTransaction, orderWorld, refusal } from './order-world.ts'
import type { OrderWorld } from './order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.close())

const keys = createKeys([TEST_KEY])

async function mailsTo(accountId: number, template: string): Promise<Record<string, unknown>[]> {
  const rows = await world.rows(
    'select o.dedupe_key, o.params from mail_outbox o join account a on a.email = o.recipient where a.id = $1 and o.template = $2 order by o.id',
    [accountId, template],
  )
  return rows.map(({ dedupe_key, params }) => JSON.parse(keys.open('mail', dedupe_key as string, params as string)))
}

test('the payer gets one receipt for repeated claims', async () => {
  const payer = await world.person()
  const transaction = newTransaction()
  const order = await world.submit(payer, { transaction_id: transaction })
  expect((await world.submit(payer, { transaction_id: transaction })).id).toBe(order.id)
  const receipts = await mailsTo(payer, 'order_received')
  expect(receipts).toEqual([
    {
      name: expect.any(String),
      amount: expect.stringMatching(/^199/),
      transaction_id: transaction,
      link: expect.stringMatching(/\/order\/center$/),
    },
  ])
  await world.review(order.id, { status: 'refused' })
})

test('a rejected claim sends no receipt', async () => {
  const payer = await world.person()
  expect(await refusal(world.submit(payer, { payment_address: 'T' }))).toBe('BAD_ADDRESS')
  expect(await mailsTo(payer, 'order_received')).toEqual([])
})

test('every administrator is notified of new orders and disputes, at most every ten minutes', async () => {
  const digests = () => mailsTo(world.reviewer, 'review_digest')
  const second = await world.person({ isAdmin: true })
  const disabled = await world.person({ isAdmin: true })
  await world.pool.query('update account set disabled_at = now() where id = $1', [disabled])
  await sendReviewDigest({ ...world.deps, listAdministrators })
  expect(await digests(), 'reviewed orders are not announced').toEqual([])

  const [one, two, three] = [await world.person(), await world.person(), await world.person()]
  const transaction = newTransaction()
  await world.submit(one, { transaction_id: transaction })
  expect(await refusal(world.submit(two, { transaction_id: transaction }))).toBe('TRANSACTION_USED')
  expect(await refusal(world.submit(two, { transaction_id: transaction, payment_address: PAYER }))).toBe(
    'TRANSACTION_USED',
  )
  world.setNow(START + MINUTE_MS)
  await Promise.all(Array.from({ length: 6 }, () => sendReviewDigest({ ...world.deps, listAdministrators })))
  expect(await digests()).toMatchObject([{ orders: 1, disputes: 1, waiting: 1 }])
  expect(await mailsTo(second, 'review_digest')).toHaveLength(1)
  expect(await mailsTo(disabled, 'review_digest')).toEqual([])

  await world.submit(three)
  world.setNow(START + 10 * MINUTE_MS)
  await sendReviewDigest({ ...world.deps, listAdministrators })
  expect(await digests(), 'nine minutes later').toHaveLength(1)
  world.setNow(START + 11 * MINUTE_MS)
  await sendReviewDigest({ ...world.deps, listAdministrators })
  expect((await digests()).slice(1)).toMatchObject([{ orders: 1, disputes: 0, waiting: 2 }])
  world.setNow(START + 60 * MINUTE_MS)
  await sendReviewDigest({ ...world.deps, listAdministrators })
  expect(await digests(), 'nothing new').toHaveLength(2)
})
