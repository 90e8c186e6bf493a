import { DAY_MS } from '@flowprint/orderflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addYear } from '../../src/modules/membership/rules/extend.ts'
import { expireTimeOf } from '../../src/modules/membership/index.ts'
import { START, orderWorld, refusal } from './order-world.ts'
import type { OrderWorld } from './order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.close())

/** A user with a pending payment. */
async function claim(accountId?: number) {
  const payer = accountId ?? (await world.person())
  return { payer, ...(await world.submit(payer)) }
}

const rowOf = async (id: number) =>
  (
    await world.rows(
      'select status, version, amount::text, quoted_amount::text, remark, reviewer_id, reversed_at from payment_order where id = $1',
      [id],
    )
  )[0]
const eventsOf = (accountId: number) =>
  world.rows('select kind, order_id, actor_id, remark from membership_event where account_id = $1 order by id', [
    accountId,
  ])
const mailsAbout = (kind: string, id: number) =>
  world.rows('select template, recipient, language, status from mail_outbox where dedupe_key = $1', [`${kind} ${id}`])
const auditOf = (id: number) =>
  world.rows(
    "select action, actor_id, before, after from audit_log where object_type = 'order' and object_id = $1 order by id",
    [String(id)],
  )

describe('passing a payment', () => {
  test('extends by a calendar year, records and notifies in one transaction', async () => {
    const { id, payer } = await claim()
    const answer = await world.review(id, { remark: '  came in ' })
    const until = new Date(addYear(START)).toISOString()
    expect(answer).toEqual({ id, status: 'passed', review_time: new Date(START).toISOString(), expire_time: until })
    expect(await rowOf(id)).toMatchObject({
      status: 'passed',
      version: 2,
      remark: 'came in',
      reviewer_id: world.reviewer,
    })
    expect(await eventsOf(payer)).toEqual([{ kind: 'purchase', order_id: id, actor_id: world.reviewer, remark: '' }])
    expect(await mailsAbout('order_passed', id)).toMatchObject([{ template: 'order_passed', language: 'en' }])
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'review_order',
        actor_id: world.reviewer,
        before: { status: 'pending' },
        after: { status: 'passed', remark: 'came in', expire_time: until },
      },
    ])
  })

  test('adds to the remaining days', async () => {
    const first = await claim()
    await world.review(first.id)
    const second = await claim(first.payer)
    await world.review(second.id)
    expect(await expireTimeOf(world.pool, first.payer)).toBe(addYear(addYear(START)))
  })

  test('calls its handlers in the transaction, and rolls back when one fails', async () => {
    const { id, payer } = await claim()
    let broken = true
    world.events.on('orderPassed', async (_client, fact) => {
      if (broken && fact.orderId === id) throw new Error('no')
    })
    await expect(world.review(id)).rejects.toThrow('no')
    expect([
      await rowOf(id),
      await eventsOf(payer),
      await auditOf(id),
      await mailsAbout('order_passed', id),
    ]).toMatchObject([{ status: 'pending', version: 1 }, [], [], []])
    broken = false
    expect(await world.review(id)).toMatchObject({ status: 'passed' })
  })

  test('happens once for sixteen concurrent reviews, with one entry and an error for the others', async () => {
    const { id, payer } = await claim()
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        world.review(id, { status: i % 2 === 0 ? 'passed' : 'refused' }).then(
          ({ status }) => status,
          (error: { slug: string }) => error.slug,
        ),
      ),
    )
    const [won, ...more] = answers.filter((answer) => answer !== 'ALREADY_REVIEWED')
    expect([more, answers.length]).toEqual([[], 16])
    expect(await eventsOf(payer)).toHaveLength(won === 'passed' ? 1 : 0)
    expect(await auditOf(id)).toHaveLength(1)
  })

  test('extends each of many concurrent payments once', async () => {
    const claims = await Promise.all(Array.from({ length: 24 }, () => claim()))
    await Promise.allSettled(claims.flatMap(({ id }) => [world.review(id), world.review(id)]))
    const ids = claims.map(({ id }) => id)
    expect(
      await world.rows(
        'select count(*)::int as n, count(distinct order_id)::int as orders from membership_event where order_id = any($1)',
        [ids],
      ),
    ).toEqual([{ n: 24, orders: 24 }])
  })
})

