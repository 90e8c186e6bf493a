import { createHmac } from 'node:crypto'
import { createServer } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { selfSigned, startFakePushService } from '@flowprint/testkit'
import type { FakePushService } from '@flowprint/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDeliveryOutbox } from '../../src/modules/alerts/deliver/delivery-outbox.ts'
import { loadPushIdentity } from '../../src/modules/alerts/deliver/send.ts'
import { ChannelRows } from '../../src/modules/alerts/queries/channel-rows.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { createMailQueue } from '../../src/platform/mail/index.ts'
import { createPoster } from '../../src/platform/outbound/index.ts'
import type { Post } from '../../src/platform/outbound/index.ts'
import { sendDue } from '../send-due.ts'
import { START, alertWorld } from './alert-world.ts'
import type { AlertWorld } from './alert-world.ts'

let world: AlertWorld
let pushes: FakePushService
const hook = selfSigned(['hook.test'], ['127.0.0.1'])
const hooked: { headers: IncomingHttpHeaders; body: string }[] = []
const hookAnswers: number[] = []
const hookServer = createServer(hook, async (request, response) => {
  let body = ''
  for await (const part of request) body += String(part)
  hooked.push({ headers: request.headers, body })
  response.writeHead(hookAnswers.shift() ?? 200).end()
})
let hookUrl = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => hookServer.listen(0, '127.0.0.1', resolve))
  hookUrl = `https://hook.test:${(hookServer.address() as AddressInfo).port}/in`
})
afterAll(() => {
  hookServer.closeAllConnections()
  hookServer.close()
})
beforeEach(async () => {
  hooked.length = 0
  world = await alertWorld()
  pushes = await startFakePushService()
  await world.trade([{ ts: START - 120_000, price: 10_000, qty: 1, buy: true }])
  world.setNow(START - 60_000)
})
afterEach(async () => {
  await pushes.close()
  await world.close()
})

const toHere = (): Post =>
  createPoster({
    resolve: async () => ['127.0.0.1'],
    allows: (address) => address === '127.0.0.1',
    ca: `${pushes.ca}${hook.cert}`,
    timeoutMs: 2_000,
  })

function sender(post: Post = toHere()): { sendDue(): Promise<number> } {
  const { pool, keys, clock } = world
  const identity = () => loadPushIdentity({ pool, keys, clock })
  const mail = createMailQueue({ keys, clock, keep: true })
  const outbox = createDeliveryOutbox({
    pool,
    keys,
    clock,
    mail,
    post,
    identity,
    appUrl: 'https://flow.example',
    log: createLog('silent'),
  })
  return { sendDue: () => sendDue(outbox, pool) }
}

/** A user with every channel, whose alert has triggered. */
async function fired(channels: ('page' | 'push' | 'mail' | 'webhook')[]): Promise<{ who: number; ways: ChannelRows }> {
  const who = await world.person()
  const ways = new ChannelRows(world.pool, world.keys)
  await world.wait(who, { kind: 'price', price: '100.50', direction: 'up' }, { channels, name: 'Breakout' })
  for (let n = 0; n < 2; n++) await ways.savePush(who, pushes.subscribe(), `browser ${n}`, 10, world.clock.now())
  await ways.saveWebhook(who, { url: hookUrl, secret: 'a secret of this test' }, world.clock.now())
  await world.worker().poll()
  await world.trade([{ ts: START, price: 10_060, qty: 1, buy: true }])
  await world.settle()
  return { who, ways }
}

const deliveries = async () =>
  (await world.pool.query('select channel, status, attempts, last_error from alert_delivery order by channel, id')).rows

