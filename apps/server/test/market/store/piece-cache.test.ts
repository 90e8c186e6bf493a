// Bars of fills and volume: concurrent reads of the same bars are folded once.
import { HOUR_MS } from '@flowprint/orderflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Instrument, type TapeStore, openStore } from '../../../src/market/store/index.ts'
import { type Piece, PieceCache } from '../../../src/market/store/read/sequence/piece-cache.ts'
import { createBus } from '../../../src/platform/bus/index.ts'
import { type TestDatabase, spec, testDatabase } from '../../test-database.ts'
import { makeTape, numbers, sequenceOfHistory } from './tapes.ts'

const piece = (trades: number): Piece => ({
  done: null,
  bars: 0,
  firstT: Infinity,
  lastT: -Infinity,
  open: null,
  sums: { delta: 0, quoteDelta: 0, vwap: { q: 0n, pq: 0n, ppq: 0n } },
  trades,
})

describe('cached piece', () => {
  test('is folded once for several concurrent requests', async () => {
    const cache = new PieceCache(1_000_000)
    let folded = 0
    const found = await Promise.all(Array.from({ length: 5 }, () => cache.getOrFold('a', async () => piece(++folded))))
    expect(folded).toBe(1)
    expect(found.map(({ isFolded }) => isFolded)).toEqual([true, false, false, false, false])
    expect(new Set(found.map((one) => one.piece)).size).toBe(1)
  })

  test('is folded by another waiting request after a failure, which only the first one sees', async () => {
    const cache = new PieceCache(1_000_000)
    let tries = 0
    const fold = async (): Promise<Piece> => {
      if (++tries === 1) throw new Error('its reader went away')
      return piece(tries)
    }
    const found = await Promise.allSettled(Array.from({ length: 4 }, () => cache.getOrFold('a', fold)))
    expect(tries).toBe(2)
    expect(found.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  })

  test('that is too large to cache is still returned to all waiting requests', async () => {
    const cache = new PieceCache(100)
    let folded = 0
    const fold = async (): Promise<Piece> => piece(++folded)
    const found = await Promise.all([cache.getOrFold('a', fold), cache.getOrFold('a', fold)])
    expect([folded, found[1].isFolded]).toEqual([1, false])
    expect((await cache.getOrFold('a', fold)).isFolded).toBe(true)
  })
})

describe('two uncached requests for the same bars', () => {
  let database: TestDatabase
  let store: TapeStore
  let reads = 0
  beforeAll(async () => {
    database = await testDatabase()
    const { pool } = database
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...given: unknown[]) => unknown
      client.query = ((...given: unknown[]) => {
        // Trades are read by COPY, whose statement reaches pg as an object.
        if (typeof (given[0] as { submit?: unknown }).submit === 'function') reads++
        return query(...given)
      }) as typeof client.query
    })
    store = openStore({ pool, url: database.url, bus: createBus(() => {}) })
  })
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  const newMarket = async (symbol: string): Promise<Instrument> => {
    const instrument = await store.ensureInstrument(spec(symbol))
    await store.importRun(instrument, [
      makeTape(
        Date.UTC(2025, 5, 3),
        Array.from({ length: 400 }, (_, i) => ({
          gap: HOUR_MS / 20,
          price: 8_000 + (i % 7),
          qty: 3,
          buy: i % 2 === 0,
          fills: 1,
        })),
      ),
    ])
    return instrument
  }
  const rule = { kind: 'ticks', size: 9 } as const
  const read = (instrument: Instrument) =>
    store.readHistory(instrument, { cycleMs: 0, step: 1, limit: 5000, sequence: rule })

  test('read the trades once, and both get the same bars', async () => {
    const [alone, together] = [await newMarket('T:ALONE'), await newMarket('T:BOTH')]
    reads = 0
    await read(alone)
    const once = reads
    expect(once).toBeGreaterThan(0)
    reads = 0
    const [a, b] = await Promise.all([read(together), read(together)])
    expect(reads).toBe(once)
    expect(numbers(sequenceOfHistory(a, rule, 1))).toEqual(numbers(sequenceOfHistory(b, rule, 1)))
  })
})