describe('rejecting a payment', () => {
  test('extends nothing, and is recorded and notified', async () => {
    const { id, payer } = await claim()
    expect(await world.review(id, { status: 'refused', remark: 'nothing came' })).toMatchObject({
      status: 'refused',
      expire_time: null,
    })
    expect(await rowOf(id)).toMatchObject({ status: 'refused', amount: null, remark: 'nothing came' })
    expect([await eventsOf(payer), await mailsAbout('order_refused', id), await auditOf(id)]).toMatchObject([
      [],
      [{ template: 'order_refused' }],
      [{ after: { status: 'refused' } }],
    ])
    expect(await expireTimeOf(world.pool, payer)).toBeNull()
  })
})

describe('review', () => {
  test('requires a remark', async () => {
    const { id } = await claim()
    expect(await refusal(world.review(id, { remark: ' \n' }))).toBe('VALIDATION')
  })

  test('requires an existing pending order of another account in the version seen', async () => {
    const { id, payer } = await claim()
    expect(await refusal(world.review(999_999))).toBe('NOT_FOUND')
    expect(await refusal(world.review(id, {}, payer))).toBe('OWN_ORDER')
    expect(await refusal(world.review(id, { version: 2 }))).toBe('STALE_VERSION')
    await world.review(id, { status: 'refused' })
    expect(await refusal(world.review(id, { version: 2 }))).toBe('ALREADY_REVIEWED')
  })
})

describe('administrator who invited the payer', () => {
  test('can neither review nor reverse the order, unlike another administrator', async () => {
    const inviter = await world.person({ isAdmin: true })
    await world.pool.query("update account set is_inviter = true, invite_code = 'OWN' || id where id = $1", [inviter])
    const { id, payer } = await claim()
    await world.pool.query(
      "insert into referral (invitee_id, inviter_id, code, registered_at) values ($1, $2, 'OWN', $3)",
      [payer, inviter, new Date(START)],
    )
    for (const status of ['passed', 'refused'] as const)
      expect(await refusal(world.review(id, { status }, inviter))).toBe('OWN_ORDER')
    await world.review(id)
    expect(await refusal(world.reverse(id, {}, inviter))).toBe('OWN_ORDER')
    expect(await world.reverse(id)).toMatchObject({ id })
  })
})

describe('accepted amount', () => {
  const pass = (id: number, amount?: string, accept_underpaid?: boolean) =>
    world.review(id, {
      ...(amount === undefined ? {} : { amount }),
      ...(accept_underpaid === undefined ? {} : { accept_underpaid }),
    })
  const received: bigint[] = []
  beforeAll(() => world.events.on('orderPassed', async (_client, { paidAmount }) => void received.push(paidAmount)))

  test('is the quoted one by default', async () => {
    const { id } = await claim()
    await pass(id)
    const { amount, quoted_amount } = await rowOf(id)
    expect([amount, String(received.at(-1))]).toEqual([quoted_amount, quoted_amount])
  })

  test('is the one found on the chain after a check', async () => {
    const { id } = await claim()
    await world.pool.query("update payment_order set check_state = 'match', check_found = $2 where id = $1", [
      id,
      JSON.stringify({ amount: '250000000', confirmed: true }),
    ])
    await pass(id)
    expect((await rowOf(id))['amount']).toBe('250000000')
  })

  test('above the quote is recorded, and counts only up to the quote for dividends', async () => {
    const { id } = await claim()
    await pass(id, '500.5')
    const { amount, quoted_amount } = await rowOf(id)
    expect([amount, String(received.at(-1))]).toEqual(['500500000', quoted_amount])
  })

  test('below the quote requires a confirmation, and counts as it is', async () => {
    const { id } = await claim()
    for (const low of ['0.000001', '198.999999']) expect(await refusal(pass(id, low))).toBe('UNDERPAID_NOT_ACCEPTED')
    expect(await refusal(pass(id, '150', false))).toBe('UNDERPAID_NOT_ACCEPTED')
    await pass(id, '150', true)
    expect([(await rowOf(id))['amount'], received.at(-1)]).toEqual(['150000000', 150_000_000n])
  })

  test('within the tolerance is sufficient', async () => {
    await world.setting('payment_tolerance', '1.000000')
    const { id } = await claim()
    const { quoted_amount } = await rowOf(id)
    const least = Number(quoted_amount) - 1_000_000
    expect(await refusal(pass(id, ((least - 1) / 1e6).toFixed(6)))).toBe('UNDERPAID_NOT_ACCEPTED')
    await pass(id, (least / 1e6).toFixed(6))
    expect(received.at(-1)).toBe(BigInt(least))
    await world.setting('payment_tolerance', '0.000000')
  })

  test.each(['0', '0.000000', '-5', '1e3', '199,5', '1.1234567', 'much', '99999999999999'])(
    'cannot be %s',
    async (amount) => {
      const { id } = await claim()
      expect(await refusal(pass(id, amount, true))).toBe('VALIDATION')
    },
  )

  test('is ignored when a payment is rejected', async () => {
    const { id } = await claim()
    expect(await world.review(id, { status: 'refused', amount: '1' })).toMatchObject({ status: 'refused' })
    expect((await rowOf(id))['amount']).toBeNull()
  })
})

