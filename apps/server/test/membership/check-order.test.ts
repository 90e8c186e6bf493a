// From the order to the chain and back: production code, with TRON_API_URL set to a node on loopback.
import { encodeTronAddress } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import { startFakeTronNode } from '@flowprint/testkit'
import type { FakeTronNode } from '@flowprint/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadOrderCheck } from '../../src/modules/membership/queries/check-order.ts'
import {
  PAYER,
  PAYER_BYTES,
  RECEIVE,
  RECEIVE_BYTES,
  START,
  newTransaction,
  orderWorld,
  refusal,
} from './order-world.ts'
import type { OrderWorld } from './order-world.ts'

let fake: FakeTronNode
let world: OrderWorld
beforeAll(async () => {
  fake = await startFakeTronNode()
  world = await orderWorld({ TRON_API_URL: fake.url })
})
afterAll(async () => {
  await world.close()
  await fake.close()
})

const micro = (text: string): bigint => BigInt(text.replace('.', ''))
const check = (id: number) => loadOrderCheck(world.deps, id, true)

/** A user with an order, and its transaction. */
async function claim(given: Parameters<OrderWorld['submit']>[1] = {}) {
  const [payer, transactionId] = [await world.person(), newTransaction()]
  const order = await world.submit(payer, { transaction_id: transactionId, ...given })
  return { ...order, payer, transactionId, quoted: micro(order.amount) }
}

describe('payment evidence', () => {
  test('contains payer, amount, recipient and time, and what passing would do', async () => {
    const { id, transactionId, amount, quoted } = await claim()
    fake.put({
      id: transactionId,
      time: START,
      block: 70_000_000,
      transfers: [{ from: PAYER_BYTES, to: RECEIVE_BYTES, amount: quoted }],
    })
    expect(await check(id)).toMatchObject({
      check_state: 'match',
      reasons: [],
      from: PAYER,
      to: RECEIVE,
      amount,
      block: 70_000_000,
      block_time: new Date(START).toISOString(),
      confirmed: true,
      checked_at: new Date(START).toISOString(),
      explorer_url: `https://tronscan.org/#/transaction/${transactionId}`,
      disputes: [],
      effect: {
        expire_time: '2027-03-02T08:00:00.000Z',
        inviter_id: null,
        inviter_name: null,
        ratio: null,
        share_amount: null,
      },
      reversal: null,
      order: { id, status: 'pending', version: 1, check_state: 'match', check_reasons: [], duplicate_of: null },
    })
  })

  const cases: [
    what: string,
    put: (made: Awaited<ReturnType<typeof claim>>) => void,
    state: string,
    reasons: string[],
  ][] = [
    [
      'out of energy',
      ({ transactionId: id }) => fake.put({ id, time: START, result: 'OUT_OF_ENERGY' }),
      'mismatch',
      ['failed_transaction'],
    ],
    [
      'of a token with the same name',
      ({ transactionId: id, quoted: amount }) =>
        fake.put({
          id,
          time: START,
          transfers: [{ from: PAYER_BYTES, to: RECEIVE_BYTES, amount, contract: '99'.repeat(20) }],
        }),
      'mismatch',
      ['foreign_token'],
    ],
    [
      'of TRX',
      ({ transactionId: id }) => fake.put({ id, time: START, result: 'plain' }),
      'mismatch',
      ['foreign_token'],
    ],
    [
      'to another account',
      ({ transactionId: id, quoted: amount }) =>
        fake.put({ id, time: START, transfers: [{ from: PAYER_BYTES, to: '88'.repeat(20), amount }] }),
      'mismatch',
      ['wrong_recipient'],
    ],
    [
      'in two transfers',
      ({ transactionId: id, quoted }) =>
        fake.put({
          id,
          time: START,
          transfers: [
            { from: PAYER_BYTES, to: RECEIVE_BYTES, amount: quoted - 7n },
            { from: PAYER_BYTES, to: RECEIVE_BYTES, amount: 7n },
          ],
        }),
      'match',
      ['several_transfers'],
    ],
    [
      'not final',
      ({ transactionId: id, quoted: amount }) =>
        fake.put({ id, time: START, transfers: [{ from: PAYER_BYTES, to: RECEIVE_BYTES, amount }] }, 'seen'),
      'unconfirmed',
      ['not_final'],
    ],
    ['that the network does not know', () => {}, 'not_found', ['unknown_transaction']],
    ['that a busy node does not look up', () => fake.answerNext(429), 'error', ['node_limited']],
    ['of which a node talks nonsense', () => fake.answerNext('garbage'), 'error', ['node_answer_unreadable']],
    ['that a broken node does not look up', () => fake.answerNext('hang up', 500), 'error', ['node_unreachable']],
  ]
  test.each(cases)('of one %s', async (_what, put, state, reasons) => {
    const made = await claim()
    put(made)
    expect(await check(made.id)).toMatchObject({
      check_state: state,
      reasons,
      order: { check_state: state, check_reasons: reasons },
    })
    world.setNow(world.clock.now() + 60_000)
  })

  test('warns when another account was quoted the amount', async () => {
    const thief = await claim()
    const victim = await world.quote(await world.person())
    fake.put({
      id: thief.transactionId,
      time: START,
      transfers: [{ from: PAYER_BYTES, to: RECEIVE_BYTES, amount: micro(victim.amount) }],
    })
    expect(await check(thief.id)).toMatchObject({
      check_state: 'mismatch',
      reasons: ['amount_over', 'amount_of_other_quote'],
    })
  })

  test('shows other claims of the transaction, and earlier ones', async () => {
    const first = await claim()
    const other = await world.person()
    const theirs = encodeTronAddress('55'.repeat(20))
    await refusal(world.submit(other, { transaction_id: first.transactionId, payment_address: theirs }))
    expect((await check(first.id)).disputes).toMatchObject([{ user_id: other, payment_address: theirs }])
    await world.review(first.id, { status: 'refused' })
    const second = await world.submit(other, { transaction_id: first.transactionId })
    expect([(await check(second.id)).order.duplicate_of, (await check(first.id)).order.duplicate_of]).toEqual([
      first.id,
      second.id,
    ])
  })

  test('requires an existing order', async () => expect(await refusal(check(999_999))).toBe('NOT_FOUND'))

  test('marks a late payment and an old address', async () => {
    const [payer, transaction_id] = [await world.person(), newTransaction()]
    const quote = await world.quote(payer)
    const then = world.clock.now()
    world.setNow(then + 2 * DAY_MS)
    await world.setting('receive_address', { network_type: 'TRC20', address: encodeTronAddress('66'.repeat(20)) })
    const order = await world.submit(payer, { quote_id: quote.quote_id, transaction_id })
    fake.put({
      id: transaction_id,
      time: then + 2 * DAY_MS + 1,
      transfers: [{ from: PAYER_BYTES, to: RECEIVE_BYTES, amount: micro(order.amount) }],
    })
    expect(await check(order.id)).toMatchObject({
      check_state: 'match',
      reasons: ['old_recipient', 'quote_late'],
      order: { late: true },
    })
    await world.setting('receive_address', { network_type: 'TRC20', address: RECEIVE })
  })
})

