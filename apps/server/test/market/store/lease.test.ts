import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { FencedError, openStore } from '../../../src/market/store/index.ts'
import type { Instrument } from '../../../src/market/store/index.ts'
import { createBus } from '../../../src/platform/bus/index.ts'
import type { TapeEvent } from '../../../src/platform/bus/index.ts'
import { cutLeases, spec, testStore } from '../../test-database.ts'
import type { TestStore } from '../../test-database.ts'

const T = Date.UTC(2025, 5, 21, 12)
let world: TestStore
let count = 0
beforeAll(async () => {
  world = await testStore({ relay: true })
})
afterAll(() => world.close())

const newInstrument = (): Promise<Instrument> =>
  world.store.ensureInstrument(spec(`TEST:F${++count}`, { live: true, ids: 'contiguous' }))

function tradeOf(id: number): Trades {
  const builder = new TradeBuilder()
  builder.push(T + id * 100, 8_300, 1, true, 1, id)
  return builder.build()
}

describe('lease', () => {
  test('is held by one writer at a time, and the next one waits and continues from the highest seq', async () => {
    const instrument = await newInstrument()
    const first = await world.store.acquireLease(instrument)
    await world.store.appendLive(first, tradeOf(1), T)
    let isTaken = false
    const waiting = world.store.acquireLease(instrument).then((lease) => {
      isTaken = true
      return lease
    })
    await world.store.appendLive(first, tradeOf(2), T)
    expect(isTaken).toBe(false)
    await first.release()
    const second = await waiting
    expect([second.epoch, second.nextId]).toEqual([first.epoch + 1, 3])
    expect((await world.store.appendLive(second, tradeOf(3), T)).firstSeq).toBe(3)
    await second.release()
  })

  test('can be cancelled while waiting', async () => {
    const instrument = await newInstrument()
    const held = await world.store.acquireLease(instrument)
    const giveUp = new AbortController()
    const waiting = world.store.acquireLease(instrument, giveUp.signal)
    setTimeout(() => giveUp.abort(), 50)
    await expect(waiting).rejects.toThrow('aborted')
    await held.release()
  })

  test('reports a lost connection, and rejects the next commit with nothing stored or sent', async () => {
    const instrument = await newInstrument()
    const events = world.events(instrument.symbol)
    const lease = await world.store.acquireLease(instrument)
    const lost = once(lease.signal, 'abort')
    await cutLeases(world.database.pool)
    await lost
    await expect(world.store.appendLive(lease, tradeOf(1), T)).rejects.toBeInstanceOf(FencedError)
    expect((await world.store.readLog(instrument, 1)).lastSeq).toBe(0)
    expect(events).toEqual([])
  })

  test('taken by another process fences a writer that has not noticed yet', async () => {
    const instrument = await newInstrument()
    const events = world.events(instrument.symbol)
    const old = await world.store.acquireLease(instrument)
    await world.store.appendLive(old, tradeOf(1), T)
    // The old writer is behind a network that drops everything: its lock is gone, and its signal does not fire.
    const unaware = { ...old, signal: new AbortController().signal, assertHeld: () => {}, onCommit: () => {} }
    await cutLeases(world.database.pool)
    const other = openStore({ pool: world.database.pool, url: world.database.url, bus: createBus(() => {}) })
    const next = await other.acquireLease(instrument)
    await other.appendLive(next, tradeOf(2), T)
    const before = events.length
    await expect(world.store.appendLive(unaware, tradeOf(3), T)).rejects.toBeInstanceOf(FencedError)
    await expect(world.store.importRun(instrument, [tradeOf(4)], { lease: unaware })).rejects.toBeInstanceOf(
      FencedError,
    )
    expect(events.length).toBe(before)
    expect((await other.readTrades(instrument, { from: 0, to: Infinity, limit: 10 })).length).toBe(2)
    await next.release()
  })
})

test('concurrent writers of one instrument leave a log without gaps', async () => {
  const instrument = await newInstrument()
  const lease = await world.store.acquireLease(instrument)
  const live = (async () => {
    for (let id = 1_000; id < 1_030; id++) await world.store.appendLive(lease, tradeOf(id), T)
  })()
  const imports = Array.from({ length: 8 }, (_, i) =>
    world.store.importRun(instrument, [tradeOf(i * 10 + 1), tradeOf(i * 10 + 2)]),
  )
  await Promise.all([live, ...imports])
  const { entries, lastSeq } = await world.store.readLog(instrument, 1)
  expect(entries.map((entry) => entry.firstSeq)).toEqual(Array.from({ length: lastSeq }, (_, i) => i + 1))
  // One per writer, and one for every gap that a live commit found.
  expect(entries.filter(({ reason }) => reason !== 'repair').length).toBe(38)
  await lease.release()
})

test('an import of another process is received here', async () => {
  const instrument = await newInstrument()
  const heard = new Promise<TapeEvent>((resolve) => world.bus.subscribe(`tape:${instrument.symbol}`, resolve))
  // Another process has another origin: this sends the notification as that process would.
  const event = {
    kind: 'revision',
    symbol: instrument.symbol,
    seq: 7,
    from: T,
    to: T + 60_000,
    reason: 'import',
    newestTs: T,
  }
  await world.database.pool.query('select pg_notify($1, $2)', [
    'tape',
    JSON.stringify({ origin: 'another process', event }),
  ])
  expect(await heard).toEqual(event)
})
