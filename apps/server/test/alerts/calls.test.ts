import { AlertChannels, AlertHistory, Alerts, ALERT_HISTORY_DAYS, ExportData } from '@flowprint/contract'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { runAccountCleanup } from '../../src/modules/accounts/commands/cleanup.ts'
import { grantDays } from '../../src/modules/membership/index.ts'
import { notifyPages } from '../../src/modules/alerts/deliver/page-alerts.ts'
import { PASSWORD, accountWorld } from '../accounts/world.ts'
import type { AccountWorld, SignedUp } from '../accounts/world.ts'
import { spec } from '../test-database.ts'

const SYMBOL = 'TEST:CALLS'
let world: AccountWorld
let [ada, bob]: SignedUp[] = []

beforeAll(async () => {
  world = await accountWorld({ stored: true })
  await world.store.ensureInstrument(spec(SYMBOL))
  ada = await world.signUp()
  bob = await world.signUp()
})
afterAll(() => world.close())

const call = (path: string, body: object, who: SignedUp = ada) => world.call(path, body, { token: who.token })
const price = (level: string, more: object = {}) => ({
  symbol: SYMBOL,
  name: '',
  rule: { kind: 'price', price: level, direction: 'either' },
  repeat: 'event',
  cooldown: 0,
  expires_at: null,
  channels: ['page'],
  sound: 'bell',
  enabled: true,
  ...more,
})

describe('alerts', () => {
  test('are stored as saved, updated from the latest version only, and visible to their owner only', async () => {
    const { data: made } = await call('/save_alert', price('100.50', { name: ' Break\nout ' }))
    expect(made).toMatchObject({ version: 1, state: 'active', name: 'Break out', fired: 0 })
    const changed = await call('/save_alert', price('101', { id: made.id, version: 1, enabled: false }))
    expect(changed.data).toMatchObject({ id: made.id, version: 2, state: 'paused' })
    expect((await call('/save_alert', price('102', { id: made.id, version: 1 }))).data.error).toBe('STALE_VERSION')
    expect((await call('/save_alert', price('102', { id: made.id, version: 2 }), bob)).data.error).toBe('NOT_FOUND')
    expect((await call('/delete_alert', { id: made.id }, bob)).data.error).toBe('NOT_FOUND')
    const { data: list } = await call('/alerts', {})
    expect(Compile(Alerts).Errors(list)).toEqual([])
    expect(list.list).toHaveLength(1)
    expect((await call('/alerts', {}, bob)).data.list).toEqual([])
    expect((await call('/delete_alert', { id: made.id })).code).toBe(200)
    expect((await call('/alerts', {})).data.list).toEqual([])
  })

  test.each([
    [{ rule: { kind: 'price', price: '1.005', direction: 'up' } }, 'rule.price'],
    [{ rule: { kind: 'price', price: '-1', direction: 'up' } }, 'rule'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ symbol: 'TEST:NONE' }, 'symbol'],
    [{ id: 1 }, 'version'],
    [{ channels: ['pigeon'] }, 'channels'],
    [{ cooldown: -1 }, 'cooldown'],
    [{ surprise: 1 }, 'body'],
  ])('with %j are rejected', async (given, field) => {
    const { code, data } = await call('/save_alert', price('100', given))
    expect([400, 404]).toContain(code)
    expect(Object.keys(data.fields).some((name) => name.startsWith(field))).toBe(true)
  })

  test('are limited to two hundred per account', async () => {
    await world.pool.query(
      `insert into alert (account_id, symbol, name, rule, repeat, cooldown, channels, sound, state, armed_t, created_at, updated_at)
       select $1, 'TEST:X', '', '{"kind":"price","price":"1","direction":"up"}', 'once', 0, '{}', 'none', 'done', 0, now(), now() from generate_series(1, 199)`,
      [bob.id],
    )
    const answers = await Promise.all([call('/save_alert', price('1'), bob), call('/save_alert', price('2'), bob)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400])
  })
})

