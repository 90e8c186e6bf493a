import { HOUR_MS, DAY_MS } from '@flowprint/orderflow'
import fc from 'fast-check'
import { encodeTronAddress } from '@flowprint/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RECEIVE, START, orderWorld, refusal } from './order-world.ts'
import type { OrderWorld } from './order-world.ts'

let world: OrderWorld
/** Each test has a separate receiving address, and so a separate set of amounts. */
let address = RECEIVE
let addresses = 0
let begin = START
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  begin += 400 * DAY_MS
  world.setNow(begin)
  address = encodeTronAddress((0x3000 + ++addresses).toString(16).padStart(40, '0'))
  await world.setting('receive_address', { network_type: 'TRC20', address })
})

const people = (n: number): Promise<number[]> => Promise.all(Array.from({ length: n }, () => world.person()))
const amounts = async (accountIds: readonly number[]): Promise<string[]> =>
  (await Promise.all(accountIds.map((id) => world.quote(id)))).map(({ amount }) => amount)

describe('quote', () => {
  test('returns amount, address and expiry', async () => {
    const [person] = await people(1)
    expect(await world.quote(person)).toMatchObject({
      network_type: 'TRC20',
      plan: 'vip_year',
      original_price: '299.000000',
      price: '199.000000',
      amount: '199.001000',
      receive_address: address,
      qr_text: address,
      expire_at: new Date(begin + DAY_MS).toISOString(),
      pending_order_id: null,
    })
  })

  test('stays the same until it expires, and the amount stays afterwards', async () => {
    const [person, other] = await people(2)
    await world.quote(other)
    const first = await world.quote(person)
    world.setNow(begin + DAY_MS - 1)
    expect(await world.quote(person)).toEqual(first)
    world.setNow(begin + DAY_MS)
    const second = await world.quote(person)
    expect(second.quote_id).not.toBe(first.quote_id)
    expect([second.amount, second.expire_at]).toEqual([first.amount, new Date(begin + 2 * DAY_MS).toISOString()])
  })

  test('is created once for concurrent requests of one account', async () => {
    const [person] = await people(1)
    const quotes = await Promise.all(Array.from({ length: 16 }, () => world.quote(person)))
    expect(new Set(quotes.map(({ quote_id }) => quote_id)).size).toBe(1)
  })

  test('follows a change of price and address', async () => {
    const [person] = await people(1)
    const first = await world.quote(person)
    world.setNow(begin + HOUR_MS)
    await world.setting('discount', null)
    const dear = await world.quote(person)
    expect([first.price, dear.price, dear.amount]).toEqual(['199.000000', '299.000000', '299.001000'])
    const other = encodeTronAddress('77'.repeat(20))
    await world.setting('receive_address', { network_type: 'TRC20', address: other })
    const moved = await world.quote(person)
    expect([moved.receive_address, moved.amount]).toEqual([other, '299.001000'])
    await world.setting('receive_address', { network_type: 'TRC20', address })
    expect((await world.quote(person)).amount).toBe(dear.amount)
    await world.setting('discount', { price: '199.000000', start: null, end: null })
  })

  test('is available after a rejection, at once and later, because the amount was paid', async () => {
    const [person] = await people(1)
    const first = await world.quote(person)
    await world.review((await world.submit(person)).id, { status: 'refused' })
    expect(await world.quote(person)).toEqual(first)
    world.setNow(begin + 3 * DAY_MS)
    expect((await world.quote(person)).amount).toBe(first.amount)
    await world.review((await world.submit(person)).id)
    expect((await world.quote(person)).amount).not.toBe(first.amount)
  })

  test('is returned while a payment is pending', async () => {
    const [person] = await people(1)
    const { id } = await world.submit(person)
    expect((await world.quote(person)).pending_order_id).toBe(id)
  })

  test.each<[string | null, string]>([
    [null, 'none'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', 'a broken one'],
  ])('requires a payment address: %s (%s)', async (broken, _what) => {
    const [person] = await people(1)
    await world.setting('receive_address', { network_type: 'TRC20', address: broken })
    expect(await refusal(world.quote(person))).toBe('ADDRESS_NOT_SET')
  })
})

describe('account', () => {
  const open = (accountId: number) =>
    world.rows('select id from order_quote where account_id = $1 and is_live and expire_at > $2', [
      accountId,
      new Date(world.clock.now()),
    ])

  test('has one open quote, and an earlier quote keeps its amount', async () => {
    const [person] = await people(1)
    const first = await world.quote(person)
    await world.setting('discount', { price: '150.000000', start: null, end: null })
    const second = await world.quote(person)
    expect([second.amount, await open(person)]).toEqual(['150.001000', [{ id: second.quote_id }]])
    await world.setting('discount', { price: '199.000000', start: null, end: null })
    await Promise.all(Array.from({ length: 16 }, () => world.quote(person)))
    expect(await open(person)).toHaveLength(1)
    const order = await world.submit(person, { quote_id: first.quote_id })
    expect(order.amount).toBe(first.amount)
    expect((await world.quote(person)).pending_order_id).toBe(order.id)
    expect(await open(person)).toHaveLength(1)
  })

  test('gets no quote before activation', async () => {
    const [person] = await people(1)
    await world.pool.query('update account set activated_at = null where id = $1', [person])
    expect(await refusal(world.quote(person))).toBe('NOT_ACTIVATED')
    expect(await refusal(world.submit(person))).toBe('NOT_ACTIVATED')
  })
})

describe('quote with a released amount', () => {
  test('is no longer usable, before and after another account gets the amount', async () => {
    const [person, other] = await people(2)
    const { quote_id, amount } = await world.quote(person)
    world.setNow(begin + 8 * DAY_MS)
    expect((await world.submit(person, { quote_id })).amount).toBe(amount)
    const [third] = await people(1)
    const late = await world.quote(third)
    world.setNow(begin + 16 * DAY_MS + 1)
    expect(await refusal(world.submit(third, { quote_id: late.quote_id }))).toBe('QUOTE_RELEASED')
    expect((await world.quote(other)).amount).toBe(amount)
    expect(await refusal(world.submit(third, { quote_id: late.quote_id }))).toBe('QUOTE_RELEASED')
    expect((await world.submit(third)).amount).not.toBe(amount)
  })

  test('is replaced by the newer quote of the account with the same amount', async () => {
    const [person] = await people(1)
    const first = await world.quote(person)
    world.setNow(begin + 2 * DAY_MS)
    const second = await world.quote(person)
    expect(second.amount).toBe(first.amount)
    const order = await world.submit(person, { quote_id: first.quote_id })
    expect([
      order.amount,
      await world.rows('select quote_id, is_late from payment_order where id = $1', [order.id]),
    ]).toEqual([first.amount, [{ quote_id: second.quote_id, is_late: false }]])
  })

  test('is rejected while others take its amount in a race, and usable to its last moment', async () => {
    for (let round = 0; round < 12; round++) {
      const [person, ...others] = await people(5)
      const { quote_id, amount } = await world.quote(person)
      begin += 8 * DAY_MS
      world.setNow(begin + (round % 2))
      const [submitted] = await Promise.all([
        world.submit(person, { quote_id }).then(
          (order) => order.amount,
          (error: { slug: string }) => error.slug,
        ),
        ...others.map((id) => world.quote(id)),
      ])
      const owners = await world.rows(
        'select account_id from order_quote where receive_address = $1 and amount = $2 and is_live',
        [address, amount.replace('.', '')],
      )
      expect(owners.length).toBeLessThanOrEqual(1)
      expect(submitted).toBe(round % 2 === 0 ? amount : 'QUOTE_RELEASED')
      begin += 400 * DAY_MS
      world.setNow(begin)
    }
  })
})

describe('amounts', () => {
  test('are unique among concurrent clients, the smallest first', async () => {
    const ids = await people(64)
    const all = await amounts(ids)
    expect([...all].sort()).toEqual(Array.from({ length: 64 }, (_, k) => `199.${String(k + 1).padStart(3, '0')}000`))
    expect(await amounts(ids)).toEqual(all)
  })

  test('are never shared by open quotes, in any order of events', async () => {
    const ids = await people(6)
    const step = fc.record({
      who: fc.nat(5),
      act: fc.constantFrom('quote', 'quote', 'quote', 'submit', 'wait', 'week'),
      both: fc.boolean(),
    })
    let time = begin
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        for (const { who, act, both } of steps) {
          if (act === 'wait') world.setNow((time += 7 * HOUR_MS))
          else if (act === 'week') world.setNow((time += 8 * DAY_MS))
          else if (act === 'submit') await world.submit(ids[who]).catch(() => {})
          else await Promise.all([world.quote(ids[who]), ...(both ? [world.quote(ids[(who + 1) % 6])] : [])])
        }
        const open = await world.rows(
          'select amount::text, account_id from order_quote where receive_address = $1 and expire_at > $2 and is_live',
          [address, new Date(time)],
        )
        expect(new Set(open.map(({ amount }) => amount)).size).toBe(open.length)
      }),
      { numRuns: 15 },
    )
  })

  test('are released seven days after the quote expired, and not before', async () => {
    const [first, second, third] = await people(3)
    await world.quote(first)
    world.setNow(begin + DAY_MS + 7 * DAY_MS)
    expect(await amounts([second])).toEqual(['199.002000'])
    world.setNow(begin + DAY_MS + 7 * DAY_MS + 1)
    expect(await amounts([third])).toEqual(['199.001000'])
  })

  /** Open quotes of other accounts at these amounts above the price, in micro-USDT. */
  async function taken(owner: number, series: string): Promise<void> {
    await world.pool.query(
      `insert into order_quote (account_id, network, receive_address, original_price, price, amount, created_at, expire_at)
       select $1, 'TRC20', $2, 299000000, 199000000, 199000000 + k, $3, $4 from (${series}) series(k)`,
      [owner, address, new Date(begin), new Date(begin + HOUR_MS)],
    )
  }

  test('continue in millionths when a thousand quotes are open, and return to thousandths when one is free', async () => {
    const [owner, last, late] = await people(3)
    await taken(owner, 'select generate_series(1000, 998000, 1000)')
    expect(await amounts([last])).toEqual(['199.999000'])
    const more = await amounts(await people(32))
    expect(new Set(more).size).toBe(32)
    for (const amount of more) expect(amount).toMatch(/^199\.\d{6}$/)
    expect(more.filter((amount) => amount.endsWith('000'))).toEqual([])
    world.setNow(begin + HOUR_MS + 7 * DAY_MS + 1)
    expect(await amounts([late])).toEqual(['199.001000'])
  })

  test('are found while half a million quotes are open', { tags: ['long'] }, async () => {
    const [owner, late] = await people(2)
    await taken(
      owner,
      'select n * 2 from generate_series(0, 499999) n union select n * 1000 from generate_series(1, 999) n',
    )
    expect(await amounts([late])).toHaveLength(1)
    await world.pool.query('delete from order_quote where account_id = $1', [owner])
  })

  test('of another price may lie in between and stay distinct', async () => {
    const [first, second] = await people(2)
    await world.quote(first)
    await world.setting('discount', { price: '198.999500', start: null, end: null })
    const [low] = await amounts([second])
    await world.setting('discount', { price: '198.999000', start: null, end: null })
    expect(low).toBe('199.000500')
    expect((await amounts(await people(4))).sort()).toEqual(['199.000000', '199.002000', '199.003000', '199.004000'])
    await world.setting('discount', { price: '199.000000', start: null, end: null })
  })
})
