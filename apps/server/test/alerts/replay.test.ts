import { MINUTE_MS } from '@flowprint/orderflow'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Trade } from '../market/stream/memory-tape.ts'
import { cutLeases } from '../test-database.ts'
import { DELAY_MS, START, alertWorld } from './alert-world.ts'
import type { AlertWorld } from './alert-world.ts'

const at = (ts: number, price: number, qty = 1, buy = true): Trade => ({ ts: START + ts, price, qty, buy })

let world: AlertWorld
beforeEach(async () => {
  world = await alertWorld()
  // The live run starts in an earlier minute: bars from here on are complete.
  await world.trade([at(-2 * MINUTE_MS, 10_000)])
  world.setNow(START - MINUTE_MS)
})
afterEach(() => world.close())

const shown = async () => (await world.events()).map(({ t, facts }) => ({ t: t - START, ...facts }))

describe('price alert', () => {
  test('triggers at the trade that reaches the price from the other side, and not again while the price stays there', async () => {
    const who = await world.person()
    await world.wait(who, { kind: 'price', price: '100.50', direction: 'up' })
    const worker = world.worker()
    await worker.poll()
    await world.trade([at(0, 10_049), at(10, 10_050), at(20, 10_060), at(30, 10_050)])
    await world.trade([at(20_000, 10_040), at(20_100, 10_070)])
    await world.settle()
    expect(await shown()).toEqual([
      { t: 10, kind: 'price', level: '100.50', before: '100.49', price: '100.50', direction: 'up' },
      { t: 20_100, kind: 'price', level: '100.50', before: '100.40', price: '100.70', direction: 'up' },
    ])
  })

  test('ends after one event when set to once', async () => {
    const who = await world.person()
    const id = await world.wait(who, { kind: 'price', price: '100.50', direction: 'either' }, { repeat: 'once' })
    await world.worker().poll()
    await world.trade([at(0, 10_060)])
    await world.trade([at(30_000, 10_040)])
    await world.settle()
    expect(await world.events()).toHaveLength(1)
    expect((await world.pool.query('select state, fired from alert where id = $1', [id])).rows).toEqual([
      { state: 'done', fired: 1 },
    ])
  })

  test('observes its cooldown in market time, and ends when it expires', async () => {
    const who = await world.person()
    await world.wait(
      who,
      { kind: 'price', price: '100.50', direction: 'up' },
      { cooldown: 60, expires_at: new Date(START + 150_000).toISOString() },
    )
    const worker = world.worker()
    await worker.poll()
    for (const second of [0, 30, 70, 140, 160])
      await world.trade([at(second * 1000, 10_000), at(second * 1000 + 10, 10_060)])
    await world.settle()
    expect((await shown()).map(({ t }) => t)).toEqual([10, 70_010, 140_010])
    await worker.poll()
    expect((await world.pool.query('select state from alert')).rows).toEqual([{ state: 'expired' }])
  })
})

describe('evaluator crash', () => {
  test('leaves events that the next evaluator finds once', async () => {
    const who = await world.person()
    await world.wait(who, { kind: 'price', price: '100.50', direction: 'either' })
    await world.wait(who, { kind: 'volume', at_least: '0.005', cycle: '1m' })
    const first = world.worker()
    await first.poll()
    await world.trade([at(0, 10_060, 2)])
    await world.settle()
    expect(await world.events()).toHaveLength(1)
    // Crashed: its lease is lost, and its position is older than its events.
    await cutLeases(world.pool, 'alerts')
    await world.trade([at(20_000, 10_040, 2)])
    await world.trade([at(20_500, 10_041, 3)])
    const second = world.worker()
    await second.poll()
    await world.settle()
    expect((await shown()).map(({ t, kind }) => ({ t, kind }))).toEqual([
      { t: 0, kind: 'price' },
      { t: 20_000, kind: 'price' },
      { t: 20_500, kind: 'volume' },
    ])
    await world.trade([at(40_000, 10_070)])
    await world.settle()
    expect((await shown()).filter(({ t }) => t === 40_000)).toHaveLength(1)
  })

  test('continues at its stored position when too many entries wait for the database', { tags: ['long'] }, async () => {
    const who = await world.person()
    await world.wait(who, { kind: 'price', price: '100.50', direction: 'either' })
    const worker = world.worker()
    await worker.poll()
    const { spans } = world.store
    const open = Promise.withResolvers<void>()
    Object.assign(world.store, {
      spans: (...args: Parameters<typeof spans>) => open.promise.then(() => spans(...args)),
    })
    // The event is confirmed by a query, which does not end.
    await world.trade([at(0, 10_060)])
    await world.settle()
    const overflows = (): number => worker.queues().reduce((sum, queue) => sum + queue.overflows, 0)
    for (let i = 1; overflows() === 0 && i < 6_000; i++) {
      await world.trade([at(i, 10_060)])
      for (const { size, bound } of worker.queues()) expect(size).toBeLessThanOrEqual(bound)
    }
    expect(overflows()).toBe(1)
    await world.trade([at(20_000, 10_040)])
    open.resolve()
    await worker.poll()
    await world.settle()
    expect((await shown()).map(({ t }) => t)).toEqual([0, 20_000])
  })

  test('two evaluators of the same market write every event once', async () => {
    const who = await world.person()
    for (let price = 10_010; price < 10_060; price += 5)
      await world.wait(who, { kind: 'price', price: (price / 100).toFixed(2), direction: 'either' })
    const [one, other] = [world.worker(), world.worker()]
    await one.poll()
    // The first is considered crashed while it is alive.
    await cutLeases(world.pool, 'alerts')
    await other.poll()
    await world.trade([at(0, 10_060)])
    await world.settle()
    expect(await world.events()).toHaveLength(10)
    await one.poll()
    const { rows } = await world.pool.query('select count(distinct holder) as holders from alert_market')
    expect(rows).toEqual([{ holders: 1 }])
  })
})

