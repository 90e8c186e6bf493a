import type { SaveAlertBody } from '@flowprint/contract'
import { MINUTE_MS } from '@flowprint/orderflow'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DepthLease } from '../../src/market/store/index.ts'
import { cutLeases, spec } from '../test-database.ts'
import { appendAll, makeRun } from '../market/store/depth/depth-world.ts'
import { AppError } from '../../src/platform/http/index.ts'
import { alertWorld, DELAY_MS, START } from './alert-world.ts'
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

async function addAlerts(who: number, more: { readonly delayMs?: number } = {}): Promise<void> {
  await world.wait(
    who,
    {
      kind: 'wall',
      events: ['born', 'tested', 'filled', 'pulled'],
      side: 'either',
      ratio: '2',
      distance: '0.50',
    },
    more,
  )
  await world.wait(
    who,
    { kind: 'book_imbalance', side: 'either', at_least: '0.05', seconds: 2, distance: '0.20' },
    more,
  )
  await world.wait(who, { kind: 'resting', event: 'stacked', side: 'either', at_least: '0.001', cycle: '1m' }, more)
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

test('a market whose recorder has seen no book yet fires nothing', async () => {
  const who = await world.person()
  await addAlerts(who)
  const worker = world.worker()
  await worker.poll()
  await world.trade([{ ts: START, price: 20_000, qty: 1, buy: true }])
  await world.trade([{ ts: START + 2 * MINUTE_MS, price: 20_000, qty: 1, buy: true }])
  await world.settle()
  expect(await list()).toEqual([])
})

test('delayed readers get the events of others when their cut has passed them, and none before', async () => {
  await world.trade([{ ts: START - 2 * MINUTE_MS, price: 20_000, qty: 1, buy: true }])
  const [member, guest] = [await world.person(), await world.person({ member: false })]
  await addAlerts(member)
  await addAlerts(guest, { delayMs: DELAY_MS })
  const worker = world.worker()
  await worker.poll()
  for (let minute = 0; minute < 3; minute++) await record(minute)
  const eventsOf = async (who: number) => {
    const { rows } = await world.pool.query<{ t: string; facts: unknown }>(
      'select t, facts from alert_event where account_id = $1 order by t, dedupe_key',
      [who],
    )
    return rows.map(({ t, facts }) => ({ t: Number(t), facts }))
  }
  const seen = await eventsOf(member)
  expect(seen.length).toBeGreaterThan(0)
  const later = START + 2 * MINUTE_MS
  expect(seen.some(({ t }) => t >= later)).toBe(true)
  for (let at = START + MINUTE_MS; at < START + 4 * MINUTE_MS; at += 30_000) {
    world.setNow(at + DELAY_MS)
    await worker.poll()
    await world.settle()
    for (const { t } of await eventsOf(guest)) expect(t).toBeLessThan(at)
  }
  expect(await eventsOf(guest)).toEqual(seen)
})

test('is refused on a market whose book is not recorded, with the reason', async () => {
  const who = await world.person()
  const refusal = async (given: Partial<SaveAlertBody>) => {
    const rule = { kind: 'resting', event: 'stacked', side: 'either', at_least: '1', cycle: '1m' } as const
    const error = await world.wait(who, rule, given).catch((thrown: unknown) => thrown)
    return error instanceof AppError ? error.options.faults : null
  }
  const { store, pool, symbol } = world
  await store.ensureInstrument(spec('TEST:NOBOOK'))
  expect(await refusal({ symbol: 'TEST:NOBOOK' })).toEqual([
    { field: 'rule.kind', error: 'BOOK_NOT_RECORDED', params: { symbol: 'TEST:NOBOOK' } },
  ])
  expect(await refusal({ symbol })).toBeNull()
  await pool.query("insert into followed_market (symbol, enabled, depth) values ($1, true, 'off')", [symbol])
  expect(await refusal({ symbol })).toEqual([{ field: 'rule.kind', error: 'BOOK_TURNED_OFF', params: { symbol } }])
  // It may be recorded again; and a price needs no book.
  expect(await refusal({ symbol, enabled: false })).toBeNull()
  await world.wait(who, { kind: 'price', price: '1', direction: 'up' }, { symbol: 'TEST:NOBOOK' })
})
