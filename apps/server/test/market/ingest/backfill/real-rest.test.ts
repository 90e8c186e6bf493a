import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVenueRest } from '@flowprint/venues'
import { MINUTE_MS, DAY_MS, barsEqual, lowerBoundTs, sliceTrades } from '@flowprint/orderflow'
import { fakeBinance, startFakeExchange } from '@flowprint/testkit'
import type { FakeExchange } from '@flowprint/testkit'
import { runBackfill } from '../../../../src/market/ingest/backfill/run-backfill.ts'
import type { Instrument } from '../../../../src/market/store/index.ts'
import { type TestStore, testStore } from '../../../test-database.ts'
import { barsOfHistory, barsOfTape, numbers } from '../../store/tapes.ts'
import { FIRST_DAY, NOW, listingOf, makeWorld, patchyTape } from './world.ts'
import type { World } from './world.ts'

// A trade in the last millisecond of a day and one in the first of the next belong to one tape.
const tape = patchyTape([30, 47.96, 48.2, 55, 61.25])
const listing = { ...listingOf('BINANCE:JOINUSDT'), ccxtSymbol: 'JOIN/USDT', label: 'JOIN/USDT' }
let store: TestStore
let world: World
let exchange: FakeExchange
beforeAll(async () => {
  store = await testStore()
  world = await makeWorld(store, [
    {
      layout: 'binance-spot',
      marketId: 'JOINUSDT',
      tape: sliceTrades(tape, 0, lowerBoundTs(tape, FIRST_DAY + 2 * DAY_MS)),
    },
  ])
  exchange = await startFakeExchange({ venue: fakeBinance(), markets: [{ listing, tape }], startMs: NOW })
  exchange.emit(tape.length)
})
afterAll(async () => {
  await exchange.close()
  await world.close()
  await store.close()
})

test('day files, REST of the venue and live trades join without gaps or duplicates', async () => {
  const openRest = async () => openVenueRest('BINANCE', { urls: exchange.urls, clock: () => NOW })
  const live = lowerBoundTs(tape, NOW - 5 * MINUTE_MS) + 17
  const { symbol } = listing
  const instrument: Instrument = await store.store.ensureInstrument({
    symbol,
    exchange: 'BINANCE',
    kind: 'spot',
    label: listing.label,
    tickSize: listing.tickSize,
    lotSize: listing.lotSize,
    side: 'given',
    qtyUnit: 'base',
    ids: 'fills',
    live: true,
    simulated: false,
  })
  const lease = await store.store.acquireLease(instrument)
  await store.store.appendLive(lease, sliceTrades(tape, live), NOW)
  const { summary, failures } = await runBackfill(
    symbol,
    { from: FIRST_DAY + DAY_MS, to: FIRST_DAY + 3 * DAY_MS },
    world.deps({ openRest }),
  )
  await lease.release()
  expect(failures).toEqual([])
  expect(summary).toMatchObject({ files: 1, gaps: 0, missing_hours: 0 })
  const stored = await store.store.readTrades(instrument, { from: 0, to: Infinity, limit: 1_000_000 })
  expect(Array.from(stored.id)).toEqual(Array.from(tape.id))
  expect(Array.from(stored.qty)).toEqual(Array.from(tape.qty))
  const history = await store.store.readHistory(instrument, { cycleMs: MINUTE_MS, step: 1, limit: 5_000 })
  expect(barsEqual(numbers(barsOfHistory(history, MINUTE_MS, 1)), numbers(barsOfTape(tape, MINUTE_MS, 1)))).toBe(true)
})
