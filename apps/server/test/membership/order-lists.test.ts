import { HOUR_MS } from '@flowprint/orderflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listOrdersForReview } from '../../src/modules/membership/queries/check-order.ts'
import { adminOrdersAfter } from '../../src/modules/membership/index.ts'
import { listMyOrders } from '../../src/modules/membership/queries/my-orders.ts'
import { PAYER, START, orderWorld } from './order-world.ts'
import type { OrderWorld } from './order-world.ts'

const txid = (n: number): string => `${'ab12'}${n.toString(16).padStart(60, '0')}`

let world: OrderWorld
let [ada, bob] = [0, 0]
/** In order of submission. */
const ids: number[] = []
beforeAll(async () => {
  world = await orderWorld()
  ada = await world.person()
  bob = await world.person()
  await world.pool.query(
    "update account set username = 'Ada_L', username_key = 'ada_l', email = 'Ada@math.example', email_key = 'ada@math.example' where id = $1",
    [ada],
  )
  // Orders of Ada: passed, reversed, rejected and pending; an older pending one of Bob is between them.
  const acts = ['pass', 'reverse', 'refuse', 'wait'] as const
  for (const [n, act] of acts.entries()) {
    world.setNow(START + n * HOUR_MS)
    if (n === 2) ids.push((await world.submit(bob, { transaction_id: 'cd'.repeat(32) })).id)
    const { id } = await world.submit(ada, { transaction_id: txid(n) })
    ids.push(id)
    if (act === 'wait') continue
    await world.review(id, { status: act === 'refuse' ? 'refused' : 'passed', remark: `remark ${n}` })
    if (act === 'reverse') await world.reverse(id, { remark: 'paid back' })
  }
})
afterAll(() => world.close())

const mine = (body: Parameters<typeof listMyOrders>[2] = {}, who = ada) => listMyOrders(world.deps, who, body)
const all = (body: Parameters<typeof listOrdersForReview>[1] = {}) => listOrdersForReview(world.deps, body)
const idsOf = ({ list }: { list: readonly { id: number }[] }): number[] => list.map(({ id }) => id)

describe('own orders', () => {
  test('are listed newest first with the decision', async () => {
    const { list, total, page_cur, page_size } = await mine()
    expect([total, page_cur, page_size]).toEqual([4, 1, 10])
    expect(list.map(({ id, status, remark, reversed }) => [id, status, remark, reversed])).toEqual([
      [ids[4], 'pending', '', false],
      [ids[3], 'refused', 'remark 2', false],
      [ids[1], 'passed', 'paid back', true],
      [ids[0], 'passed', 'remark 0', false],
    ])
    expect(list[3]).toMatchObject({
      transaction_id: txid(0),
      network_type: 'TRC20',
      payment_address: PAYER,
      submit_time: new Date(START).toISOString(),
      review_time: new Date(START).toISOString(),
    })
    expect(Object.keys(list[0]).sort()).toEqual([
      'amount',
      'email',
      'id',
      'network_type',
      'payment_address',
      'remark',
      'reversed',
      'review_time',
      'status',
      'submit_time',
      'transaction_id',
      'user_id',
      'username',
    ])
  })

  test('contain no orders of other accounts', async () => expect(idsOf(await mine({}, bob))).toEqual([ids[2]]))

  test('are paged and filtered by status and transaction', async () => {
    expect(await mine({ page_cur: 2, page_size: 3 })).toMatchObject({
      total: 4,
      page_cur: 2,
      page_size: 3,
      list: [{ id: ids[0] }],
    })
    expect(idsOf(await mine({ page_cur: 9 }))).toEqual([])
    expect(idsOf(await mine({ status: 'passed' }))).toEqual([ids[1], ids[0]])
    expect(idsOf(await mine({ transaction_id: ` 0x${txid(1).toUpperCase()} ` }))).toEqual([ids[1]])
    expect(idsOf(await mine({ transaction_id: 'AB12', status: 'refused' }))).toEqual([ids[3]])
    expect(idsOf(await mine({ transaction_id: '  ' }))).toHaveLength(4)
  })

  test.each(['cd'.repeat(32), 'xyz', '%', '_', '\\', "' or 1=1 --", 'b12'])(
    'are empty when searched for %s',
    async (transaction_id) => {
      expect(await mine({ transaction_id })).toMatchObject({ list: [], total: 0 })
    },
  )
})

