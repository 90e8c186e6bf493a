// @module-tag long
import { fileURLToPath } from 'node:url'
import { startFakePushService } from '@flowprint/testkit'
import { afterAll, expect, test } from 'vitest'
import { ChannelRows } from '../../src/modules/alerts/queries/channel-rows.ts'
import { enqueueDueDeliveries } from '../../src/modules/alerts/queries/delivery-rows.ts'
import { TEST_KEY } from '../app-under-test.ts'
import { cleanUp, Program } from '../platform/program.ts'
import { alertWorld } from './alert-world.ts'

const ALERTER = fileURLToPath(new URL('kill-alerter.ts', import.meta.url))
afterAll(cleanUp)
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('two workers record and deliver each alert once, also when the evaluating one freezes or is killed', async () => {
  const world = await alertWorld('TEST:TWO')
  const pushes = await startFakePushService()
  const now = (): number => Date.now()
  world.clock.setOffset(0)
  await world.trade([{ ts: now() - 180_000, price: 10_000, qty: 1, buy: true }])
  world.clock.setOffset(0)
  const who = await world.person()
  await new ChannelRows(world.pool, world.keys).savePush(who, pushes.subscribe(), 'browser', 10, now())
  const levels = Array.from({ length: 24 }, (_, k) => 10_010 + 10 * k)
  for (const tick of levels)
    await world.wait(
      who,
      { kind: 'price', price: (tick / 100).toFixed(2), direction: 'up' },
      { channels: ['push'], repeat: 'once' },
    )
  const start = async (): Promise<Program> => {
    const program = new Program(ALERTER, {}, [world.database.url, TEST_KEY, pushes.ca])
    await program.says('ready')
    return program
  }
  const workers = [await start(), await start()]

  /** Crosses the next levels and waits until all alerts up to there are delivered, while the market continues. */
  let crossed = 0
  async function cross(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      await world.tape.commit([{ ts: now(), price: levels[crossed++], qty: 1, buy: true }], now())
      await sleep(20)
    }
    for (let delivered = 0; delivered < crossed;) {
      await world.tape.commit([{ ts: now(), price: levels[crossed - 1], qty: 1, buy: true }], now())
      // As the scheduled job does, but after 3 s instead of the minute after which a process counts as crashed.
      await world.pool.query(
        "update alert_delivery set next_at = now() where status = 'sending' and next_at < now() + interval '57 s'",
      )
      await enqueueDueDeliveries(world.pool, now())
      const { rows } = await world.pool.query<{ count: number }>(
        "select count(*) as count from alert_delivery where status = 'sent'",
      )
      delivered = rows[0].count
      await sleep(100)
    }
  }

  /** The worker that has the lease of the market. */
  async function evaluating(): Promise<Program> {
    const { rows } = await world.pool.query<{ name: string }>(
      `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
       where l.locktype = 'advisory' and l.classid = 4705 and l.granted and a.datname = current_database()`,
    )
    const found = workers.find(({ pid }) => rows.some(({ name }) => name === `flowprint/${pid}`))
    if (found === undefined) throw new Error(`no worker has a lease: ${JSON.stringify(rows)}`)
    return found
  }

  await cross(8)
  expect(pushes.received).toHaveLength(8)

  // Frozen for longer than its lease: the other one continues, and the frozen one changes nothing when it wakes up.
  const frozen = await evaluating()
  process.kill(frozen.pid, 'SIGSTOP')
  await cross(8)
  process.kill(frozen.pid, 'SIGCONT')
  expect(await evaluating()).not.toBe(frozen)

  const killed = await evaluating()
  const says = killed.says('sending', killed.output.split('sending').length)
  await world.tape.commit([{ ts: now(), price: levels[crossed++], qty: 1, buy: true }], now())
  await Promise.race([says, sleep(2_000)])
  await killed.kill('SIGKILL')
  await cross(levels.length - crossed)

  const { rows: events } = await world.pool.query<{ id: number; alert_id: number }>(
    'select id, alert_id from alert_event order by id',
  )
  expect(events).toHaveLength(levels.length)
  expect(new Set(events.map(({ alert_id }) => alert_id)).size).toBe(levels.length)
  const { rows: deliveries } = await world.pool.query<{ event_id: number; status: string; attempts: number }>(
    'select event_id, status, attempts from alert_delivery order by event_id',
  )
  expect(deliveries.map(({ event_id, status }) => ({ event_id, status }))).toEqual(
    events.map(({ id }) => ({ event_id: id, status: 'sent' })),
  )
  // Sent twice only when a process ended between sending and recording, and then under the same topic.
  const received = Map.groupBy(pushes.received, ({ text }) => JSON.parse(text).id as number)
  for (const { event_id, attempts } of deliveries) {
    const messages = received.get(event_id) ?? []
    expect(messages.length).toBeGreaterThan(0)
    expect(messages.length).toBeLessThanOrEqual(attempts)
    expect(new Set(messages.map(({ topic }) => topic)).size).toBe(1)
  }
  expect(pushes.refused).toEqual([])
  await cleanUp()
  await pushes.close()
  await world.close()
}, 240_000)
