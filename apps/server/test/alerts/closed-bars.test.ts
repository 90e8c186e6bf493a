import { MINUTE_MS, analyzeBars, aggregateTrades, BAR_COMPLETE, parseSettings } from '@flowprint/orderflow'
import { simulatedTape } from '@flowprint/testkit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Trade } from '../market/stream/memory-tape.ts'
import { cutLeases } from '../test-database.ts'
import type { AlertWorker } from '../../src/modules/alerts/evaluate/alert-worker.ts'
import { alertWorld } from './alert-world.ts'
import type { AlertWorld } from './alert-world.ts'

const FROM = 1_778_680_800_000
const MINUTES = 50
const trades = simulatedTape({ seed: 5, from: FROM, minutes: MINUTES })
const list: Trade[] = Array.from(trades.ts, (ts, i) => ({
  ts,
  price: trades.price[i],
  qty: trades.qty[i],
  buy: trades.buy[i] === 1,
}))

let world: AlertWorld
beforeEach(async () => {
  world = await alertWorld()
  world.setNow(FROM - MINUTE_MS)
  await world.tape.commit([{ ts: FROM - MINUTE_MS, price: list[0].price, qty: 1, buy: true }], FROM - MINUTE_MS)
})
afterEach(() => world.close())

const minuteOf = (n: number): Trade[] =>
  list.filter(({ ts }) => ts >= FROM + n * MINUTE_MS && ts < FROM + (n + 1) * MINUTE_MS)
const events = async () =>
  (await world.events()).map(({ key, bar }) => `${key.split(' ').slice(2).join(' ')} ${bar?.cycle}`).sort()

/** The events of complete bars on a chart of the whole tape, from the second minute on. */
function expected(cycleMs: number, name: string): string[] {
  const settings = parseSettings(undefined)
  const whole = aggregateTrades(trades, { cycleMs, step: 5 })
  const bars = { ...whole, state: new Uint8Array(whole.length).fill(BAR_COMPLETE) }
  const analysis = analyzeBars(bars, settings, { units: { tickSize: '0.01', lotSize: '0.001' } })
  const end = FROM + MINUTES * MINUTE_MS - cycleMs
  return analysis.stacks
    .filter(({ t }) => t <= end - MINUTE_MS)
    .map(({ side, lowRow, t }) => `k ${side} ${lowRow} ${t} ${name}`)
    .sort()
}

test(
  'replaying the tape triggers each event of the chart once, across restarts, crashes and revisions of evaluated bars',
  { tags: ['long'] },
  async () => {
    const who = await world.person()
    for (const cycle of ['1m', '5m'])
      await world.wait(who, { kind: 'stack', side: 'either', min_rows: 3, cycle, precision: '0.05' })
    await world.wait(who, {
      kind: 'zone',
      events: ['born', 'touched', 'broken'],
      side: 'either',
      cycle: '1m',
      precision: '0.05',
    })
    let worker = world.worker()
    await worker.poll()
    for (let n = 0; n < MINUTES; n++) {
      await world.trade(minuteOf(n), FROM + (n + 1) * MINUTE_MS - 1)
      if (n % 10 !== 9) continue
      await world.settle()
      if (n === 19) await worker.stop()
      // It crashes again, with a position older than its events.
      if (n === 29)
        await cutLeases(world.pool, 'alerts').then(() =>
          world.pool.query('update alert_market set holder = gen_random_uuid()'),
        )
      if (n === 19 || n === 29) {
        worker = world.worker()
        await worker.poll()
        await world.settle()
      }
      // History is read again, and nothing of it is notified twice.
      if (n === 39) await world.tape.revise([{ ts: FROM + 5 * MINUTE_MS + 7, price: list[0].price, qty: 1, buy: true }])
    }
    await world.tape.tick(FROM + MINUTES * MINUTE_MS + 2_000)
    world.setNow(FROM + MINUTES * MINUTE_MS + 2_000)
    await world.settle()
    await worker.poll()
    await world.settle()
    await world.settle()
    const found = (await events()).filter((name) => name.startsWith('k '))
    const until = FROM + (MINUTES - 2) * MINUTE_MS
    expect(found.filter((name) => name.endsWith(' 1m') && Number(name.split(' ')[3]) <= until)).toEqual(
      expected(MINUTE_MS, '1m').filter((name) => Number(name.split(' ')[3]) <= until),
    )
    expect(found.filter((name) => name.endsWith(' 5m')).length).toBeGreaterThan(0)
    expect(found.length).toBeGreaterThan(5)
    const all = await world.events()
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
    expect(all.some(({ facts }) => facts.kind === 'zone')).toBe(true)
  },
)