describe('orders to review', () => {
  test('list pending ones first, oldest first, then the others, newest first', async () => {
    expect(idsOf(await all())).toEqual([ids[2], ids[4], ids[3], ids[1], ids[0]])
    expect(idsOf(await all({ page_cur: 2, page_size: 2 }))).toEqual([ids[3], ids[1]])
  })

  test('contain payer, reviewer, and the evidence of the chain', async () => {
    const { list } = await all({ status: 'passed' })
    expect(list[0]).toMatchObject({
      id: ids[1],
      user_id: ada,
      username: 'Ada_L',
      email: 'Ada@math.example',
      version: 3,
      reviewer_name: 'payer1',
      reversed: true,
      reversal_remark: 'paid back',
      remark: 'remark 1',
      // Checked before the decision; no node answers here.
      check_state: 'error',
      check_reasons: ['node_unreachable'],
      disputes: 0,
      duplicate_of: null,
      late: false,
      from_exchange: false,
    })
  })

  test.each<[string, () => Parameters<typeof all>[0], () => number[]]>([
    ['status', () => ({ status: 'pending' }), () => [ids[2], ids[4]]],
    ['transaction', () => ({ transaction_id: 'cd'.repeat(32) }), () => [ids[2]]],
    [
      'the link of an explorer',
      () => ({ transaction_id: `https://tronscan.org/#/transaction/${txid(3)}` }),
      () => [ids[4]],
    ],
    ['the beginning of a transaction', () => ({ transaction_id: 'cdcd' }), () => [ids[2]]],
    ['the ID of an account', () => ({ user: String(bob) }), () => [ids[2]]],
    ['a user name', () => ({ user: ' ADA_l ' }), () => [ids[4], ids[3], ids[1], ids[0]]],
    ['the beginning of an e-mail', () => ({ user: 'ada@M' }), () => [ids[4], ids[3], ids[1], ids[0]]],
    ['both', () => ({ user: 'ada', status: 'refused' }), () => [ids[3]]],
    ['an unknown name', () => ({ user: 'unknown' }), () => []],
    ['signs that mean something to a database', () => ({ user: 'ada%l' }), () => []],
  ])('are found by %s', async (_by, body, wanted) => {
    const found = await all(body())
    expect([idsOf(found), found.total]).toEqual([wanted(), wanted().length])
  })

  test('are read by ID in batches of any size for exports', async () => {
    expect((await adminOrdersAfter(world.pool, {}, 0, 2)).map(({ id }) => id)).toEqual([ids[0], ids[1]])
    expect((await adminOrdersAfter(world.pool, { status: 'pending' }, ids[1], 9)).map(({ id }) => id)).toEqual([
      ids[2],
      ids[4],
    ])
  })

  test('keep orders of a deleted account, without a name', async () => {
    await world.pool.query(
      "update account set username = 'deleted-' || id, username_key = 'deleted-' || id, email = null, email_key = null, deleted_at = now() where id = $1",
      [bob],
    )
    expect((await all({ status: 'pending' })).list[0]).toMatchObject({
      id: ids[2],
      user_id: bob,
      username: `deleted-${bob}`,
      email: null,
    })
    expect(await world.review(ids[2])).toMatchObject({ status: 'passed' })
    expect(await world.rows('select from mail_outbox where dedupe_key = $1', [`order_passed ${ids[2]}`])).toEqual([])
  })
})
