import { expect, test } from 'vitest'
import { storedListings } from '../../../../src/market/ingest/feed/followed-markets.ts'
import { listingOf, textIds } from './fake-venue.ts'
import { LiveWorld, tapeOf } from './live-world.ts'

const world = LiveWorld.use()

test('a known market is followed while REST of the exchange does not answer', async () => {
  const symbol = 'KNOWN1:BTCUSD'
  const venue = world.venue('KNOWN1', listingOf(symbol))
  world.start(venue, [symbol])
  await world.until(async () => (await storedListings(world.store.database.pool).load('KNOWN1')).length === 1)
  await world.stop()
  venue.followed.clear()

  venue.unreachable = new Error('429 Too Many Requests')
  world.start(venue, [symbol])
  await world.until(() => venue.followed.has(symbol))
  venue.send(symbol, tapeOf([Date.now() - 10, 5]))
  await world.until(async () => (await world.stored(symbol)).length === 1)
  expect(textIds(await world.stored(symbol))).toHaveLength(1)
})

test('a changed listing is followed with its new units', async () => {
  const symbol = 'KNOWN2:BTCUSD'
  const { pool } = world.store.database
  await storedListings(pool).save([listingOf(symbol, { marketId: 'OLD' })])
  const venue = world.venue('KNOWN2', listingOf(symbol, { marketId: 'NEW' }))
  world.start(venue, [symbol])
  await world.until(() => venue.follows.at(-1)?.marketId === 'NEW')
  expect(venue.follows.map((listing) => listing.marketId)).toEqual(expect.arrayContaining(['NEW']))
  await world.until(async () => (await storedListings(pool).load('KNOWN2'))[0].marketId === 'NEW')
})

test('listings of markets that are not followed are not stored', async () => {
  const venue = world.venue('KNOWN3', listingOf('KNOWN3:BTCUSD'), listingOf('KNOWN3:ETHUSD'))
  world.start(venue, ['KNOWN3:BTCUSD'])
  await world.until(() => venue.followed.has('KNOWN3:BTCUSD'))
  expect((await storedListings(world.store.database.pool).load('KNOWN3')).map((listing) => listing.symbol)).toEqual([
    'KNOWN3:BTCUSD',
  ])
})