describe('alert channels', () => {
  test('are stored encrypted, and show the secret of a webhook once', async () => {
    const { data: hook } = await call('/save_webhook', { url: 'https://hooks.example/in?key=1' })
    expect(hook.secret).toMatch(/^[\w-]{43}$/)
    const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
    await call('/save_push', { endpoint: 'https://push.example/one', keys, label: 'Firefox' })
    await call('/save_push', { endpoint: 'https://push.example/one', keys, label: 'Firefox again' })
    const { data } = await call('/alert_channels', {})
    expect(Compile(AlertChannels).Errors(data)).toEqual([])
    expect(data).toMatchObject({
      mail: ada.email,
      webhook: { url: 'https://hooks.example/in?key=1' },
      pushes: [{ label: 'Firefox again' }],
    })
    expect(JSON.stringify(data)).not.toContain(hook.secret)
    const { rows } = await world.pool.query('select w::text || p::text as row from alert_webhook w, alert_push p')
    for (const secret of ['hooks.example', 'push.example', hook.secret, keys.auth])
      expect(rows[0].row).not.toContain(secret)
    await call('/delete_push', { endpoint: 'https://push.example/one' })
    await call('/delete_webhook', {})
    expect((await call('/alert_channels', {})).data).toMatchObject({ webhook: null, pushes: [] })
  })

  test.each(['http://hooks.example/', 'https://user@hooks.example/', 'https://hooks.example:25/'])(
    'reject %s as a webhook',
    async (url) => {
      expect((await call('/save_webhook', { url })).code).toBe(400)
    },
  )

  test('can be tested, and fail for private networks', async () => {
    expect((await call('/test_alert', { channel: 'webhook' })).data.fields.channel[0].error).toBe('NO_WAY')
    await call('/save_webhook', { url: 'https://127.0.0.1/in' })
    expect((await call('/test_alert', { channel: 'webhook' })).data).toEqual({ sent: 0, failed: 1 })
    expect((await call('/test_alert', { channel: 'mail' })).data).toEqual({ sent: 1, failed: 0 })
    expect((await world.mails(ada.email)).some(({ template }) => template === 'alert')).toBe(true)
  })

  test('share one public key for push services', async () => {
    const { data } = await world.call('/push_key', {})
    expect(Buffer.from(data.key, 'base64url')).toHaveLength(65)
    expect((await call('/push_key', {})).data).toEqual(data)
  })
})

describe('a replay jumps to own alerts', () => {
  const HOUR_MS = 3_600_000
  const DAY_MS = 24 * HOUR_MS
  const now = Date.now()
  const NEWEST = now - 60_000
  const [OLD, LATER] = [now - 3 * HOUR_MS, now - 2 * HOUR_MS]

  /** The account's events; those of deleted alerts stay. */
  async function fire(who: SignedUp, symbol: string, times: readonly number[]): Promise<void> {
    for (const t of times)
      await world.pool.query(
        `insert into alert_event (alert_id, account_id, dedupe_key, name, symbol, rule, facts, t, bar, sound, created_at)
         values (null, $1, $2, '', $3, '{}', '{}', $4, null, 'bell', now())`,
        [who.id, `${who.id} ${symbol} ${t}`, symbol, t],
      )
  }

  async function targetOf(who: SignedUp, from: number, direction: string, symbol = SYMBOL) {
    const market = `symbol=${symbol}&cycle=1m&precision=0.01&kind=alert`
    return world.call(`/replay_target?${market}&from=${from}&direction=${direction}`, undefined, { token: who.token })
  }

  test('of the symbol, both ways, to the moment at which what fired them is visible', async () => {
    const cleo = await world.signUp()
    const dan = await world.signUp()
    for (const { id } of [cleo, dan]) await grantDays(world.pool, { accountId: id, days: 30, at: now, actorId: null })
    await world.store.ensureInstrument(spec('TEST:OTHER'))
    await fire(cleo, SYMBOL, [LATER, NEWEST, OLD])
    await fire(cleo, 'TEST:OTHER', [OLD + 1_000])
    await fire(dan, SYMBOL, [OLD + 2_000])
    const steps: (number | null)[] = []
    for (let from = OLD - HOUR_MS; ;) {
      const { data } = await targetOf(cleo, from, 'next')
      steps.push(data.t)
      if (data.t === null) break
      expect(data.searched).toBe(data.t)
      from = data.t
    }
    expect(steps).toEqual([OLD + 1, LATER + 1, NEWEST + 1, null])
    for (let from = now; ;) {
      const { data } = await targetOf(cleo, from, 'previous')
      steps.push(data.t)
      if (data.t === null) {
        expect(Math.abs(data.searched - (now - ALERT_HISTORY_DAYS * DAY_MS))).toBeLessThan(60_000)
        break
      }
      from = data.t
    }
    expect(steps.slice(4)).toEqual([NEWEST + 1, LATER + 1, OLD + 1, null])
    // One that fired in the last visible millisecond is not seen yet.
    expect((await targetOf(cleo, LATER, 'next')).data.t).toBe(LATER + 1)
    expect((await targetOf(cleo, LATER + 1, 'previous')).data.t).toBe(OLD + 1)
    expect((await targetOf(cleo, now + HOUR_MS, 'next')).data).toEqual({ t: null, searched: now + HOUR_MS })
    expect((await targetOf(dan, 0, 'next')).data.t).toBe(OLD + 2_001)
  })

  test('never later than what a reader with a delay sees, and only with a login', async () => {
    const eve = await world.signUp()
    await fire(eve, SYMBOL, [OLD, NEWEST])
    expect((await targetOf(eve, 0, 'next')).data.t).toBe(OLD + 1)
    const { data } = await targetOf(eve, OLD + 1, 'next')
    expect(data.t).toBeNull()
    expect(data.searched).toBeLessThan(NEWEST)
    expect((await targetOf(eve, Date.now(), 'previous')).data.t).toBe(OLD + 1)
    expect((await targetOf({ ...eve, token: '' }, 0, 'next')).data.error).toBe('UNAUTHENTICATED')
    expect((await targetOf(eve, 0, 'next', 'TEST:NONE')).data.error).toBe('UNKNOWN_SYMBOL')
  })
})

