import { encodeTronAddress, USDT_CONTRACT } from '@flowprint/contract'
import { HOUR_MS, DAY_MS } from '@flowprint/orderflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../src/platform/http/index.ts'
import { PAYER, RECEIVE, START, newTransaction, orderWorld, refusal } from './order-world.ts'
import type { OrderWorld } from './order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.close())

const disputesOf = (orderId: number) =>
  world.rows('select account_id, payment_address from order_dispute where order_id = $1 order by account_id', [orderId])
const faultsOf = async (work: Promise<unknown>): Promise<string[]> => {
  const error = await work.then(
    () => null,
    (fault: unknown) => fault,
  )
  if (!(error instanceof AppError)) throw new Error('was not refused')
  return [error.slug, ...(error.options.faults ?? []).map(({ field, error: key }) => `${field} ${key}`)]
}

describe('claim', () => {
  test('creates an order with the quoted amount, ignoring the client', async () => {
    const user = await world.person()
    const quote = await world.quote(user)
    const order = await world.submit(user, { quote_id: quote.quote_id, amount: '1.000000' } as never)
    expect(order).toMatchObject({ status: 'pending', amount: quote.amount, submit_time: new Date(START).toISOString() })
  })

  test('returns the same order when repeated while pending, also concurrently', async () => {
    const user = await world.person()
    const claim = { transaction_id: newTransaction() }
    const orders = await Promise.all(Array.from({ length: 16 }, () => world.submit(user, claim)))
    orders.push(await world.submit(user, claim))
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
    expect(await disputesOf(orders[0].id)).toEqual([])
  })

  test.each<[string, (id: string) => string]>([
    ['in capitals', (id) => id.toUpperCase()],
    ['with 0x and blanks', (id) => `  0x${id}\n`],
    ['as the link of an explorer', (id) => `https://tronscan.org/#/transaction/${id}`],
    ['as a link with a language behind', (id) => `https://tronscan.org/#/transaction/${id}?lang=zh`],
    ['as a link with a slash behind', (id) => `https://tronscan.org/#/transaction/${id}/`],
  ])('accepts %s', async (_how, pasted) => {
    const [user, id] = [await world.person(), newTransaction().replace(/^0/, 'a')]
    const order = await world.submit(user, { transaction_id: pasted(id), payment_address: ` ${PAYER} ` })
    expect(
      await world.rows('select transaction_id, payment_address from payment_order where id = $1', [order.id]),
    ).toEqual([{ transaction_id: id, payment_address: PAYER }])
  })

  test.each<[string, Record<string, string>, string[]]>([
    [
      'nothing',
      { payment_address: ' ', transaction_id: '' },
      ['VALIDATION', 'payment_address REQUIRED', 'transaction_id REQUIRED'],
    ],
    ['no address', { payment_address: '' }, ['VALIDATION', 'payment_address REQUIRED']],
    [
      'an address with a typing error',
      { payment_address: `${PAYER.slice(0, -1)}${PAYER.endsWith('a') ? 'b' : 'a'}` },
      ['BAD_ADDRESS', 'payment_address BAD_ADDRESS'],
    ],
    [
      'an address in small letters',
      { payment_address: USDT_CONTRACT.toLowerCase() },
      ['BAD_ADDRESS', 'payment_address BAD_ADDRESS'],
    ],
    [
      'an address of Ethereum',
      { payment_address: '0xdac17f958d2ee523a2206206994597c13d831ec7' },
      ['BAD_ADDRESS', 'payment_address BAD_ADDRESS'],
    ],
    ['half an ID', { transaction_id: 'ab'.repeat(16) }, ['BAD_TRANSACTION_ID', 'transaction_id BAD_TRANSACTION_ID']],
    [
      'an ID that is none',
      { transaction_id: 'g'.repeat(64) },
      ['BAD_TRANSACTION_ID', 'transaction_id BAD_TRANSACTION_ID'],
    ],
    ['our own address', { payment_address: RECEIVE }, ['BAD_ADDRESS', 'payment_address BAD_ADDRESS']],
  ])('with %s is rejected', async (_what, given, wanted) => {
    const user = await world.person()
    expect(await faultsOf(world.submit(user, given))).toEqual(wanted)
    expect(await world.rows('select from payment_order where account_id = $1', [user])).toEqual([])
  })

  test('of our own address returns a specific error', async () => {
    const error = await world
      .submit(await world.person(), { payment_address: RECEIVE })
      .catch((fault: unknown) => fault as AppError)
    expect((error as AppError).options.sentences).toEqual([{ key: 'OWN_ADDRESS', params: {} }])
  })
})

describe('account', () => {
  test('has one pending claim at a time, also concurrently', async () => {
    const user = await world.person()
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => world.submit(user)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [waiting] = await world.rows('select id from payment_order where account_id = $1', [user])
    for (const answer of answers) {
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({
          slug: 'ORDER_PENDING_EXISTS',
          options: { data: { order_id: waiting['id'] } },
        })
    }
  })

  test('can resubmit a rejected transaction three times', async () => {
    const [user, claim] = [await world.person(), { transaction_id: newTransaction() }]
    for (let time = 0; time < 4; time++) {
      const { id } = await world.submit(user, claim)
      await world.review(id, { status: 'refused' })
    }
    expect(await refusal(world.submit(user, claim))).toBe('RESUBMIT_LIMIT')
    expect(await world.submit(await world.person(), claim)).toMatchObject({ status: 'pending' })
  })

  test('can make five claims an hour, not counting invalid input', async () => {
    const strict = await orderWorld({ RATE_LIMIT_FACTOR: '1' })
    try {
      const user = await strict.person()
      for (let i = 0; i < 8; i++)
        expect(await refusal(strict.submit(user, { transaction_id: 'mistyped' }))).toBe('BAD_TRANSACTION_ID')
      await strict.submit(user)
      for (let i = 0; i < 4; i++) expect(await refusal(strict.submit(user))).toBe('ORDER_PENDING_EXISTS')
      expect(await refusal(strict.submit(user))).toBe('RATE_LIMITED')
      strict.setNow(START + HOUR_MS)
      expect(await refusal(strict.submit(user))).toBe('ORDER_PENDING_EXISTS')
    } finally {
      await strict.close()
    }
  })
})

