// @module-tag long
import { fileURLToPath } from 'node:url'
import { startFakePushService } from '@flowprint/testkit'
import { afterAll, expect, test } from 'vitest'
import { ChannelRows } from '../../src/modules/alerts/queries/channel-rows.ts'
import { TEST_KEY } from '../app-under-test.ts'
import { cleanUp, Program } from '../platform/program.ts'
import { alertWorld } from './alert-world.ts'

const ALERTER = fileURLToPath(new URL('kill-alerter.ts', import.meta.url))
afterAll(cleanUp)
const sleep = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(() => resolve(false), ms))

test('kill -9 around deliveries: every event is in the history once, recorded as delivered once, and sent at least once', async () => {
  const world = await alertWorld('TEST:KILLED')
  const pushes = await startFakePushService()
  // Signatures are checked against machine time, so market time equals machine time.
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
  const trade = (tick: number): Promise<void> =>
    world.tape.commit([{ ts: now(), price: tick, qty: 1, buy: true }], now())
  const alive = async (): Promise<Program> => {
    // Skips the lease timeout of deliveries of a killed process.
    await world.pool.query("update alert_delivery set next_at = now() - interval '1 minute' where status = 'sending'")
    const program = new Program(ALERTER, {}, [world.database.url, TEST_KEY, pushes.ca])
    await program.says('ready')
    return program
  }
  for (let round = 0; round < 6; round++) {
    const program = await alive()
    for (const tick of levels.slice(round * 4, round * 4 + 4)) await trade(tick)
    // Killed after writing, while sending and after sending, in turn. The market continues.
    const said = program.says(['event', 'sending', 'sent'][round % 3]).then(() => true)
    while (!(await Promise.race([said, trade(levels[round * 4 + 3]).then(() => sleep(100))]))) continue
    await program.kill('SIGKILL')
  }
  const last = await alive()
  const waiting = async (): Promise<number> =>
    (
      await world.pool.query(
        "select (select count(*) from alert where state = 'active') + (select count(*) from alert_delivery where status <> 'sent') as count",
      )
    ).rows[0].count
  while ((await waiting()) > 0) await trade(levels[levels.length - 1]).then(() => sleep(100))
  await last.kill('SIGKILL')

  const events = (await world.pool.query('select id, alert_id from alert_event order by id')).rows
  expect(events).toHaveLength(levels.length)
  expect(new Set(events.map(({ alert_id }) => alert_id)).size).toBe(levels.length)
  const { rows } = await world.pool.query('select event_id, status from alert_delivery order by event_id')
  expect(rows).toEqual(events.map(({ id }) => ({ event_id: id, status: 'sent' })))
  expect(pushes.refused).toEqual([])
  const byEvent = Map.groupBy(pushes.received, ({ text }) => JSON.parse(text).id as number)
  expect([...byEvent.keys()].sort((a, b) => a - b)).toEqual(events.map(({ id }) => id))
  for (const received of byEvent.values()) expect(new Set(received.map(({ topic }) => topic)).size).toBe(1)
  await pushes.close()
  await world.close()
})
