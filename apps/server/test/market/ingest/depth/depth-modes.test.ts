import { afterAll, beforeAll, expect, test } from 'vitest'
import { followedMarkets, storedChanges } from '../../../../src/market/ingest/feed/followed-markets.ts'
import { storedDepthModes } from '../../../../src/market/ingest/depth/depth-modes.ts'
import { testDatabase } from '../../../test-database.ts'
import type { TestDatabase } from '../../../test-database.ts'

const clock = { now: () => Date.UTC(2026, 10, 20), setOffset: () => undefined }
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('settings of depth are independent of whether a market is followed, and audited', async () => {
  const modes = storedDepthModes(database.pool, clock)
  const changes = storedChanges(database.pool, clock)
  await modes.save('OKX:BTCUSDT', 'levels', true)
  await changes.save('OKX:ETHUSDT', true, null)
  await changes.save('OKX:ETHUSDT', false, null)
  await modes.save('OKX:ETHUSDT', 'off', true)
  expect(await modes.load()).toEqual(
    new Map([
      ['OKX:BTCUSDT', 'levels'],
      ['OKX:ETHUSDT', 'off'],
    ]),
  )
  const markets = followedMarkets(['OKX:BTCUSDT'], await changes.load())
  expect(markets).toEqual([
    { symbol: 'OKX:BTCUSDT', followed: true, by: 'env' },
    { symbol: 'OKX:ETHUSDT', followed: false, by: 'operator' },
  ])
  const { rows } = await database.pool.query(
    "select object_id, before, after from audit_log where after ? 'depth' order by id",
  )
  expect(rows).toEqual([
    { object_id: 'OKX:BTCUSDT', before: null, after: { depth: 'levels' } },
    { object_id: 'OKX:ETHUSDT', before: { depth: 'columns' }, after: { depth: 'off' } },
  ])
})