test('a bar whose trades all arrive after its end is evaluated then, once', async () => {
  const [minute] = expected(MINUTE_MS, '1m').map((name) => (Number(name.split(' ')[3]) - FROM) / MINUTE_MS)
  const name = expected(MINUTE_MS, '1m').filter((one) => one.includes(` ${FROM + minute * MINUTE_MS} `))
  const who = await world.person()
  await world.wait(who, { kind: 'stack', side: 'either', min_rows: 3, cycle: '1m', precision: '0.05' })
  const worker = world.worker()
  await worker.poll()
  for (let n = 0; n < minute; n++) await world.trade(minuteOf(n), FROM + (n + 1) * MINUTE_MS - 1)
  // The writer was frozen for two minutes.
  await world.trade(minuteOf(minute + 2), FROM + (minute + 3) * MINUTE_MS - 1)
  await world.tape.tick(FROM + (minute + 3) * MINUTE_MS + 2_000)
  world.setNow(FROM + (minute + 3) * MINUTE_MS + 2_000)
  await world.settle()
  const missing = async (): Promise<string[]> =>
    (await events()).filter((one) => one.includes(` ${FROM + minute * MINUTE_MS} `))
  expect(await missing()).toEqual([])
  await world.tape.revise(minuteOf(minute))
  await vi.waitFor(async () => expect(await missing()).toEqual(name), { timeout: 20_000, interval: 50 })
  await world.tape.revise(minuteOf(minute + 1))
  await world.settle()
  expect(await missing()).toEqual(name)
})

/** The first two minutes with stacks, and their events. */
function twoStacks(): { minutes: readonly [number, number]; namesOf: (minute: number) => readonly string[] } {
  const names = expected(MINUTE_MS, '1m')
  const [first, second] = [...new Set(names.map((name) => (Number(name.split(' ')[3]) - FROM) / MINUTE_MS))].sort(
    (a, b) => a - b,
  )
  return {
    minutes: [first, second],
    namesOf: (minute) => names.filter((name) => name.includes(` ${FROM + minute * MINUTE_MS} `)),
  }
}

/** Polls as the worker does every second. */
async function untilFired(worker: AlertWorker, names: readonly string[]): Promise<void> {
  const isSo = async (): Promise<void> => {
    await worker.poll()
    expect(await events()).toEqual(names)
  }
  await vi.waitFor(isSo, { timeout: 20_000, interval: 100 })
}

test.each([
  ['every event', {}, 'both'],
  ['once per bar', { repeat: 'bar' }, 'both'],
  ['once', { repeat: 'once' }, 'newer'],
  ['with a cooldown that reaches the newer bar', { cooldown: 86_400 }, 'newer'],
] as const)('a repaired bar fires after a newer one has fired: %s', async (_name, given, which) => {
  const {
    minutes: [first, second],
    namesOf,
  } = twoStacks()
  const one = (minute: number): readonly string[] =>
    Object.keys(given).length === 0 ? namesOf(minute) : namesOf(minute).slice(0, 1)
  const who = await world.person()
  await world.wait(who, { kind: 'stack', side: 'either', min_rows: 3, cycle: '1m', precision: '0.05' }, given)
  const worker = world.worker()
  await worker.poll()
  await world.settle()
  for (let n = 0; n <= second; n++) if (n !== first) await world.trade(minuteOf(n), FROM + (n + 1) * MINUTE_MS - 1)
  await world.tape.tick(FROM + (second + 1) * MINUTE_MS + 2_000)
  world.setNow(FROM + (second + 1) * MINUTE_MS + 2_000)
  await untilFired(worker, one(second))
  await world.tape.revise(minuteOf(first))
  const all = which === 'both' ? [...one(first), ...one(second)].sort() : one(second)
  if (which === 'both') await untilFired(worker, all)
  await world.settle()
  expect(await events()).toEqual(all)
  const { rows } = await world.pool.query<{ t: number }>('select last_fired_t as t from alert')
  expect(rows).toEqual([{ t: FROM + (second + 1) * MINUTE_MS + 2_000 }])
})

test('a bar is evaluated when its repair is among too many revisions to follow', async () => {
  const {
    minutes: [first, second],
    namesOf,
  } = twoStacks()
  const who = await world.person()
  await world.wait(who, { kind: 'stack', side: 'either', min_rows: 3, cycle: '1m', precision: '0.05' })
  const worker = world.worker()
  await worker.poll()
  await world.settle()
  for (let n = 0; n <= second; n++) if (n !== first) await world.trade(minuteOf(n), FROM + (n + 1) * MINUTE_MS - 1)
  await world.tape.tick(FROM + (second + 1) * MINUTE_MS + 2_000)
  world.setNow(FROM + (second + 1) * MINUTE_MS + 2_000)
  await untilFired(worker, namesOf(second))
  await worker.stop()
  const old = Array.from({ length: 3 }, (_, k) => ({
    ts: FROM - (k + 1) * 3_000 * MINUTE_MS,
    price: list[0].price,
    qty: 1,
    buy: true,
  }))
  await world.tape.revise([...old, ...minuteOf(first)])
  const next = world.worker()
  await untilFired(next, [...namesOf(first), ...namesOf(second)].sort())
})
