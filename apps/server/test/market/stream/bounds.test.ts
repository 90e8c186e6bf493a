import { decodeFrame } from '@flowprint/orderflow'
import { afterEach, expect, test, vi } from 'vitest'
import { MarketHub } from '../../../src/market/stream/index.ts'
import type { LogItem } from '../../../src/market/stream/log-item.ts'
import { BacklogBudget, SendBuffer } from '../../../src/market/stream/client-limits.ts'
import type { TapeStore } from '../../../src/market/store/index.ts'
import { createBus } from '../../../src/platform/bus/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { appUnderTest } from '../../app-under-test.ts'
import { testClock } from '../../test-clock.ts'
import { NO_DERIVATIVES } from './no-derivatives.ts'
import { LTC, MemoryTape } from './memory-tape.ts'
import { StreamClient } from './stream-client.ts'

const T = Date.UTC(2025, 5, 21, 12)
const hubs: MarketHub[] = []
afterEach(() => {
  for (const hub of hubs.splice(0)) hub.close()
})

function world(maxHeldBytes?: number) {
  const bus = createBus((error) => {
    throw error
  })
  const tape = new MemoryTape(bus)
  const clock = testClock()
  const setNow = (ms: number): void => clock.stopAt(ms)
  /** Queries of the log wait while it is set. */
  const gate = { wait: null as Promise<void> | null, reads: 0 }
  const memory = tape.asStore()
  const store: TapeStore = {
    ...memory,
    async readLog(...args) {
      gate.reads += 1
      await gate.wait
      return memory.readLog(...args)
    },
  }
  const log = createLog('silent')
  const hub = new MarketHub({
    store,
    derivatives: NO_DERIVATIVES,
    bus,
    clock,
    log,
    frameGapMs: 0,
    ...(maxHeldBytes === undefined ? {} : { maxHeldBytes }),
  })
  hubs.push(hub)
  const stateOf = (name: string) => hub.queues().find(({ queue }) => queue === name)
  return { bus, tape, hub, gate, setNow, stateOf }
}

const trade = (ts: number) => ({ ts, price: 8000, qty: 1, buy: true })

/** Sequence numbers of the trades of all frames. */
const seqsOf = (items: readonly LogItem[]): number[] =>
  items.flatMap((item) =>
    item.kind === 'frame' ? [...(decodeFrame(item.bytes).trades.seq ?? [])].toSorted((a, b) => a - b) : [],
  )
const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i)

test('drops events while the database is queried, then reads the log: every entry arrives once and in order', async () => {
  const { tape, hub, gate, setNow, stateOf } = world()
  setNow(T)
  tape.commit([trade(T)], T)
  const view = await hub.view(LTC, 0)
  const items: LogItem[] = []
  view.relay.listen((item) => items.push(item))
  const open = Promise.withResolvers<void>()
  gate.wait = open.promise
  // A lost message makes the channel query the log.
  tape.mute = true
  tape.commit([trade(T)], T)
  tape.mute = false
  for (let i = 0; i < 2_500; i++) {
    tape.commit([trade(T)], T)
    expect(stateOf('market_events')?.size).toBeLessThanOrEqual(1_000)
  }
  expect(stateOf('market_events')).toMatchObject({ bound: 1_000, overflows: 2 })
  expect(gate.reads).toBe(1)
  open.resolve()
  await vi.waitFor(() => expect(view.relay.position).toBe(tape.lastSeq), { timeout: 20_000 })
  expect(seqsOf(items)).toEqual(upTo(tape.lastSeq, 2))
  expect(stateOf('market_events')?.size).toBe(0)
})

