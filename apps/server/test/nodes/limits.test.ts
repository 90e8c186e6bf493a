import { HOUR_MS } from '@flowprint/orderflow'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CostBudget } from '../../src/platform/http/index.ts'
import type { AppError } from '../../src/platform/http/index.ts'
import { RATE_WINDOW_MS, SharedRates } from '../../src/platform/http/shared-rates.ts'
import { NodeExchange } from '../../src/platform/exchange/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { ConnectionCount } from '../../src/market/stream/client-limits.ts'
import { appUnderTest } from '../app-under-test.ts'
import type { AppUnderTest } from '../app-under-test.ts'
import { LTC } from '../market/stream/memory-tape.ts'
import { StreamClient } from '../market/stream/stream-client.ts'
import { joinedBuses } from './joined-buses.ts'
import type { JoinedBus } from './joined-buses.ts'
import { until } from '../until.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0).reverse()) await close()
})

/** Nodes with their exchanges, at a short interval. */
function nodes(count: number): { bus: JoinedBus; exchange: NodeExchange }[] {
  return joinedBuses(count).map((bus) => {
    const exchange = new NodeExchange({ bus, log: createLog('silent'), intervalMs: 10 })
    closing.push(() => exchange.close())
    return { bus, exchange }
  })
}

async function apps(count: number, env: Record<string, string>): Promise<(AppUnderTest & { bus: JoinedBus })[]> {
  const made = joinedBuses(count).map(async (bus) => {
    const server = await appUnderTest({ bus, env, exchangeMs: 10 })
    closing.push(() => server.app.close())
    return { ...server, bus }
  })
  return Promise.all(made)
}

const statusOf = async ({ app }: AppUnderTest, url: string, remoteAddress = '203.0.113.5'): Promise<number> =>
  (await app.inject({ url, remoteAddress })).statusCode

describe('requests per address', () => {
  const URL = `/api/profile?symbol=${LTC.symbol}`
  /** 300 per minute times the factor. */
  const MAX = 30

  async function limitedApps(): Promise<(AppUnderTest & { bus: JoinedBus })[]> {
    // Within one minute, whatever the time of the test.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 5, 12, 0, 10) })
    return apps(2, { RATE_LIMIT_FACTOR: '0.1' })
  }

  test('are counted together: a used-up limit holds on the other node, until the minute ends', async () => {
    const [one, two] = await limitedApps()
    for (let i = 0; i < MAX; i++) expect(await statusOf(one, URL)).not.toBe(429)
    await until(async () => expect(await statusOf(two, URL)).toBe(429))
    const refused = await two.app.inject({ url: URL, remoteAddress: '203.0.113.5' })
    const seconds = 60 - Math.floor((Date.now() / 1000) % 60)
    expect(Math.abs(refused.json().data.retry_after - seconds)).toBeLessThanOrEqual(1)
    expect(refused.headers['retry-after']).toBe(String(refused.json().data.retry_after))
    expect(await statusOf(two, URL, '203.0.113.6')).not.toBe(429)
    // Other calls have another limit.
    expect(await statusOf(two, `/api/big_trades?symbol=${LTC.symbol}`)).not.toBe(429)
    vi.setSystemTime(Date.UTC(2026, 0, 5, 12, 1, 1))
    expect(await statusOf(one, URL)).not.toBe(429)
    await until(async () => expect(await statusOf(two, URL)).not.toBe(429))
  })

  test('are counted by each node alone while it is cut off', async () => {
    const [one, two] = await limitedApps()
    for (let i = 0; i < MAX; i++) await statusOf(one, URL)
    await until(async () => expect(await statusOf(two, URL)).toBe(429))
    two.bus.setConnected(false)
    await until(async () => expect(await statusOf(two, URL)).not.toBe(429))
    expect(await statusOf(one, URL)).toBe(429)
  })
})

describe('SharedRates', () => {
  test('adds up the counts of nodes whose clocks differ', async () => {
    const start = Date.UTC(2026, 0, 5, 12, 0, 59)
    const [one, two] = nodes(2)
    const [a, b] = [new SharedRates(one.exchange, () => start), new SharedRates(two.exchange, () => start + 5_000)]
    for (let i = 0; i < 7; i++) a.add('key')
    await until(() => expect(b.add('key').current).toBeGreaterThan(7))
    expect(a.add('key').ttl).toBe(1_000)
    expect(b.add('key').ttl).toBe(RATE_WINDOW_MS - 4_000)
  })

  test('counts a repeated message once, and starts again with the minute', async () => {
    let now = Date.UTC(2026, 0, 5, 12)
    const [one, two] = nodes(2)
    const [a, b] = [one, two].map(({ exchange }) => new SharedRates(exchange, () => now))
    for (let i = 0; i < 4; i++) a.add('key')
    const sent = vi.spyOn(one.bus, 'publish')
    await until(() => expect(sent.mock.calls.length).toBeGreaterThan(20))
    expect(b.add('key').current).toBe(5)
    now += RATE_WINDOW_MS
    expect(a.add('key').current).toBe(1)
    let own = 0
    await until(() => expect(b.add('key').current).toBe(++own + 1))
  })
})