describe('event delivery', () => {
  test('uses each channel once: encrypted to each browser, signed to the webhook, and by mail', async () => {
    await fired(['page', 'push', 'mail', 'webhook'])
    expect(await sender().sendDue()).toBe(5)
    expect(await deliveries()).toEqual(
      ['mail', 'page', 'push', 'push', 'webhook'].map((channel) => ({
        channel,
        status: 'sent',
        attempts: 1,
        last_error: null,
      })),
    )
    expect(await sender().sendDue()).toBe(0)

    const identity = await loadPushIdentity(world)
    expect(pushes.refused).toEqual([])
    expect(new Set(pushes.received.map(({ endpoint }) => endpoint)).size).toBe(2)
    for (const { text, key, subject, urgency } of pushes.received) {
      expect({ key, subject, urgency }).toEqual({
        key: identity.publicKey,
        subject: 'https://flow.example',
        urgency: 'high',
      })
      expect(JSON.parse(text)).toMatchObject({
        kind: 'price',
        title: 'Breakout · TEST:ALERT',
        body: 'Price crossed above 100.50, traded at 100.60',
      })
    }

    const [{ headers, body }] = hooked
    const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['alert-signature'])) as string[] &
      RegExpExecArray
    expect(createHmac('sha256', 'a secret of this test').update(`${seconds}.${body}`).digest('hex')).toBe(mac)
    expect(Math.abs(Number(seconds) - world.clock.now() / 1000)).toBeLessThan(60)
    expect(JSON.parse(body)).toMatchObject({
      type: 'alert',
      id: Number(headers['alert-id']),
      symbol: 'TEST:ALERT',
      t: START,
      facts: { kind: 'price', price: '100.60' },
    })

    const { rows } = await world.pool.query("select recipient, template from mail_outbox where template = 'alert'")
    expect(rows).toEqual([{ recipient: 'person1@example.com', template: 'alert' }])
  })

  test('retries a failing target with increasing delays under the same event number', async () => {
    await fired(['webhook'])
    hookAnswers.push(503, 500)
    const sending = sender()
    await sending.sendDue()
    expect(await deliveries()).toMatchObject([{ status: 'queued', attempts: 1, last_error: 'status 503' }])
    world.setNow(START)
    expect(await sending.sendDue()).toBe(0)
    world.setNow(START + 60_000)
    await sending.sendDue()
    world.setNow(START + 70_000)
    expect(await sending.sendDue()).toBe(0)
    world.setNow(START + 180_000)
    await sending.sendDue()
    expect(await deliveries()).toMatchObject([{ status: 'sent', attempts: 3 }])
    expect(new Set(hooked.map(({ headers }) => headers['alert-id'])).size).toBe(1)
  })

  test('gives up when the target refuses it, and after two hours', async () => {
    await fired(['webhook'])
    hookAnswers.push(302)
    await sender().sendDue()
    expect(await deliveries()).toMatchObject([{ status: 'dead', last_error: 'status 302' }])
    expect(hooked).toHaveLength(1)
  })

  test('never connects to private networks on any channel', async () => {
    await fired(['push', 'webhook'])
    await sender(createPoster({ resolve: async () => ['10.1.2.3'] })).sendDue()
    // Ports of fakes are rejected before their names are resolved.
    expect((await deliveries()).map(({ status }) => status)).toEqual(['dead', 'dead', 'dead'])
    await world.pool.query(
      "update alert_delivery set status = 'queued', next_at = now() - interval '10 years', attempts = 0, done_at = null",
    )
    await sender(
      createPoster({ resolve: async () => ['10.1.2.3'], allows: (address) => address !== '10.1.2.3' }),
    ).sendDue()
    expect((await deliveries()).map(({ last_error }) => last_error.startsWith('private'))).toEqual([true, true, true])
    expect([...hooked, ...pushes.received]).toEqual([])
  })

  test('removes a browser whose push subscription has ended', async () => {
    const { who, ways } = await fired(['push'])
    const [first] = await ways.pushes(who)
    pushes.unsubscribe(first)
    await sender().sendDue()
    expect(await deliveries()).toMatchObject([{ status: 'skipped' }, { status: 'sent' }])
    expect(await ways.pushes(who)).toHaveLength(1)
  })

  test('skips an account that was disabled before delivery', async () => {
    const { who } = await fired(['push', 'webhook'])
    await world.pool.query('update account set disabled_at = now() where id = $1', [who])
    await sender().sendDue()
    expect((await deliveries()).map(({ status }) => status)).toEqual(['skipped', 'skipped', 'skipped'])
  })
})

describe('sender crash', () => {
  test('before sending: another sender takes over after the lease, and the event arrives once', async () => {
    await fired(['push'])
    await world.pool.query(
      "update alert_delivery set status = 'sending', attempts = 1, next_at = to_timestamp($1 / 1000.0)",
      [START + 60_000],
    )
    world.setNow(START)
    expect(await sender().sendDue()).toBe(0)
    world.setNow(START + 60_001)
    expect(await sender().sendDue()).toBe(2)
    expect(pushes.received).toHaveLength(2)
    expect((await deliveries()).map(({ status, attempts }) => ({ status, attempts }))).toEqual([
      { status: 'sent', attempts: 2 },
      { status: 'sent', attempts: 2 },
    ])
  })

  test('after receipt and before the record: the event is sent again under the same topic, and one delivery is recorded', async () => {
    await fired(['push'])
    pushes.answerNext('hang up', 'hang up')
    await sender().sendDue()
    expect(await deliveries()).toMatchObject([{ status: 'queued' }, { status: 'queued' }])
    world.setNow(START + 55_000)
    await sender().sendDue()
    expect(pushes.received).toHaveLength(4)
    expect(new Set(pushes.received.map(({ topic }) => topic)).size).toBe(1)
    expect(new Set(pushes.received.map(({ text }) => JSON.parse(text).tag)).size).toBe(1)
    expect(await deliveries()).toMatchObject([
      { status: 'sent', attempts: 2 },
      { status: 'sent', attempts: 2 },
    ])
  })

  test('two concurrent senders send each delivery once', async () => {
    await fired(['page', 'push', 'mail', 'webhook'])
    const both = [sender(), sender()]
    const counts = await Promise.all(both.map((one) => one.sendDue()))
    expect(counts[0] + counts[1]).toBe(5)
    expect(pushes.received).toHaveLength(2)
    expect(hooked).toHaveLength(1)
  })
})

test('the push service key is created once under concurrency, and stored encrypted', async () => {
  const { pool, keys, clock } = world
  const all = await Promise.all(Array.from({ length: 5 }, () => loadPushIdentity({ pool, keys, clock })))
  expect(new Set(all.map(({ publicKey, privateKey }) => `${publicKey} ${privateKey}`)).size).toBe(1)
  const { rows } = await pool.query('select p::text as row from push_identity p')
  expect(rows).toHaveLength(1)
  expect(rows[0].row).not.toContain(all[0].privateKey)
})