describe('payment denied by the network', () => {
  type Made = Awaited<ReturnType<typeof claim>>
  const denials: [what: string, put: (made: Made) => void][] = [
    ['failed', ({ transactionId: id }) => fake.put({ id, time: START, result: 'OUT_OF_ENERGY' })],
    [
      'moved another token',
      ({ transactionId: id, quoted: amount }) =>
        fake.put({
          id,
          time: START,
          transfers: [{ from: PAYER_BYTES, to: RECEIVE_BYTES, amount, contract: '99'.repeat(20) }],
        }),
    ],
    [
      'paid to another account',
      ({ transactionId: id, quoted: amount }) =>
        fake.put({ id, time: START, transfers: [{ from: PAYER_BYTES, to: '88'.repeat(20), amount }] }),
    ],
    ['is unknown', () => {}],
  ]
  const amountOf = async (id: number) =>
    (await world.rows('select amount::text from payment_order where id = $1', [id]))[0]['amount']

  describe.each(denials)('because the transaction %s', (_what, put) => {
    test('counts as 0 and does not pass at the quote, whether it was checked before or not', async () => {
      for (const looked of [true, false]) {
        const made = await claim()
        put(made)
        if (looked) expect(await check(made.id)).toMatchObject({ amount: '0.000000' })
        expect(await refusal(world.review(made.id))).toBe('PAYMENT_DENIED')
        expect(await refusal(world.review(made.id, { accept_underpaid: true }))).toBe('PAYMENT_DENIED')
        expect(await world.review(made.id, { status: 'refused' })).toMatchObject({ status: 'refused' })
      }
    })

    test('passes with an amount, or with a confirmation and a remark, which are recorded', async () => {
      const [named, confirmed] = [await claim(), await claim()]
      put(named)
      put(confirmed)
      expect(await refusal(world.review(named.id, { amount: '5' }))).toBe('UNDERPAID_NOT_ACCEPTED')
      await world.review(named.id, { amount: named.amount })
      expect(await refusal(world.review(confirmed.id, { accept_denied: true, remark: ' ' }))).toBe('VALIDATION')
      await world.review(confirmed.id, { accept_denied: true, remark: 'paid by bank' })
      expect([await amountOf(named.id), await amountOf(confirmed.id)]).toEqual([
        String(named.quoted),
        String(confirmed.quoted),
      ])
      expect(
        await world.rows("select after from audit_log where action = 'review_order' and object_id = $1", [
          String(confirmed.id),
        ]),
      ).toMatchObject([{ after: { denied_by_network: true, remark: 'paid by bank' } }])
    })
  })

  test('is decided by evidence of an earlier release: an amount to another recipient is 0', async () => {
    const made = await claim()
    await world.pool.query(
      "update payment_order set check_state = 'mismatch', check_reasons = '{wrong_recipient}', check_found = $2 where id = $1",
      [
        made.id,
        JSON.stringify({ from: PAYER, to: PAYER, amount: '199000000', block: 1, blockTime: START, confirmed: true }),
      ],
    )
    expect(await refusal(world.review(made.id))).toBe('PAYMENT_DENIED')
  })
})