describe('reversing a passed payment', () => {
  async function passed() {
    const made = await claim()
    await world.review(made.id)
    return made
  }

  test('removes the year, is recorded and notified, and the order stays passed', async () => {
    const { id, payer } = await passed()
    const before = (await world.rows('select amount::text, remark from payment_order where id = $1', [id]))[0]
    expect(await world.reverse(id, { remark: 'bank said no' })).toEqual({
      id,
      reversed_at: new Date(START).toISOString(),
      expire_time: new Date(START).toISOString(),
    })
    expect(await rowOf(id)).toMatchObject({ status: 'passed', version: 3, ...before, reversed_at: new Date(START) })
    expect((await eventsOf(payer)).map(({ kind }) => kind)).toEqual(['purchase', 'reversal'])
    expect([await mailsAbout('order_reversed', id), (await auditOf(id))[1]]).toMatchObject([
      [{ template: 'order_reversed' }],
      { action: 'reverse_order', after: { reversed: true, remark: 'bank said no' } },
    ])
  })

  test('removes only the remaining days, unless the reviewer selects all of them', async () => {
    const begin = START
    for (const [days, end] of [
      [undefined, begin + 100 * DAY_MS],
      ['ahead', begin + 100 * DAY_MS],
      ['all', begin],
    ] as const) {
      const { id, payer } = await passed()
      world.setNow(begin + 100 * DAY_MS)
      expect(await world.reverse(id, days === undefined ? {} : { days })).toMatchObject({
        expire_time: new Date(end).toISOString(),
      })
      expect(await expireTimeOf(world.pool, payer)).toBe(end)
      expect((await auditOf(id))[1]).toMatchObject({ after: { days: days ?? 'ahead' } })
      world.setNow(begin)
    }
  })

  test('of an expired year removes nothing from the current one', async () => {
    const { id, payer } = await passed()
    world.setNow(START + 300 * DAY_MS)
    const second = await claim(payer)
    await world.review(second.id)
    const until = await expireTimeOf(world.pool, payer)
    world.setNow(START + 400 * DAY_MS)
    expect(await world.reverse(id)).toMatchObject({ expire_time: new Date(until as number).toISOString() })
    expect(await world.reverse(second.id)).toMatchObject({ expire_time: new Date(START + 400 * DAY_MS).toISOString() })
    world.setNow(START)
  })

  test('happens once under concurrency', async () => {
    const { id, payer } = await passed()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        world.reverse(id).then(
          () => 'done',
          (error: { slug: string }) => error.slug,
        ),
      ),
    )
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'ALREADY_REVIEWED')).toHaveLength(11)
    expect(await eventsOf(payer)).toHaveLength(2)
  })

  test('requires a remark, a passed order and another administrator', async () => {
    const waiting = await claim()
    const { id, payer } = await passed()
    expect(await refusal(world.reverse(id, { remark: ' ' }))).toBe('VALIDATION')
    expect(await refusal(world.reverse(waiting.id))).toBe('ALREADY_REVIEWED')
    expect(await refusal(world.reverse(999_999))).toBe('NOT_FOUND')
    expect(await refusal(world.reverse(id, {}, payer))).toBe('OWN_ORDER')
  })

  test('releases nothing: the transaction stays used, and the decision is immutable', async () => {
    const { id, payer } = await passed()
    await world.reverse(id)
    for (const change of [
      "status = 'refused'",
      'amount = 1',
      'quoted_amount = 1',
      "transaction_id = 'x'",
      'reversed_at = null, reversal_remark = null',
      `account_id = ${world.reviewer}`,
    ]) {
      await expect(world.pool.query(`update payment_order set ${change} where id = $1`, [id])).rejects.toThrow(
        'not changed',
      )
    }
    await expect(world.pool.query('delete from payment_order where account_id = $1', [payer])).rejects.toThrow('kept')
  })
})
