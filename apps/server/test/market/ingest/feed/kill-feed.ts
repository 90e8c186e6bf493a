import { FeedRegistry } from '../../../../src/market/ingest/feed/feed-registry.ts'
import { storedChanges } from '../../../../src/market/ingest/feed/followed-markets.ts'
import { startLiveFeeds } from '../../../../src/market/ingest/feed/live-feeds.ts'
import { openStore } from '../../../../src/market/store/index.ts'
import { createBus, tapeTopic } from '../../../../src/platform/bus/index.ts'
import type { TapeEvent } from '../../../../src/platform/bus/index.ts'
import { createClock } from '../../../../src/platform/clock/index.ts'
import { numberTypes } from '../../../../src/platform/database/index.ts'
import { createLog } from '../../../../src/platform/log/index.ts'
import pg from 'pg'

/** Follows markets until it is killed. Arguments: database URL, symbols, addresses of the venues as JSON. */
const [url, symbols, venueUrls] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, types: numberTypes, max: 6 })
pool.on('error', () => {})
const bus = createBus(() => {})
const markets = symbols.split(',')
for (const symbol of markets) {
  bus.subscribe<TapeEvent>(tapeTopic(symbol), (event) => {
    if (event.kind === 'trades') console.log(`trades ${symbol} ${event.lastSeq}`)
  })
}
startLiveFeeds({
  store: openStore({ pool, url, bus }),
  bus,
  changes: storedChanges(pool, createClock()),
  clock: createClock(),
  log: createLog('debug'),
  feedRegistry: new FeedRegistry(),
  env: { markets, venueUrls: JSON.parse(venueUrls) },
})