describe('transaction', () => {
  test('of another order is rejected, and the second claim is noted on the first once', async () => {
    const [first, second] = [await world.person(), await world.person()]
    const claim = { transaction_id: newTransaction() }
    const order = await world.submit(first, claim)
    const theirs = encodeTronAddress('55'.repeat(20))
    for (let i = 0; i < 2; i++) {
      expect(await faultsOf(world.submit(second, { ...claim, payment_address: theirs }))).toEqual([
        'TRANSACTION_USED',
        'transaction_id TRANSACTION_USED',
      ])
    }
    expect(await disputesOf(order.id)).toEqual([{ account_id: second, payment_address: theirs }])
    expect(await world.rows('select from payment_order where account_id = $1', [second])).toEqual([])
  })

  test('claimed by many accounts at once goes to one of them, and all others are noted', async () => {
    const people = await Promise.all(Array.from({ length: 16 }, () => world.person()))
    const claim = { transaction_id: newTransaction() }
    const answers = await Promise.all(
      people.map((id) =>
        world.submit(id, claim).then(
          ({ id: orderId }) => orderId,
          (error: AppError) => error.slug,
        ),
      ),
    )
    const [orderId, ...more] = answers.filter((answer) => typeof answer === 'number')
    expect([more, answers.filter((answer) => answer === 'TRANSACTION_USED').length]).toEqual([[], 15])
    expect(await disputesOf(orderId)).toHaveLength(15)
  })

  test('of a rejected first claim is available to the second one', async () => {
    const [first, second] = [await world.person(), await world.person()]
    const claim = { transaction_id: newTransaction() }
    const order = await world.submit(first, claim)
    await refusal(world.submit(second, claim))
    await world.review(order.id, { status: 'refused' })
    const after = await world.submit(second, claim)
    expect(await world.review(after.id)).toMatchObject({ status: 'passed' })
    expect(await refusal(world.submit(first, claim))).toBe('TRANSACTION_USED')
  })

  test("of the payer's own passed order is used too, without a dispute", async () => {
    const [user, claim] = [await world.person(), { transaction_id: newTransaction() }]
    const { id } = await world.submit(user, claim)
    await world.review(id)
    expect(await refusal(world.submit(user, claim))).toBe('TRANSACTION_USED')
    await world.reverse(id)
    expect(await refusal(world.submit(user, claim))).toBe('TRANSACTION_USED')
    expect(await disputesOf(id)).toEqual([])
  })
})

describe('quote of a claim', () => {
  const orderOf = async (id: number) =>
    (
      await world.rows(
        'select quote_id, quoted_amount::text, receive_address, is_late from payment_order where id = $1',
        [id],
      )
    )[0]

  test('sets the amount after it expired, and marks the order as late', async () => {
    const user = await world.person()
    const quote = await world.quote(user)
    world.setNow(START + DAY_MS)
    await world.setting('discount', null)
    const order = await world.submit(user, { quote_id: quote.quote_id })
    expect(await orderOf(order.id)).toMatchObject({ quote_id: quote.quote_id, is_late: true, receive_address: RECEIVE })
    expect(order.amount).toBe(quote.amount)
    await world.setting('discount', { price: '199.000000', start: null, end: null })
    world.setNow(START)
  })

  test('defaults to the open one, or a new one', async () => {
    const user = await world.person()
    const quote = await world.quote(user)
    expect(await orderOf((await world.submit(user)).id)).toMatchObject({ quote_id: quote.quote_id, is_late: false })
    const other = await world.person()
    expect((await world.submit(other)).amount).toMatch(/^199\.\d{3}000$/)
  })

  test('belongs to the account', async () => {
    const [user, other] = [await world.person(), await world.person()]
    const { quote_id } = await world.quote(other)
    expect(await refusal(world.submit(user, { quote_id }))).toBe('NOT_FOUND')
    expect(await refusal(world.submit(user, { quote_id: 999_999 }))).toBe('NOT_FOUND')
  })

  test('can be used again after a rejection, but not after it was paid', async () => {
    const user = await world.person()
    const { quote_id } = await world.quote(user)
    const refused = await world.submit(user, { quote_id })
    await world.review(refused.id, { status: 'refused' })
    const passed = await world.submit(user, { quote_id })
    await world.review(passed.id)
    expect(await refusal(world.submit(user, { quote_id }))).toBe('NOT_FOUND')
    expect((await world.quote(user)).quote_id).not.toBe(quote_id)
  })

  test('is required, so nothing can be claimed while payment is closed', async () => {
    const [user, other] = [await world.person(), await world.person()]
    const { quote_id } = await world.quote(user)
    await world.setting('receive_address', { network_type: 'TRC20', address: null })
    expect(await refusal(world.submit(other))).toBe('ADDRESS_NOT_SET')
    expect(await world.submit(user, { quote_id })).toMatchObject({ status: 'pending' })
    await world.setting('receive_address', { network_type: 'TRC20', address: RECEIVE })
  })
})