describe('cost budgets', () => {
  const admits = (budget: CostBudget): boolean => {
    try {
      budget.admit('7')
      return true
    } catch (error) {
      expect((error as AppError).slug).toBe('RATE_LIMITED')
      return false
    }
  }

  test('are charged on all nodes, once', async () => {
    const [one, two] = nodes(2)
    const [a, b] = [one, two].map(
      ({ exchange }) => new CostBudget({ name: 'test', units: 600, clock: { now: () => 0 }, exchange }),
    )
    a.charge('7', 400)
    b.charge('7', 150)
    // 50 units are left; further intervals send nothing again.
    const ticks = vi.spyOn(one.bus, 'publish')
    await until(() => expect(ticks.mock.calls.length).toBeGreaterThan(10))
    expect([admits(a), admits(b)]).toEqual([true, true])
    a.charge('7', 60)
    expect(admits(a)).toBe(false)
    await until(() => expect(admits(b)).toBe(false))
  })

  test('are charged by each node alone while it is cut off, and never afterwards', async () => {
    const [one, two] = nodes(2)
    const [a, b] = [one, two].map(
      ({ exchange }) => new CostBudget({ name: 'test', units: 600, clock: { now: () => 0 }, exchange }),
    )
    two.bus.setConnected(false)
    a.charge('7', 700)
    const ticks = vi.spyOn(one.bus, 'publish')
    await until(() => expect(ticks.mock.calls.length).toBeGreaterThan(5))
    two.bus.setConnected(true)
    ticks.mockClear()
    await until(() => expect(ticks.mock.calls.length).toBeGreaterThan(5))
    expect([admits(a), admits(b)]).toEqual([false, true])
  })
})

describe('streams per user', () => {
  test('are counted together: the sixth is refused on another node, and accepted after one was closed', async () => {
    const servers = await apps(2, { RATE_LIMIT_FACTOR: '1' })
    for (const { tape } of servers)
      tape.commit([{ ts: Date.now() - HOUR_MS, price: 8000, qty: 1, buy: true }], Date.now())
    const [one, two] = await Promise.all(servers.map((server) => server.listen()))
    const open: StreamClient[] = []
    for (const url of [one, one, one, two, two]) open.push(await StreamClient.open(url))
    for (const url of [one, two]) {
      const sixth = new StreamClient(url)
      sixth.socket.once('open', () => sixth.send({ op: 'hello', authorization: '', language: 'en', version: 1 }))
      expect((await sixth.message('error')).data.fields?.op[0].error).toBe('TOO_MANY_CONNECTIONS')
      await sixth.closed()
    }
    open[0].close()
    await vi.waitFor(async () => open.push(await StreamClient.open(two)), { timeout: 10_000 })
    for (const client of open) client.close()
  })

  test('of a node that is killed are forgotten after some intervals, and return with it', async () => {
    const [one, two] = nodes(2)
    const [a, b] = [one, two].map(({ exchange }) => new ConnectionCount(1, exchange))
    for (let i = 0; i < a.limit; i++) a.acquire('7')
    await until(() => expect(b.acquire('7')).toBeNull())
    one.bus.setConnected(false)
    await until(() => expect(b.acquire('7')).not.toBeNull())
    one.bus.setConnected(true)
    await until(() => expect(b.acquire('7')).toBeNull())
  })

  test('of a node that stops no longer count', async () => {
    const [one, two] = nodes(2)
    const [a, b] = [one, two].map(({ exchange }) => new ConnectionCount(1, exchange))
    const slots = Array.from({ length: a.limit }, () => a.acquire('7'))
    await until(() => expect(b.acquire('7')).toBeNull())
    a.close()
    await until(() => expect(b.acquire('7')).not.toBeNull())
    for (const release of slots) release?.()
    expect(b.acquire('7')).not.toBeNull()
  })

  test('are counted correctly when announcements are lost, after the next complete one', async () => {
    const [one, two] = nodes(2)
    const [a, b] = [one, two].map(({ exchange }) => new ConnectionCount(1, exchange))
    const release = a.acquire('7')
    await until(() => expect(b.acquire('8')).not.toBeNull())
    one.bus.setConnected(false)
    release?.()
    for (let i = 0; i < a.limit; i++) a.acquire('9')
    one.bus.setConnected(true)
    await until(() => expect(b.acquire('9')).toBeNull())
    for (let i = 0; i < b.limit; i++) expect(b.acquire('7')).not.toBeNull()
    expect(b.acquire('7')).toBeNull()
  })
})
