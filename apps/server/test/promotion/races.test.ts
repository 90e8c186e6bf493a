// 16 connections compete for the same rows: everything happens once, and the books are correct afterwards.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bookWorld, newTransaction, outcomeOf } from './book-world.ts'
import type { BookWorld } from './book-world.ts'

const PARALLEL = 16
const many = <T>(work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: PARALLEL }, (_, i) => work(i)))
const count = (outcomes: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(outcomes, (one) => one)].map(([name, all]) => [name, all.length]))

let world: BookWorld
beforeAll(async () => {
  world = await bookWorld()
})
afterAll(() => world.close())
afterEach(async () => expect(await world.faults()).toEqual([]))

const dividendsOf = (inviter: number) =>
  world.rows('select id, kind, amount::text, status from dividend where inviter_id = $1 order by id', [
    inviter,
  ]) as Promise<{ id: number; kind: string; amount: string; status: string }[]>

/** An inviter with an address and the given number of dividends of 19.9 USDT each. */
async function owed(shares: number): Promise<number> {
  const inviter = await world.inviter()
  await world.address(inviter, inviter)
  for (let i = 0; i < shares; i++) {
    const invitee = await world.person(world.codeOf(inviter))
    await world.review((await world.submit(invitee)).id, { amount: '199' })
  }
  return inviter
}

