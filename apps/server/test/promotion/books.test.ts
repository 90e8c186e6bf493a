// Random sequences of payment and dividend events: after each one the books are correct (I1-I17) and match
// a slow reference model. FLOWPRINT_BOOK_RUNS=200 runs thousands of steps.
import { amountText } from '@flowprint/contract'
import { HOUR_MS, DAY_MS } from '@flowprint/orderflow'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BooksModel, total } from './books-model.ts'
import { START, bookWorld, newTransaction, outcomeOf } from './book-world.ts'
import type { BookWorld } from './book-world.ts'

const RUNS = Number(process.env['FLOWPRINT_BOOK_RUNS'] ?? 20)
const STEPS = 50

let world: BookWorld
let time = START
beforeAll(async () => {
  world = await bookWorld()
})
afterAll(() => world.close())

const LEVELS = [
  [{ min: 0, bp: 1000n }],
  [
    { min: 0, bp: 1000n },
    { min: 2, bp: 2000n },
  ],
  [
    { min: 1, bp: 3333n },
    { min: 3, bp: 10_000n },
  ],
  [
    { min: 0, bp: 0n },
    { min: 2, bp: 1n },
  ],
]
const ACTS = [
  'register',
  'register',
  'buy',
  'buy',
  'buy',
  'pass',
  'pass',
  'pass',
  'pass',
  'short',
  'refuse',
  'reverse',
  'reverse',
  'settle',
  'settle',
  'settle',
  'settle wrongly',
  'role',
  'address',
  'address',
  'price',
  'levels',
  'hold',
  'cooling',
  'renewals',
  'trial',
  'minimum',
  'later',
  'later',
] as const
const step = fc.record({ act: fc.constantFrom(...ACTS), who: fc.nat(50), what: fc.nat(50) })
type Step = { readonly act: (typeof ACTS)[number]; readonly who: number; readonly what: number }

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

/** All accounts of one run; the model repeats each step of the world, and both must answer alike. */
class Run {
  readonly model = new BooksModel()
  readonly inviters: number[] = []
  readonly users: number[] = []

  async begin(): Promise<void> {
    for (let i = 0; i < 2; i++) {
      const id = await world.inviter()
      this.inviters.push(id)
      this.users.push(id)
      this.model.isInviter.add(id)
    }
    for (const [key, value] of [
      ['share_levels', LEVELS[0]],
      ['hold_days', 0],
      ['address_cooling_hours', 24],
      ['min_payout', '10.000000'],
      ['renewals_earn', true],
      ['trial_days', 7],
    ] as const) {
      await world.setting(key, key === 'share_levels' ? shown(LEVELS[0]) : value)
    }
  }

  async do({ act, who, what }: Step): Promise<void> {
    const { model } = this
    const inviter = this.inviters[who % this.inviters.length]
    const user = pick(this.users, who) as number
    if (act === 'register') {
      const by = pick([...this.inviters, null], what) ?? null
      const id = await world.account(by === null ? {} : { code: world.codeOf(by) })
      if (by !== null && model.isInviter.has(by)) model.inviterOf.set(id, by)
      this.users.push(id)
      await world.activate(id)
      model.activate(id, time)
    } else if (act === 'buy') {
      const pending = model.orders.find((one) => one.user === user && one.status === 'pending')
      const order = await world.submit(user).catch(() => null)
      expect(order === null).toBe(pending !== undefined)
      if (order !== null)
        model.orders.push({
          id: order.id,
          user,
          quoted: BigInt(order.amount.replace('.', '')),
          status: 'pending',
          paid: 0n,
          reversed: false,
          from: 0,
          given: 0,
        })
    } else if (act === 'pass' || act === 'short' || act === 'refuse') {
      const order = pick(
        model.orders.filter(({ status }) => status === 'pending'),
        who,
      )
      if (order === undefined) return
      const amount = act === 'short' ? BigInt(what + 1) * 1_234_567n : order.quoted + BigInt(what)
      await world.review(order.id, act === 'refuse' ? { status: 'refused' } : { amount: amountText(amount) })
      if (act === 'refuse') order.status = 'refused'
      else model.pass(order, amount, time)
    } else if (act === 'reverse') {
      const order = pick(
        model.orders.filter(({ status }) => status !== 'pending'),
        who,
      )
      if (order === undefined) return
      const may = order.status === 'passed' && !order.reversed
      const scope = what % 2 === 0 ? 'ahead' : 'all'
      expect(await outcomeOf(world.reverse(order.id, scope))).toBe(may ? 'ok' : 'ALREADY_REVIEWED')
      if (may) model.reverse(order, time, scope)
    } else if (act === 'settle' || act === 'settle wrongly') {
      const owed = total(model.available(inviter, time)) + (act === 'settle' ? 0n : BigInt(what + 1))
      const amount = owed <= 0n ? '1' : amountText(owed)
      expect(await outcomeOf(world.settle(inviter, amount, newTransaction()))).toBe(model.settle(inviter, amount, time))
    } else if (act === 'role') {
      const has = model.isInviter.has(inviter)
      if (has) model.isInviter.delete(inviter)
      else model.isInviter.add(inviter)
      await world.setRole(inviter, !has)
    } else if (act === 'address') {
      await world.address(inviter, inviter * 10 + (what % 3))
      model.setAddress(inviter, inviter * 10 + (what % 3), time)
    } else await this.#set(act, what)
  }

