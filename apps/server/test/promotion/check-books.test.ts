// The check of the books finds every kind of damage: each rule is broken once, bypassing the triggers that forbid it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBooksNow, findFaults } from '../../src/modules/books/commands/check-books.ts'
import { bookWorld } from './book-world.ts'
import type { BookWorld } from './book-world.ts'

let world: BookWorld
beforeAll(async () => {
  world = await bookWorld()
  const inviter = await world.inviter()
  await world.address(inviter, 1)
  const pay = async (): Promise<number> => {
    const { id } = await world.submit(await world.person(world.codeOf(inviter)))
    await world.review(id, { amount: '199' })
    return id
  }
  const [first, second] = [await pay(), await pay()]
  await world.settle(inviter, '39.8')
  await world.reverse(first)
  await world.reverse(await pay())
  await pay()
  await world.review((await world.submit(await world.person())).id)
  expect(second).toBeGreaterThan(first)
})
afterAll(() => world.close())

/** Rule, manual change, and message. Orders: 1 settled and reversed, 2 settled, 3 void, 4 pending, 5 without an inviter. */
const BREAKS: readonly [rule: string, sql: string, says: string][] = [
  [
    'I1',
    'drop index payment_order_transaction; update payment_order set transaction_id = (select transaction_id from payment_order where id = 2) where id = 4',
    'more than once',
  ],
  [
    'I2',
    'alter table dividend drop constraint dividend_check1; update dividend set amount = amount + 1 where order_id = 4',
    'floor(paid x ratio)',
  ],
  [
    'I2',
    'update share_decision set paid_amount = paid_amount + 1 where order_id = 4',
    'an amount other than the paid amount',
  ],
  ['I3', 'update dividend set invitee_id = (select max(id) from account) where order_id = 4', 'of another account'],
  ['I4', "delete from dividend where kind = 'clawback'", 'do not sum to 0'],
  ['I4', "update dividend set status = 'void' where order_id = 4", 'that is not reversed'],
  [
    'I4',
    "update dividend set status = 'pending', settlement_id = null where order_id = 1 and kind = 'share'",
    'was not settled',
  ],
  ['I5', 'update settlement set amount = amount - 1', 'not the sum of its dividends'],
  ['I5', "update settlement set receive_address = 'T'", 'had not set'],
  ['I6', 'delete from membership_event where order_id = 4', 'without exactly one extension'],
  ['I6', 'update payment_order set reversed_at = null, reversal_remark = null where id = 1', 'or not reversed'],
  ['I6', "delete from membership_event where order_id = 1 and kind = 'reversal'", 'without exactly one reversal'],
  ['I7', 'update promoter set paying_invitees = paying_invitees + 1', 'wrong counts of invitees'],
  [
    'I7',
    'update referral set paid_orders = paid_orders + 1, first_paid_at = now() where invitee_id = (select account_id from payment_order where id = 4)',
    'wrong count of paid orders',
  ],
  [
    'I7',
    'update referral set dividends = 7 where invitee_id = (select account_id from payment_order where id = 4)',
    'wrong count of dividends',
  ],
  [
    'I8',
    'delete from dividend where order_id = 4; delete from share_decision where order_id = 4',
    'without a decision',
  ],
  ['I8', 'delete from dividend where order_id = 4', 'without exactly one share'],
  [
    'I8',
    'update referral set inviter_id = null where invitee_id = (select account_id from payment_order where id = 4)',
    'account without an inviter',
  ],
  ['I8', "update share_decision set outcome = 'nothing' where order_id = 4", 'outcome contradicts its amount'],
  ['I8', 'delete from share_reversal where order_id = 1', 'without a recorded share reversal'],
  [
    'I9',
    'update dividend set paid_amount = 1000000000000, ratio_bp = 10000, amount = 1000000000000 where order_id = 4',
    'exceed what was paid',
  ],
  [
    'I10',
    "update membership set expire_time = expire_time + interval '1 second' where account_id = (select account_id from payment_order where id = 4)",
    'when its ledger says',
  ],
  ['I11', 'update promoter set pending_amount = pending_amount - 1', 'sums differ'],
  ['I11', 'delete from promoter', 'without sums'],
  [
    'I12',
    'update dividend set amount = amount * 2 where order_id = 4 and false; delete from dividend where order_id = 4',
    'do not add up',
  ],
  ['I13', 'alter table dividend disable trigger dividend_kept', 'missing or disabled'],
  [
    'I14',
    "drop index membership_event_one_trial; insert into membership_event (account_id, at, kind, days, from_time, to_time) select account_id, at, kind, days, from_time, to_time from membership_event where kind = 'trial' limit 1",
    'more than one trial',
  ],
  [
    'I14',
    "insert into membership_event (account_id, at, kind, days, from_time, to_time) select account_id, now(), 'trial', 7, now(), now() + interval '7 days' from payment_order where id = 5",
    'trial after a paid order',
  ],
  [
    'I15',
    "delete from audit_log where action = 'review_order' and object_id = '4'",
    'reviewed order without exactly one audit entry',
  ],
  ['I16', 'update share_decision set paying_before = 9 where order_id = 4', 'rules valid at that time'],
  [
    'I16',
    'update promoter set ratio_bp_override = 3000; update share_decision set ratio_bp = 3000 where order_id = 4',
    'rules valid at that time',
  ],
  ['I16', 'update share_decision set level = 2 where order_id = 4', 'rules valid at that time'],
  ['I17', "delete from audit_log where action = 'settle'", 'payout without exactly one audit entry'],
  [
    'I17',
    "delete from audit_log where action = 'reverse_order' and object_id = '1'",
    'reversed order without exactly one audit entry',
  ],
]

describe('manual damage is found', () => {
  test('and nothing is reported for correct books', async () => {
    const books = await checkBooksNow(world.pool, world.now())
    expect(books).toEqual({ orders: 5, dividends: 5, settlements: 1, faults: [] })
    expect(await world.rows('select faults from books_check')).toEqual([{ faults: [] }])
  })

  test.each(BREAKS)('%s: %s', async (rule, sql, says) => {
    const client = await world.pool.connect()
    try {
      await client.query('begin')
      // Without triggers and foreign keys, like manual edits of the tables.
      await client.query('set local session_replication_role = replica')
      await client.query(sql)
      const faults = await findFaults(client)
      expect(
        faults.some((fault) => fault.startsWith(`${rule}: `) && fault.includes(says)),
        faults.join('\n'),
      ).toBe(true)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('settlements and decisions', () => {
  test.each([
    "update dividend set amount = amount - 1 where status = 'settled'",
    "update dividend set status = 'pending', settlement_id = null where status = 'settled'",
    "update dividend set status = 'void' where status = 'settled'",
    "update dividend set ratio_bp = 1 where status = 'pending'",
    'delete from dividend',
    "update dividend set status = 'pending' where status = 'void'",
    'update settlement set amount = amount + 1',
    'delete from settlement',
    'update share_decision set ratio_bp = 1',
    'delete from share_reversal',
    "update payout_address set address = 'T'",
  ])('are immutable: %s', async (sql) => {
    await expect(world.pool.query(sql)).rejects.toMatchObject({ code: '23001' })
  })
})
