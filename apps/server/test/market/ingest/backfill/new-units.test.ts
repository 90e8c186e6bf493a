import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS, decimalUnit, toUnits, TradeBuilder } from '@flowprint/orderflow'
import type { MarketListing, VenueRest } from '@flowprint/venues'
import { CommitPace } from '../../../../src/market/ingest/backfill/commit-batch.ts'
import { fillSlice } from '../../../../src/market/ingest/backfill/fill-day.ts'
import { type TestStore, spec, testStore } from '../../../test-database.ts'
import { FIRST_DAY, NOW, listingOf } from './world.ts'

let store: TestStore
beforeAll(async () => {
  store = await testStore()
})
afterAll(() => store.close())

/** One trade at 83.30 in the units of the listing. */
function restOf(venue: string, duringFetch: () => Promise<void> = async () => {}): VenueRest {
  return {
    venue,
    listings: async () => [],
    async *trades(listing: MarketListing) {
      const builder = new TradeBuilder()
      builder.push(
        FIRST_DAY + 1_000,
        toUnits('83.30', decimalUnit(listing.tickSize)),
        toUnits('1.5', decimalUnit(listing.lotSize)),
        true,
        1,
        1,
      )
      await duringFetch()
      yield { trades: builder.build(), complete: true }
    },
    close: async () => {},
  }
}

const fill = (symbol: string, duringFetch?: () => Promise<void>) => {
  const listing = listingOf(symbol)
  const market = {
    symbol,
    marketId: listing.marketId,
    source: null,
    online: { rest: restOf(listing.venue, duringFetch), listing },
  }
  const committer = { store: store.store, pace: new CommitPace(), signal: new AbortController().signal }
  return fillSlice(market, { from: FIRST_DAY, to: FIRST_DAY + MINUTE_MS }, NOW, committer)
}

test('a backfill keeps the units of a tape that is finer than the listing', async () => {
  const instrument = await store.store.ensureInstrument(
    spec('BINANCE:FINEUSDT', { tickSize: '0.01', lotSize: '0.00001' }),
  )
  await fill(instrument.symbol)
  const stored = await store.store.readTrades(instrument, { from: 0, to: Infinity, limit: 10 })
  expect([stored.price[0], stored.qty[0]]).toEqual([8_330, 150_000])
})

test('a batch is discarded when the units of the tape change during the download', async () => {
  const instrument = await store.store.ensureInstrument(
    spec('BINANCE:TURNUSDT', { tickSize: '0.1', lotSize: '0.0001' }),
  )
  const convert = async (): Promise<void> => {
    const lease = await store.store.acquireLease(instrument)
    await store.store.convert(lease, { tickSize: '0.01', lotSize: '0.0001' })
    await lease.release()
  }
  await expect(fill(instrument.symbol, convert)).rejects.toThrow(
    'was read in ticks of 0.1 and lots of 0.0001, and its tape goes on in 0.01 and 0.0001',
  )
  const next = await store.store.findInstrument(instrument.symbol)
  expect((await store.store.coverage(next ?? instrument)).lastSeq).toBe(0)
})
