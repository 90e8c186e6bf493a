import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROUTES } from '@flowprint/contract'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { LoadMonitor } from '../../src/platform/http/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { createBus } from '../../src/platform/bus/index.ts'
import { appUnderTest } from '../app-under-test.ts'
import type { AppUnderTest } from '../app-under-test.ts'
import { LTC, MemoryTape } from '../market/stream/memory-tape.ts'

const T = Date.UTC(2025, 5, 21, 12)
const lines: string[] = []
const log = createLog('info', { stream: { write: (line) => void lines.push(line) } })
const monitors: LoadMonitor[] = []
beforeEach(() => void (lines.length = 0))
afterEach(() => {
  for (const monitor of monitors.splice(0)) monitor.close()
})

function monitor(pools: { waitingCount: number; maxWaiting?: number }[] = [], maxLoopDelayMs = 0) {
  const clock = { now: 0 }
  const made = new LoadMonitor({ maxLoopDelayMs, pools, log, now: () => clock.now })
  monitors.push(made)
  return { load: made, clock }
}

describe('the load level', () => {
  test('rises with the calls in progress', () => {
    const { load } = monitor()
    const leave: (() => void)[] = []
    const enter = (count: number) => {
      while (leave.length < count) leave.push(load.enter())
    }
    enter(299)
    expect(load.level()).toBe(0)
    enter(300)
    expect(load.level()).toBe(1)
    enter(1_000)
    expect(load.level()).toBe(2)
    for (const one of leave) one()
    expect(load.inFlight).toBe(0)
  })

  test('rises with the callers that wait for a database connection', () => {
    const pool = { waitingCount: 49, maxWaiting: 200 }
    const { load } = monitor([{ waitingCount: 5_000 }, pool])
    expect(load.level()).toBe(0)
    pool.waitingCount = 50
    expect(load.level()).toBe(1)
    pool.waitingCount = 150
    expect(load.level()).toBe(2)
  })

  test('falls two seconds after the last time its bound was reached', () => {
    const pool = { waitingCount: 200, maxWaiting: 200 }
    const { load, clock } = monitor([pool])
    expect(load.level()).toBe(2)
    pool.waitingCount = 60
    clock.now = 1_999
    expect(load.level()).toBe(2)
    clock.now = 2_000
    expect(load.level()).toBe(1)
    clock.now = 5_000
    expect(load.level()).toBe(1)
    pool.waitingCount = 0
    clock.now = 6_999
    expect(load.level()).toBe(1)
    clock.now = 7_000
    expect(load.level()).toBe(0)
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'warn', msg: 'overloaded: calls are refused', poolWaiting: [200] },
      { level: 'info', msg: 'no longer overloaded' },
    ])
  })
})

test('essential calls are never refused, and every expensive call is refused first', () => {
  const shedOf = (value: 'first' | 'never') => ROUTES.filter(({ shed }) => shed === value).map(({ path }) => path)
  expect(shedOf('never').toSorted()).toEqual(
    ['health', 'login', 'logout', 'metrics', 'ready', 'settings', 'user_info'].map((name) => `/api/${name}`),
  )
  expect(shedOf('first').toSorted()).toEqual(
    [
      'admin_export',
      'big_trades',
      'book',
      'depth',
      'export',
      'export_data',
      'footprint',
      'funding',
      'liquidations',
      'my_orders_export',
      'open_interest',
      'profile',
      'replay_target',
      'stream',
      'trades',
    ].map((name) => `/api/${name}`),
  )
})