test('a delayed view holds back a bounded part of the log and reads the rest from the database', async () => {
  const { tape, hub, gate, setNow, stateOf } = world(2_000)
  const delayMs = 60_000
  setNow(T)
  tape.commit([trade(T - 2 * delayMs)], T - delayMs)
  const view = await hub.view(LTC, delayMs)
  const items: LogItem[] = []
  view.relay.listen((item) => items.push(item))
  const before = gate.reads
  for (let i = 1; i <= 300; i++) {
    setNow(T + i * 1000)
    tape.commit([trade(T + i * 1000)], T + i * 1000)
    // One frame above the bound at most.
    expect(stateOf('market_delayed')?.size).toBeLessThan(2_500)
  }
  expect(stateOf('market_delayed')?.overflows).toBeGreaterThan(0)
  expect(gate.reads).toBe(before)
  const end = T + 301_000 + delayMs
  setNow(end)
  await vi.waitFor(
    () => {
      hub.tick(end)
      expect(view.relay.position).toBe(tape.lastSeq)
    },
    { timeout: 10_000 },
  )
  expect(seqsOf(items)).toEqual(upTo(tape.lastSeq, 2))
  // Later items are held in memory again.
  const reads = gate.reads
  setNow(end + 1000)
  tape.commit([trade(end + 1000)], end + 1000)
  setNow(end + 2000 + delayMs)
  hub.tick(end + 2000 + delayMs)
  expect([view.relay.position, gate.reads]).toEqual([tape.lastSeq, reads])
})

test('nothing is released early while a delayed view reads from the database', async () => {
  const { tape, hub, setNow } = world(500)
  const delayMs = 60_000
  setNow(T)
  tape.commit([trade(T - 2 * delayMs)], T - delayMs)
  const view = await hub.view(LTC, delayMs)
  let latest = -Infinity
  view.relay.listen((item) => (latest = Math.max(latest, item.newestTs)))
  for (let i = 1; i <= 200; i++) {
    const now = T + i * 1000
    setNow(now)
    tape.commit([trade(now)], now)
    hub.tick(now)
    await new Promise((resolve) => setImmediate(resolve))
    expect(latest).toBeLessThan(now - delayMs)
  }
  expect(latest).toBeGreaterThan(T)
})

test('clients that read slowly share a budget: above it, backlogs are dropped', () => {
  const budget = new BacklogBudget(500_000)
  const full = { bufferedAmount: 1_000_000, send: () => {} }
  const drops = [0, 0]
  const [first, second] = drops.map((_, i) => new SendBuffer(full, 10_000_000, () => (drops[i] += 1), budget))
  first.send('x'.repeat(400_000))
  second.send('x'.repeat(200_000))
  expect([budget.used, drops]).toEqual([600_000, [0, 0]])
  second.send('x')
  expect([budget.used, drops]).toEqual([400_000, [0, 1]])
  first.clear()
  expect(budget.used).toBe(0)
})

test('a buffer reports for how long nothing was written', () => {
  const waiting: (() => void)[] = []
  const sink = {
    bufferedAmount: 0,
    send: (_data: unknown, _options: object, done: () => void) => void waiting.push(done),
  }
  const buffer = new SendBuffer(sink, 1_000, () => {})
  expect(buffer.stalledMs(performance.now() + 60_000)).toBe(0)
  buffer.send('a')
  expect(buffer.stalledMs(performance.now() + 60_000)).toBeGreaterThanOrEqual(60_000)
  waiting.pop()?.()
  expect(buffer.stalledMs(performance.now() + 60_000)).toBe(0)
})

test('a user who subscribes too often is asked to wait, and the connection stays open', async () => {
  const server = await appUnderTest({ env: { RATE_LIMIT_FACTOR: '1' } })
  try {
    const url = await server.listen()
    server.setNow(T)
    server.tape.commit([trade(T)], T)
    // 30 catch-ups of 100,000 entries each use up the budget of a minute.
    server.tape.log[0] = { ...server.tape.log[0], lastSeq: 100_000 }
    server.tape.logFrom = 100_000
    const client = await StreamClient.open(url)
    for (let i = 0; i < 40; i++) client.send({ op: 'subscribe', symbol: LTC.symbol, from_seq: 0 })
    const error = await client.message('error')
    expect(error).toMatchObject({ code: 429, data: { error: 'RATE_LIMITED' } })
    expect((error.data as { retry_after: number }).retry_after).toBeGreaterThan(0)
    client.send({ op: 'ping' })
    await client.message('pong')
    client.close()
  } finally {
    await server.app.close()
  }
})
