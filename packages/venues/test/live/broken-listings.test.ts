import { expect, it } from 'vitest'
import { openVenueRest } from '@flowprint/venues'
import {
  fakeBinance,
  fakeBybit,
  fakeCoinbase,
  fakeHyperliquid,
  fakeKraken,
  fakeOkx,
  startFakeExchange,
} from '@flowprint/testkit'
import type { FakeVenue } from '@flowprint/testkit'
import { fakeMarket, SPOT } from './binance-markets.ts'
import { closing } from './stage.ts'

const VENUES: readonly FakeVenue[] = [
  fakeBinance(),
  fakeBybit(),
  fakeOkx(),
  fakeCoinbase(),
  fakeKraken(),
  fakeHyperliquid(),
]

it.each(VENUES)('fails for an unparsable list of $venue instead of returning no markets', async (venue) => {
  const fake = closing(await startFakeExchange({ venue, markets: [fakeMarket(SPOT, 5)] }))
  fake.faults.brokenAnswers = 99
  const rest = closing(await openVenueRest(venue.venue, { urls: fake.urls }))
  await expect(rest.listings()).rejects.toThrow()
})