describe('an overloaded server', () => {
  let server: AppUnderTest
  let url: string
  const webRoot = mkdtempSync(join(tmpdir(), 'flowprint-shedding-'))
  mkdirSync(join(webRoot, 'assets'))
  for (const name of ['index.html', 'favicon.svg']) writeFileSync(join(webRoot, name), '<html lang="zh">')
  afterEach(() => server.app.close())
  afterAll(() => rmSync(webRoot, { recursive: true }))

  const FOOTPRINT = `/api/footprint?symbol=${LTC.symbol}&cycle=1m&precision=0.01`
  const call = (path: string, user = 'a', method = 'GET', signal: AbortSignal | null = null) =>
    fetch(`${url}${path}`, {
      method,
      signal,
      headers: { authorization: user, language: 'en', 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    })

  /** Queries of a market wait while `gate.wait` is set. Every caller is a user with the name of their token. */
  async function start(env: Record<string, string> = {}) {
    const gate = { wait: null as Promise<void> | null }
    const bus = createBus((error) => {
      throw error
    })
    const tape = new MemoryTape(bus)
    const memory = tape.asStore()
    server = await appUnderTest({
      env,
      webRoot,
      bus,
      accessOf: ({ authorization }) => ({ user: authorization, delayMs: 0 }),
      store: {
        ...memory,
        async findInstrument(symbol) {
          if (symbol === LTC.symbol) await gate.wait
          return memory.findInstrument(symbol)
        },
      },
    })
    url = await server.listen()
    server.setNow(T)
    tape.commit([{ ts: T, price: 8000, qty: 1, buy: true }], T)
    return gate
  }

  async function metric(name: string): Promise<number> {
    const text = await (await call('/api/metrics')).text()
    return Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1])
  }

  test('refuses expensive calls with 503 and Retry-After, answers the others, and recovers', async () => {
    const gate = await start()
    const open = Promise.withResolvers<void>()
    gate.wait = open.promise
    // Ten calls of each user, so that no limit of a user applies.
    const held = Array.from({ length: 300 }, (_, i) => call(FOOTPRINT, `user ${i % 30}`))
    await vi.waitFor(async () => expect(await metric('http_requests_in_flight')).toBe(301), { timeout: 20_000 })
    expect(await metric('overload_level')).toBe(1)

    const refused = await call(FOOTPRINT, 'late')
    const seconds = Number(refused.headers.get('retry-after'))
    expect([refused.status, seconds >= 2 && seconds <= 5]).toEqual([503, true])
    expect(await refused.json()).toEqual({
      code: 503,
      message: `The server is busy. Try again in ${seconds} s`,
      detail: `The server is busy. Try again in ${seconds} s`,
      data: { error: 'OVERLOADED', retry_after: seconds },
    })
    const chinese = await fetch(`${url}${FOOTPRINT}`, { headers: { language: 'zh' } })
    expect(((await chinese.json()) as { message: string }).message).toMatch(/^服务器繁忙，请在 \d 秒后重试$/)
    expect(refused.headers.get('content-security-policy')).not.toBeNull()

    const stream = new WebSocket(`${url.replace('http', 'ws')}/api/stream`)
    stream.on('error', () => {})
    const [status] = await once(stream, 'unexpected-response').then(([, response]) => [
      (response as { statusCode: number }).statusCode,
    ])
    expect(status).toBe(503)

    const others = await Promise.all(['/api/health', '/api/ready', '/api/menus', '/'].map((path) => call(path)))
    expect(others.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    expect(await metric('http_refused_total{level="1"}')).toBe(3)

    open.resolve()
    gate.wait = null
    const answers = await Promise.all(held)
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    await vi.waitFor(async () => expect((await call(FOOTPRINT, 'late')).status).toBe(200), { timeout: 20_000 })
    expect(await metric('overload_level')).toBe(0)
  })

  test('does not count calls whose clients have left', async () => {
    const gate = await start()
    const open = Promise.withResolvers<void>()
    gate.wait = open.promise
    const leaving = new AbortController()
    const held = Array.from({ length: 300 }, (_, i) => call(FOOTPRINT, `user ${i % 30}`, 'GET', leaving.signal))
    await vi.waitFor(async () => expect(await metric('http_requests_in_flight')).toBe(301), { timeout: 20_000 })
    leaving.abort()
    expect(new Set((await Promise.allSettled(held)).map(({ status }) => status))).toEqual(new Set(['rejected']))
    await vi.waitFor(async () => expect(await metric('http_requests_in_flight')).toBe(1), { timeout: 20_000 })
    open.resolve()
    gate.wait = null
    await vi.waitFor(async () => expect((await call(FOOTPRINT, 'late')).status).toBe(200), { timeout: 20_000 })
    const left = await metric('http_request_seconds_count{method="GET",path="/api/footprint",status="499"}')
    expect(left).toBe(300)
  })

  test('refuses everything but essential calls, pages and files at the second level', { tags: ['long'] }, async () => {
    const gate = await start()
    const open = Promise.withResolvers<void>()
    gate.wait = open.promise
    // The first level refuses further charts: coverage is an ordinary call.
    const held = Array.from({ length: 1_000 }, (_, i) => call(`/api/coverage?symbol=${LTC.symbol}`, `user ${i % 100}`))
    await vi.waitFor(async () => expect(await metric('overload_level')).toBe(2), { timeout: 60_000 })
    const ordinary = await call('/api/menus')
    const seconds = Number(ordinary.headers.get('retry-after'))
    expect([ordinary.status, seconds >= 5 && seconds <= 10]).toEqual([503, true])
    for (const path of ['/api/health', '/api/ready', '/', '/login', '/favicon.svg'])
      expect([path, (await call(path)).status]).toEqual([path, 200])
    for (const path of ['/api/settings', '/api/login', '/api/user_info'])
      expect(await (await call(path, 'a', 'POST')).text()).not.toContain('OVERLOADED')
    open.resolve()
    gate.wait = null
    for (const answer of await Promise.all(held)) expect(answer.status).toBe(200)
    await vi.waitFor(async () => expect((await call('/api/menus')).status).toBe(200), { timeout: 20_000 })
  })

  test('notices a blocked event loop', async () => {
    await start({ MAX_LOOP_DELAY_MS: '40' })
    // The start of the server itself may have blocked it.
    await vi.waitFor(async () => expect((await call(FOOTPRINT)).status).toBe(200), { timeout: 20_000, interval: 200 })
    let isOver = false
    const block = (): void => {
      if (isOver) return
      const until = performance.now() + 100
      while (performance.now() < until);
      setTimeout(block, 1)
    }
    block()
    const until = performance.now() + 20_000
    let answer = await call(FOOTPRINT)
    while (answer.status !== 503 && performance.now() < until) answer = await call(FOOTPRINT)
    expect([answer.status, (await call('/api/health')).status]).toEqual([503, 200])
    isOver = true
    await vi.waitFor(async () => expect((await call(FOOTPRINT)).status).toBe(200), { timeout: 20_000, interval: 200 })
  })
})