  async #set(act: Step['act'], what: number): Promise<void> {
    const { terms } = this.model
    if (act === 'later') time += pick([1, HOUR_MS, DAY_MS, 25 * HOUR_MS, 90 * DAY_MS, 400 * DAY_MS], what) as number
    else if (act === 'price')
      await world.setting(
        'discount',
        what % 3 === 0 ? null : { price: amountText(BigInt(what + 1) * 7_654_321n), start: null, end: null },
      )
    else if (act === 'levels')
      await world.setting('share_levels', shown((terms.levels = pick(LEVELS, what) as typeof terms.levels)))
    else if (act === 'hold') await world.setting('hold_days', (terms.holdDays = what % 3))
    else if (act === 'cooling')
      await world.setting('address_cooling_hours', (terms.coolingHours = what % 2 === 0 ? 0 : 24))
    else if (act === 'renewals') await world.setting('renewals_earn', (terms.renewalsEarn = what % 2 === 0))
    else if (act === 'trial') await world.setting('trial_days', (terms.trialDays = what % 3))
    else if (act === 'minimum')
      await world.setting('min_payout', amountText((terms.minPayout = BigInt(what % 3) * 9_000_000n)))
    world.setNow(time)
  }

  /** The database state of all accounts, in the form of the model. */
  async compare(): Promise<void> {
    const { model } = this
    const promoters = await world.rows(
      `select account_id as id, paying_invitees as paying, pending_amount::text as pending, settled_amount::text as settled, referrals from promoter
       where account_id = any($1) order by account_id`,
      [this.inviters],
    )
    expect(promoters).toEqual(
      this.inviters.map((id) => ({
        id,
        paying: model.paying(id),
        pending: String(model.sum(id, 'pending')),
        settled: String(model.sum(id, 'settled')),
        referrals: [...model.inviterOf.values()].filter((of) => of === id).length,
      })),
    )
    const ends = await world.rows(
      "select account_id as id, expire_time from membership where account_id = any($1) and expire_time > '-infinity'",
      [this.users],
    )
    expect(new Map(ends.map((row) => [row['id'], (row['expire_time'] as Date).getTime()]))).toEqual(model.expire)
  }
}

const shown = (levels: (typeof LEVELS)[number]): unknown =>
  levels.map(({ min, bp }, i) => ({ level: i + 1, min_paying: min, ratio: amountText(bp * 100n).slice(0, -2) }))

test(
  'the books are correct and complete for any order of events',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS / 2, maxLength: STEPS }), async (steps) => {
        const run = new Run()
        await run.begin()
        for (const one of steps) await run.do(one)
        await run.compare()
        expect(await world.faults()).toEqual([])
      }),
      { numRuns: RUNS },
    )
  },
  30 * 60_000,
)

test(
  'concurrent events lock the same rows, and the books are correct',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 4, maxLength: 8 }), { minLength: 4, maxLength: 8 }),
        async (rounds) => {
          const inviters = [await world.inviter(), await world.inviter()]
          for (const id of inviters) await world.address(id, id)
          const users = await Promise.all([0, 1, 2, 3].map((n) => world.person(world.codeOf(inviters[n % 2]))))
          const orders: number[] = []
          const owed = async (id: number): Promise<string> =>
            amountText(
              BigInt(
                ((
                  await world.rows(
                    "select greatest(sum(amount), 1)::text as owed from dividend where inviter_id = $1 and status = 'pending'",
                    [id],
                  )
                )[0]['owed'] as string | null) ?? 1,
              ),
            )
          const act = async ({ act: name, who, what }: Step): Promise<unknown> => {
            const inviter = inviters[who % 2]
            const order = pick(orders, who)
            if (name === 'buy' || name === 'register')
              return world.submit(users[who % 4]).then(({ id }) => orders.push(id))
            if (name === 'role') return world.setRole(inviter, what % 4 !== 0)
            if (name === 'address') return world.address(inviter, what)
            if (name === 'settle' || name === 'settle wrongly') return world.settle(inviter, await owed(inviter))
            if (order === undefined) return null
            return name === 'reverse'
              ? world.reverse(order)
              : world.review(
                  order,
                  name === 'refuse' ? { status: 'refused' } : { amount: amountText(BigInt(what + 1) * 5_000_000n) },
                )
          }
          for (const round of rounds) {
            world.setNow((time += HOUR_MS))
            await Promise.all(round.map((one) => outcomeOf(act(one))))
          }
          expect(await world.faults()).toEqual([])
        },
      ),
      { numRuns: Math.ceil(RUNS / 2) },
    )
  },
  30 * 60_000,
)