describe('concurrency', () => {
  test('sixteen reviews of an order: one passes it, once (I15)', async () => {
    const inviter = await world.inviter()
    const invitee = await world.person(world.codeOf(inviter))
    const { id } = await world.submit(invitee)
    const outcomes = await many((i) => outcomeOf(world.review(id, { status: i % 4 === 3 ? 'refused' : 'passed' })))
    expect(count(outcomes)).toEqual({ ok: 1, ALREADY_REVIEWED: PARALLEL - 1 })
    const events = await world.rows("select from membership_event where order_id = $1 and kind = 'purchase'", [id])
    expect(await dividendsOf(inviter)).toHaveLength(events.length)
  })

  test('sixteen reversals of an order: one succeeds', async () => {
    const inviter = await owed(1)
    const [{ order_id }] = await world.rows('select order_id from dividend where inviter_id = $1', [inviter])
    expect(count(await many(() => outcomeOf(world.reverse(order_id as number))))).toEqual({
      ok: 1,
      ALREADY_REVIEWED: PARALLEL - 1,
    })
    expect(await dividendsOf(inviter)).toMatchObject([{ status: 'void' }])
  })

  test('one transaction from sixteen accounts: one order, with the other claims noted on it', async () => {
    const people = await many(() => world.person())
    const transaction = newTransaction()
    expect(count(await many((i) => outcomeOf(world.submit(people[i], transaction))))).toEqual({
      ok: 1,
      TRANSACTION_USED: PARALLEL - 1,
    })
  })

  test('sixteen payouts of the same dividends: one is recorded, with any ID', async () => {
    for (let round = 0; round < 6; round++) {
      const inviter = await owed(2)
      const same = newTransaction()
      const outcomes = await many(() =>
        outcomeOf(world.settle(inviter, '39.8', round % 2 === 0 ? same : newTransaction())),
      )
      expect(count(outcomes)).toEqual(round % 2 === 0 ? { ok: PARALLEL } : { ok: 1, NOTHING_TO_SETTLE: PARALLEL - 1 })
      expect(await world.rows('select amount::text from settlement where inviter_id = $1', [inviter])).toEqual([
        { amount: '39800000' },
      ])
    }
  })

  test('one payout transaction for two inviters: one is recorded', async () => {
    const [first, second] = [await owed(1), await owed(1)]
    const transaction = newTransaction()
    expect(
      count(await many((i) => outcomeOf(world.settle(i % 2 === 0 ? first : second, '19.9', transaction)))),
    ).toEqual({ ok: PARALLEL / 2, SETTLEMENT_USED: PARALLEL / 2 })
  })

  test('parts of what is owed, each requested twice: each is paid once', async () => {
    const inviter = await owed(8)
    const ids = (await dividendsOf(inviter)).map(({ id }) => id)
    const outcomes = await many((i) => outcomeOf(world.settle(inviter, '19.9', newTransaction(), [ids[i >> 1]])))
    expect(count(outcomes)).toEqual({ ok: 8, AMOUNT_CHANGED: 8 })
  })

  test('a payout and the reversals of its orders: void before or a clawback after, never neither', async () => {
    for (let round = 0; round < 4; round++) {
      const inviter = await owed(3)
      const orders = (await world.rows('select order_id from dividend where inviter_id = $1', [inviter])).map(
        (row) => row['order_id'] as number,
      )
      await Promise.all([
        ...orders.map((id) => world.reverse(id)),
        ...[1, 2, 3].map((n) => outcomeOf(world.settle(inviter, (19.9 * n).toFixed(1)))),
      ])
      const rows = await dividendsOf(inviter)
      expect(rows.filter(({ status }) => status !== 'void').reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(
        0n,
      )
    }
  })

  test('sixteen first payments for one inviter: each counts a different number of earlier paying invitees', async () => {
    const inviter = await world.inviter()
    const people = await many(() => world.person(world.codeOf(inviter)))
    const orders = await many((i) => world.submit(people[i]))
    await many((i) => world.review(orders[i].id, { amount: '199' }))
    const decisions = await world.rows(
      'select paying_before, ratio_bp from share_decision where inviter_id = $1 order by paying_before',
      [inviter],
    )
    expect(decisions).toEqual(
      Array.from({ length: PARALLEL }, (_, n) => ({ paying_before: n, ratio_bp: n < 10 ? 1000 : 1500 })),
    )
  })

  test('role changes during reviews and payouts: earlier decisions stay unchanged', async () => {
    const inviter = await owed(2)
    const before = await world.rows('select * from dividend where inviter_id = $1 order by id', [inviter])
    const people = await many(() => world.person(world.codeOf(inviter)))
    const orders = await many((i) => world.submit(people[i]))
    await many<unknown>((i) =>
      i % 4 === 0
        ? world.setRole(inviter, i % 8 === 0)
        : i === 1
          ? outcomeOf(world.settle(inviter, '39.8'))
          : world.review(orders[i].id, { amount: '199' }),
    )
    const kept = ({ status: _status, settlement_id: _settlement, ...row }: Record<string, unknown>): unknown => row
    const after = await world.rows('select * from dividend where id = any($1) order by id', [
      before.map((row) => row['id']),
    ])
    expect(after.map(kept)).toEqual(before.map(kept))
    const outcomes = await world.rows('select distinct outcome from share_decision where inviter_id = $1', [inviter])
    expect(['earned', 'inactive']).toEqual(expect.arrayContaining(outcomes.map((row) => row['outcome'])))
  })

  test('price and level changes during purchases: an order keeps its quote, a dividend its ratio', async () => {
    const inviter = await world.inviter()
    const people = await many(() => world.person(world.codeOf(inviter)))
    const quotes = await many(async (i) => {
      if (i % 5 === 0)
        await world.setting('discount', i % 2 === 0 ? null : { price: '149.000000', start: null, end: null })
      if (i === 7) await world.setting('share_levels', [{ level: 1, min_paying: 0, ratio: '0.3333' }])
      const order = await world.submit(people[i])
      await world.review(order.id)
      return order.amount
    })
    const shares = await world.rows(
      "select d.amount::text, d.paid_amount::text, d.ratio_bp from dividend d where inviter_id = $1 and kind = 'share'",
      [inviter],
    )
    expect(shares).toHaveLength(PARALLEL)
    expect(new Set(shares.map((row) => row['paid_amount']))).toEqual(
      new Set(quotes.map((amount) => amount.replace('.', ''))),
    )
    expect(
      shares.every(
        (row) =>
          BigInt(row['amount'] as string) ===
          (BigInt(row['paid_amount'] as string) * BigInt(row['ratio_bp'] as number)) / 10_000n,
      ),
    ).toBe(true)
    await world.setting('discount', { price: '199.000000', start: null, end: null })
    await world.setting('share_levels', [
      { level: 1, min_paying: 0, ratio: '0.1000' },
      { level: 2, min_paying: 10, ratio: '0.1500' },
    ])
  })

  test('sixteen activations, reminders and first addresses: one of each', async () => {
    const inviter = await owed(1)
    const invitee = await world.account({ code: world.codeOf(inviter) })
    await many(() => world.activate(invitee))
    expect(await world.rows('select kind from membership_event where account_id = $1', [invitee])).toEqual([
      { kind: 'trial' },
    ])
    expect(count(await many(() => outcomeOf(world.remind(inviter))))).toEqual({ ok: 1, RATE_LIMITED: PARALLEL - 1 })
    const other = await world.inviter()
    await many(() => world.address(other, 5))
    expect(await world.rows('select is_first from payout_address where account_id = $1', [other])).toEqual([
      { is_first: true },
    ])
  })
})