describe('amount beyond the range of the database', () => {
  test.each([
    ['in one transfer', [2n ** 63n]],
    ['of all bits', [2n ** 256n - 1n]],
    ['as a sum', [2n ** 62n, 2n ** 62n]],
  ])('%s cannot be read, and is not a server error', async (_what, parts) => {
    const made = await claim()
    fake.put({
      id: made.transactionId,
      time: START,
      transfers: parts.map((amount) => ({ from: PAYER_BYTES, to: RECEIVE_BYTES, amount })),
    })
    expect(await check(made.id)).toMatchObject({
      check_state: 'error',
      reasons: ['node_answer_unreadable'],
      amount: null,
    })
    expect(await world.review(made.id)).toMatchObject({ status: 'passed' })
  })

  test('is read up to the limit', async () => {
    const made = await claim()
    fake.put({
      id: made.transactionId,
      time: START,
      transfers: [{ from: PAYER_BYTES, to: RECEIVE_BYTES, amount: 2n ** 63n - 1n }],
    })
    expect(await check(made.id)).toMatchObject({
      amount: '9223372036854.775807',
      reasons: expect.arrayContaining(['amount_over']),
    })
  })
})

describe('stored evidence', () => {
  const transferOf = ({ transactionId: id, quoted: amount }: Awaited<ReturnType<typeof claim>>) => ({
    id,
    time: world.clock.now(),
    transfers: [{ from: PAYER_BYTES, to: RECEIVE_BYTES, amount }],
  })

  test('is kept and used by reviews when the network cannot be reached', async () => {
    const made = await claim()
    fake.put({ ...transferOf(made), transfers: [{ from: PAYER_BYTES, to: RECEIVE_BYTES, amount: 250_000_000n }] })
    await check(made.id)
    fake.answerNext('hang up', 'hang up')
    expect(await check(made.id)).toMatchObject({
      check_state: 'error',
      reasons: ['node_unreachable'],
      amount: '250.000000',
      confirmed: true,
      order: { check_state: 'match', check_reasons: ['amount_over'] },
    })
    await world.review(made.id)
    expect(await world.rows('select amount::text from payment_order where id = $1', [made.id])).toEqual([
      { amount: '250000000' },
    ])
  })

  test('that was final is not lost to a node that lags behind', async () => {
    const made = await claim()
    fake.put(transferOf(made))
    await check(made.id)
    fake.forget(made.transactionId)
    expect(await check(made.id)).toMatchObject({
      check_state: 'not_found',
      confirmed: true,
      order: { check_state: 'match' },
    })
  })

  test('that was not final is removed with its block', async () => {
    const made = await claim()
    fake.put(transferOf(made), 'seen')
    expect(await check(made.id)).toMatchObject({ check_state: 'unconfirmed' })
    fake.forget(made.transactionId)
    expect(await check(made.id)).toMatchObject({
      check_state: 'not_found',
      amount: '0.000000',
      order: { check_state: 'not_found' },
    })
  })

  test('that was seen becomes final', async () => {
    const made = await claim()
    fake.put(transferOf(made), 'seen')
    await check(made.id)
    fake.put(transferOf(made))
    expect(await check(made.id)).toMatchObject({ check_state: 'match', confirmed: true })
  })
})

describe('without a network', () => {
  test.each(['off', 'http://127.0.0.1:1'])('(%s) the check reports it, and reviews work', async (url) => {
    const alone = await orderWorld({ TRON_API_URL: url })
    try {
      const { id } = await alone.submit(await alone.person())
      const evidence = await loadOrderCheck(alone.deps, id)
      expect(evidence).toMatchObject({
        check_state: 'error',
        reasons: ['node_unreachable'],
        from: null,
        amount: null,
        block: null,
        order: { check_state: 'error' },
      })
      expect(await alone.review(id)).toMatchObject({ status: 'passed' })
    } finally {
      await alone.close()
    }
  })
})
