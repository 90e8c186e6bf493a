import { MINUTE_MS } from '@flowprint/orderflow'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DepthLease } from '../../src/market/store/index.ts'
import { cutLeases } from '../test-database.ts'
import { appendAll, makeRun } from '../market/store/depth/depth-world.ts'
import { alertWorld, START } from './alert-world.ts'
import type { AlertWorld } from './alert-world.ts'

const MINUTES = 6
let world: AlertWorld
let lease: DepthLease
beforeEach(async () => {
  world = await alertWorld()
  await world.trade([{ ts: START - 2 * MINUTE_MS, price: 20_000, qty: 1, buy: true }])
  world.setNow(START - MINUTE_MS)
  lease = await world.depth.acquireLease(world.tape.instrument, { mode: 'columns' })
})
afterEach(async () => {
  await lease.release()
  await world.close()
})

const frames = makeRun({ fromMs: START, toMs: START + MINUTES * MINUTE_MS, everyMs: 1000, seed: 7 })

/** Records a minute of the book, with one trade in it, and moves the clock beyond its end. */
async function record(minute: number): Promise<void> {
  const from = START + minute * MINUTE_MS
  const own = frames.filter(({ kind, until }) =>
    kind === 'start' ? minute === 0 : until > from && until <= from + MINUTE_MS,
  )
  await appendAll(world.depth, lease, own)
  await world.trade([{ ts: from + 30_000, price: 20_000, qty: 1, buy: false }])
  await world.trade([{ ts: from + MINUTE_MS + 3000, price: 20_000, qty: 1, buy: false }])
  await world.settle()
}

async function addAlerts(who: number): Promise<void> {
  await world.wait(who, {
    kind: 'wall',
    events: ['born', 'tested', 'filled', 'pulled'],
    side: 'either',
    ratio: '2',
    distance: '0.50',
  })
  await world.wait(who, { kind: 'book_imbalance', side: 'either', at_least: '0.05', seconds: 2, distance: '0.20' })
  await world.wait(who, { kind: 'resting', event: 'stacked', side: 'either', at_least: '0.001', cycle: '1m' })
}

const list = async () => (await world.events()).map(({ key, t, facts }) => ({ key, t, facts }))

test('finds the same events once, whether or not the evaluator crashes between minutes', async () => {
  const who = await world.person()
  await addAlerts(who)
  let worker = world.worker()
  await worker.poll()
  await world.trade([{ ts: START - 1000, price: 20_000, qty: 1, buy: true }])
  await world.settle()
  await record(0)
  await record(1)
  expect(new Set((await list()).map(({ facts }) => facts.kind))).toEqual(new Set(['wall', 'book_imbalance', 'resting']))
  // Crashed, then evaluated again from the stored position.
  await cutLeases(world.pool, 'alerts')
  worker = world.worker()
  await worker.poll()
  await record(2)
  const found = await list()
  expect(new Set(found.map(({ key }) => key)).size).toBe(found.length)
  expect(found.some(({ t }) => t >= START + 2 * MINUTE_MS)).toBe(true)
  // The position of the start again, as after a crash before its first write: nothing is repeated.
  await cutLeases(world.pool, 'alerts')
  await world.pool.query(
    `update alert_market set state = jsonb_set(state::jsonb, '{book}', $1::jsonb) where symbol = $2 and not delayed`,
    [JSON.stringify({ to: START, walls: {}, imbalances: {} }), world.symbol],
  )
  worker = world.worker()
  await worker.poll()
  await record(3)
  const keys = (await list()).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect((await list()).filter(({ t }) => t < START + 3 * MINUTE_MS)).toEqual(found)
})

test('a market without a recorded book fires nothing', async () => {
  const who = await world.person()
  await addAlerts(who)
  const worker = world.worker()
  await worker.poll()
  await world.trade([{ ts: START, price: 20_000, qty: 1, buy: true }])
  await world.trade([{ ts: START + 2 * MINUTE_MS, price: 20_000, qty: 1, buy: true }])
  await world.settle()
  expect(await list()).toEqual([])
})
