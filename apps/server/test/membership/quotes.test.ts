import fc from 'fast-check'
import { encodeTronAddress } from '@flowprint/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, RECEIVE, START, orderWorld, refusal } from './order-world.ts'
import type { OrderWorld } from './order-world.ts'

let world: OrderWorld
/** Each test has an address, so a set of amounts, of its own. */
let address = RECEIVE
let addresses = 0
let begin = START
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  begin += 400 * DAY
  world.setNow(begin)
  address = encodeTronAddress((0x3000 + ++addresses).toString(16).padStart(40, '0'))
  await world.setting('receive_address', { network_type: 'TRC20', address })
})

const people = (n: number): Promise<number[]> => Promise.all(Array.from({ length: n }, () => world.person()))
const amounts = async (accountIds: readonly number[]): Promise<string[]> => (await Promise.all(accountIds.map((id) => world.quote(id)))).map(({ amount }) => amount)

describe('a quote', () => {
  test('says what to pay, where, and until when', async () => {
    const [somebody] = await people(1)
    expect(await world.quote(somebody)).toMatchObject({
      network_type: 'TRC20', plan: 'vip_year', original_price: '299.000000', price: '199.000000', amount: '199.000000', receive_address: address, qr_text: address,
      expire_at: new Date(begin + DAY).toISOString(), pending_order_id: null,
    })
  })

  test('asked again is the same, until it expires; then the amount stays', async () => {
    const [somebody, other] = await people(2)
    await world.quote(other)
    const first = await world.quote(somebody)
    world.setNow(begin + DAY - 1)
    expect(await world.quote(somebody)).toEqual(first)
    world.setNow(begin + DAY)
    const second = await world.quote(somebody)
    expect(second.quote_id).not.toBe(first.quote_id)
    expect([second.amount, second.expire_at]).toEqual([first.amount, new Date(begin + 2 * DAY).toISOString()])
  })

  test('asked by one account over many connections at once is one', async () => {
    const [somebody] = await people(1)
    const quotes = await Promise.all(Array.from({ length: 16 }, () => world.quote(somebody)))
    expect(new Set(quotes.map(({ quote_id }) => quote_id)).size).toBe(1)
  })

  test('follows the price, and another address', async () => {
    const [somebody] = await people(1)
    const first = await world.quote(somebody)
    world.setNow(begin + HOUR)
    await world.setting('discount', null)
    const dear = await world.quote(somebody)
    expect([first.price, dear.price, dear.amount]).toEqual(['199.000000', '299.000000', '299.000000'])
    const other = encodeTronAddress('77'.repeat(20))
    await world.setting('receive_address', { network_type: 'TRC20', address: other })
    const moved = await world.quote(somebody)
    expect([moved.receive_address, moved.amount]).toEqual([other, '299.000000'])
    await world.setting('receive_address', { network_type: 'TRC20', address })
    expect((await world.quote(somebody)).quote_id).toBe(dear.quote_id)
    await world.setting('discount', { price: '199.000000', start: null, end: null })
  })

  test('is asked for again after a refusal, on the day and later: the amount was paid all the same', async () => {
    const [somebody] = await people(1)
    const first = await world.quote(somebody)
    await world.review((await world.submit(somebody)).id, { status: 'refused' })
    expect(await world.quote(somebody)).toEqual(first)
    world.setNow(begin + 3 * DAY)
    expect((await world.quote(somebody)).amount).toBe(first.amount)
    await world.review((await world.submit(somebody)).id)
    expect((await world.quote(somebody)).amount).not.toBe(first.amount)
  })

  test('is told while a payment waits', async () => {
    const [somebody] = await people(1)
    const { id } = await world.submit(somebody)
    expect((await world.quote(somebody)).pending_order_id).toBe(id)
  })

  test.each<[string | null, string]>([[null, 'none'], ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', 'a broken one']])('needs an address to pay to: %s (%s)', async (broken, _what) => {
    const [somebody] = await people(1)
    await world.setting('receive_address', { network_type: 'TRC20', address: broken })
    expect(await refusal(world.quote(somebody))).toBe('ADDRESS_NOT_SET')
  })
})

describe('amounts', () => {
  test('are unique among parallel clients, the least ones first', async () => {
    const ids = await people(64)
    const all = await amounts(ids)
    expect([...all].sort()).toEqual(Array.from({ length: 64 }, (_, k) => `199.${String(k).padStart(3, '0')}000`))
    expect(await amounts(ids)).toEqual(all)
  })

  test('are never shared by open quotes, whatever happens in which order', async () => {
    const ids = await people(6)
    const step = fc.record({ who: fc.nat(5), act: fc.constantFrom('quote', 'quote', 'quote', 'submit', 'wait', 'week'), both: fc.boolean() })
    let time = begin
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        for (const { who, act, both } of steps) {
          if (act === 'wait') world.setNow((time += 7 * HOUR))
          else if (act === 'week') world.setNow((time += 8 * DAY))
          else if (act === 'submit') await world.submit(ids[who]).catch(() => {})
          else await Promise.all([world.quote(ids[who]), ...(both ? [world.quote(ids[(who + 1) % 6])] : [])])
        }
        const open = await world.rows('select amount::text, account_id from order_quote where receive_address = $1 and expire_at > $2 and is_live', [address, new Date(time)])
        expect(new Set(open.map(({ amount }) => amount)).size).toBe(open.length)
      }),
      { numRuns: 15 },
    )
  })

  test('are free for others seven days after the quote expired, and not before', async () => {
    const [first, second, third] = await people(3)
    await world.quote(first)
    world.setNow(begin + DAY + 7 * DAY)
    expect(await amounts([second])).toEqual(['199.001000'])
    world.setNow(begin + DAY + 7 * DAY + 1)
    expect(await amounts([third])).toEqual(['199.000000'])
  })

  test('end at a thousand: the next one is told to come later, and can when one is free', async () => {
    const ids = await people(2)
    await world.pool.query(
      `insert into order_quote (account_id, network, receive_address, original_price, price, amount, created_at, expire_at)
       select $1, 'TRC20', $2, 299000000, 199000000, 199000000 + k * 1000, $3, $4 from generate_series(0, 998) k`,
      [ids[0], address, new Date(begin), new Date(begin + HOUR)],
    )
    expect(await amounts([ids[1]])).toEqual(['199.999000'])
    const [late] = await people(1)
    expect(await refusal(world.quote(late))).toBe('MAINTENANCE')
    world.setNow(begin + HOUR + 7 * DAY + 1)
    expect(await amounts([late])).toEqual(['199.000000'])
  })

  test('of another price may lie between, and are told apart all the same', async () => {
    const [first, second] = await people(2)
    await world.quote(first)
    await world.setting('discount', { price: '198.999500', start: null, end: null })
    const [low] = await amounts([second])
    await world.setting('discount', { price: '198.999000', start: null, end: null })
    expect(low).toBe('198.999500')
    expect((await amounts(await people(4))).sort()).toEqual(['198.999000', '199.001000', '199.002000', '199.003000'])
    await world.setting('discount', { price: '199.000000', start: null, end: null })
  })
})