describe('incomplete bars', () => {
  test('trigger no events, neither at their trades nor at their close', async () => {
    const who = await world.person()
    await world.wait(who, { kind: 'price', price: '100.50', direction: 'either' })
    await world.wait(who, { kind: 'volume', at_least: '0.001', cycle: '1m' })
    await world.worker().poll()
    await world.breakOff(at(1_000, 10_060), START + 100, START + 900)
    await world.settle()
    expect(await shown()).toEqual([])
    await world.trade([at(MINUTE_MS + 1_000, 10_000)])
    await world.settle()
    expect((await shown()).map(({ t, kind }) => ({ t, kind })).sort((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([
      { t: MINUTE_MS + 1_000, kind: 'price' },
      { t: MINUTE_MS + 1_000, kind: 'volume' },
    ])
  })
})

describe('bar totals', () => {
  test('trigger once per bar, whatever a revision adds', async () => {
    const who = await world.person()
    await world.wait(who, { kind: 'delta', side: 'sell', at_least: '0.004', cycle: '1m' })
    await world.wait(who, { kind: 'volume', at_least: '0.010', cycle: '1m' })
    await world.worker().poll()
    await world.trade([at(0, 10_000, 3), at(1_000, 10_000, 7, false)])
    await world.settle()
    expect(await shown()).toMatchObject([
      { kind: 'delta', delta: '-0.004' },
      { kind: 'volume', volume: '0.010' },
    ])
    await world.tape.revise([at(500, 10_000, 5, false)])
    await world.trade([at(3_000, 10_000, 5, false)])
    await world.settle()
    expect(await world.events()).toHaveLength(2)
    await world.trade([at(MINUTE_MS, 10_000, 4, false)])
    await world.settle()
    expect(await shown()).toHaveLength(3)
  })
})

describe('big trade', () => {
  test('uses the threshold of the chart: above the usual size of the last hours', async () => {
    const who = await world.person()
    // Three hundred sweeps of about 10 to 100 USDT in the hour before, the largest of them usual.
    const before = Array.from({ length: 300 }, (_, k): Trade =>
      at(-MINUTE_MS + k * 150, 10_000, 100 + ((k * 37) % 900), k % 2 === 0),
    )
    await world.trade(before)
    await world.wait(who, { kind: 'big_trade', side: 'either', at_least: '20' })
    await world.worker().poll()
    await world.trade([
      at(1_000, 10_000, 500),
      at(2_000, 10_000, 400, false),
      at(3_000, 10_000, 600),
      at(3_050, 10_001, 900),
    ])
    await world.settle()
    expect(await shown()).toMatchObject([
      { t: 3_050, kind: 'big_trade', side: 'buy', notional: '150.00900', volume: '1.500', trades: 2 },
    ])
  })
})

describe('delayed reader', () => {
  test('is notified late of events that others see at once', async () => {
    const [member, guest] = [await world.person(), await world.person({ member: false })]
    await world.wait(member, { kind: 'price', price: '100.50', direction: 'up' })
    await world.wait(guest, { kind: 'price', price: '100.50', direction: 'up' }, { delayMs: DELAY_MS })
    const worker = world.worker()
    await worker.poll()
    await world.trade([at(0, 10_060)])
    await world.settle()
    await worker.poll()
    expect((await world.pool.query('select account_id from alert_event')).rows).toEqual([{ account_id: member }])
    world.setNow(START + DELAY_MS - 1)
    await worker.poll()
    await world.settle()
    expect(await world.events()).toHaveLength(1)
    world.setNow(START + DELAY_MS + 1_001)
    await worker.poll()
    await world.settle()
    expect((await world.pool.query('select account_id, t from alert_event order by id')).rows).toEqual([
      { account_id: member, t: START },
      { account_id: guest, t: START },
    ])
  })
})