describe('triggered alert', () => {
  test('is added to the history of its owner, shown on open pages, exported, and deleted with the account', async () => {
    const { data: made } = await call('/save_alert', price('100.50'))
    const { rows } = await world.pool.query(
      `insert into alert_event (alert_id, account_id, dedupe_key, name, symbol, rule, facts, t, bar, sound, created_at)
       values ($1, $2, 'k', '', $3, $4, $5, 1700000000000, null, 'bell', now()) returning id`,
      [
        made.id,
        ada.id,
        SYMBOL,
        JSON.stringify(made.rule),
        JSON.stringify({ kind: 'price', level: '100.50', before: '100.40', price: '100.60', direction: 'up' }),
      ],
    )
    const [{ id }] = rows
    await world.pool.query(
      "insert into alert_delivery (event_id, account_id, channel, status, next_at, created_at, done_at) values ($1, $2, 'page', 'sent', now(), now(), now())",
      [id, ada.id],
    )
    const { data: history } = await call('/alert_history', {})
    expect(Compile(AlertHistory).Errors(history)).toEqual([])
    expect(history).toMatchObject({
      total: 1,
      list: [{ id, alert_id: made.id, deliveries: [{ channel: 'page', state: 'sent' }] }],
    })
    expect((await call('/alert_history', { after: id })).data.list).toEqual([])
    expect((await call('/alert_history', {}, bob)).data.list).toEqual([])

    const url = (await world.listen()).replace('http', 'ws')
    const received = new Map<SignedUp, unknown[]>([
      [ada, []],
      [bob, []],
    ])
    const sockets = [...received].map(([who, list]) => {
      const socket = new WebSocket(`${url}/api/stream`)
      socket.on('open', () => socket.send(JSON.stringify({ op: 'hello', authorization: who.token, version: 1 })))
      const ready = new Promise<void>((resolve) => {
        socket.on('message', (data) => {
          const message = JSON.parse(String(data))
          if (message.op === 'welcome') resolve()
          else list.push(message)
        })
      })
      return { socket, ready }
    })
    await Promise.all(sockets.map(({ ready }) => ready))
    // The page receives events once this process listens to the database.
    for (let tries = 0; tries < 100 && received.get(ada)?.length === 0; tries++) {
      await notifyPages(world.pool, ada.id, id, Date.now())
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(received.get(ada)?.[0]).toMatchObject({ op: 'alert', event: { id, symbol: SYMBOL } })
    expect(received.get(bob)).toEqual([])
    for (const { socket } of sockets) socket.terminate()

    const { data: exported } = await call('/export_data', { password: PASSWORD })
    expect(Compile(ExportData).Errors(exported)).toEqual([])
    expect(exported).toMatchObject({ alerts: [{ id: made.id }], alert_events: [{ id }] })
    await call('/delete_account', { password: PASSWORD })
    await runAccountCleanup(world.pool, Date.now() + 15 * 86_400_000)
    const left = await world.pool.query(
      'select (select count(*) from alert where account_id = $1) + (select count(*) from alert_event where account_id = $1) + (select count(*) from alert_webhook where account_id = $1) as count',
      [ada.id],
    )
    expect(left.rows).toEqual([{ count: 0 }])
  })
})
