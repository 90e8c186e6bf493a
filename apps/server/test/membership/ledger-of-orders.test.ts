// I10 and I6: the membership is derived from its ledger alone, and each order has its entries in it.
import { DAY_MS } from '@flowprint/orderflow'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireTimeOf, grantDays } from '../../src/modules/membership/index.ts'
import { replayLedger } from '../../src/modules/membership/rules/extend.ts'
import type { LedgerEntry } from '../../src/modules/membership/rules/extend.ts'
import { inTransaction } from '../../src/platform/database/index.ts'
import { START, orderWorld } from './order-world.ts'
import type { OrderWorld } from './order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.close())

async function ledgerOf(accountId: number): Promise<LedgerEntry[]> {
  const rows = await world.rows(
    'select kind, at, days, order_id, only_ahead from membership_event where account_id = $1 order by id',
    [accountId],
  )
  return rows.map(
    ({ kind, at, days, order_id, only_ahead }) =>
      ({
        kind,
        at: (at as Date).getTime(),
        days,
        orderId: order_id,
        scope: only_ahead === true ? 'ahead' : 'all',
      }) as LedgerEntry,
  )
}

const step = fc.record({
  who: fc.nat(2),
  act: fc.constantFrom('grant', 'buy', 'buy', 'refuse', 'reverse', 'reverse'),
  days: fc.integer({ min: 1, max: 500 }),
  later: fc.nat(300),
})

describe('ledger with purchases and reversals', () => {
  test('yields the expire time for any order of events, also at the same moment', { tags: ['long'] }, async () => {
    let time = START
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 9 }),
        async (rounds) => {
          const people = await Promise.all([world.person(), world.person(), world.person()])
          const passed: number[] = []
          for (const round of rounds) {
            world.setNow((time += round[0].later * DAY_MS))
            // The steps of a round compete for the same rows.
            await Promise.all(
              round.map(async ({ who, act, days }) => {
                if (act === 'grant')
                  return inTransaction(world.pool, (client) =>
                    grantDays(client, { accountId: people[who], days, at: time, actorId: null }),
                  )
                if (act === 'reverse')
                  return passed.length === 0
                    ? null
                    : world
                        .reverse(passed[days % passed.length], { days: days % 2 === 0 ? 'ahead' : 'all' })
                        .catch(() => null)
                const order = await world.submit(people[who]).catch(() => null)
                if (order === null) return null
                const { status } = await world.review(order.id, { status: act === 'buy' ? 'passed' : 'refused' })
                if (status === 'passed') passed.push(order.id)
                return null
              }),
            )
          }
          for (const id of people) expect(await expireTimeOf(world.pool, id)).toBe(replayLedger(await ledgerOf(id)))
          const [wrong] = await world.rows(
            `select count(*)::int as n from payment_order o where o.account_id = any($1) and (
             (select count(*) from membership_event e where e.order_id = o.id and e.kind = 'purchase') <> (o.status = 'passed')::int
             or (select count(*) from membership_event e where e.order_id = o.id and e.kind = 'reversal') <> (o.reversed_at is not null)::int)`,
            [people],
          )
          expect(wrong['n']).toBe(0)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('extends from 29 February to 28 February, and a reversal restores the 29th', async () => {
    const leap = Date.parse('2032-02-29T23:30:00Z')
    world.setNow(leap)
    const user = await world.person()
    const { id } = await world.submit(user)
    expect(await world.review(id)).toMatchObject({ expire_time: '2033-02-28T23:30:00.000Z' })
    expect(await world.reverse(id)).toMatchObject({ expire_time: '2032-02-29T23:30:00.000Z' })
  })
})
