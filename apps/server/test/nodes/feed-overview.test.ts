import { MINUTE_MS } from '@flowprint/orderflow'
import type { FeedHealth } from '@flowprint/venues'
import { afterEach, describe, expect, test } from 'vitest'
import { FeedOverview, FeedRegistry } from '../../src/market/ingest/index.ts'
import type { MarketReport, VenueReport } from '../../src/market/ingest/index.ts'
import { NodeExchange } from '../../src/platform/exchange/index.ts'
import type { AccessOf } from '../../src/platform/http/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { appUnderTest } from '../app-under-test.ts'
import { joinedBuses } from './joined-buses.ts'
import type { JoinedBus } from './joined-buses.ts'
import { until } from '../until.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const market = (symbol: string, state: MarketReport['state'], trades = 0): MarketReport => ({
  symbol,
  venue: symbol.split(':')[0],
  state,
  lagMs: 10,
  lastTradeTs: null,
  gaps: 0,
  trades,
  duplicates: 0,
  late: 0,
  dropped: 0,
  refused: 0,
  waiting: 0,
  losses: 0,
  note: null,
})

const health = (given: Partial<FeedHealth>): FeedHealth => ({
  venue: 'OKX',
  connections: 1,
  symbols: 1,
  silentMs: 0,
  reconnects: 0,
  messages: 10,
  trades: 10,
  faults: 0,
  excluded: 0,
  clockSkewMs: null,
  lastFault: null,
  ...given,
})

interface IngestNode {
  readonly bus: JoinedBus
  readonly exchange: NodeExchange
  readonly registry: FeedRegistry
  readonly overview: FeedOverview
  show(markets: MarketReport[], venues?: VenueReport[]): void
}

/** Nodes with feeds. */
function ingestNodes(count: number, now?: () => number): IngestNode[] {
  return joinedBuses(count).map((bus) => {
    const exchange = new NodeExchange({ bus, log: createLog('silent'), intervalMs: 10 })
    closing.push(() => exchange.close())
    const registry = new FeedRegistry()
    return {
      bus,
      exchange,
      registry,
      overview: new FeedOverview(registry, exchange, now),
      show: (markets, venues = []) =>
        registry.show({ markets: () => markets, venues: () => venues, listed: () => null, queues: () => [] }),
    }
  })
}

const statesOf = ({ overview }: IngestNode) => overview.markets().map(({ symbol, state }) => [symbol, state])

describe('feeds of all nodes', () => {
  test('are shown by every node, one report for each market', async () => {
    const [one, two, web] = ingestNodes(3)
    one.show([market('OKX:BTCUSDT', 'live', 7), market('OKX:ETHUSDT', 'waiting')])
    two.show([market('OKX:BTCUSDT', 'waiting'), market('OKX:ETHUSDT', 'repairing'), market('BYBIT:X', 'refused')])
    for (const node of [one, two, web]) {
      await until(() =>
        expect(statesOf(node)).toEqual([
          ['BYBIT:X', 'refused'],
          ['OKX:BTCUSDT', 'live'],
          ['OKX:ETHUSDT', 'repairing'],
        ]),
      )
    }
    expect(web.overview.markets()[1].trades).toBe(7)
    expect(web.registry.markets()).toEqual([])
  })

  test('are those of the node that took over', async () => {
    const [one, two, web] = ingestNodes(3)
    one.show([market('OKX:BTCUSDT', 'live', 1)])
    await until(() => expect(web.overview.markets()[0]?.trades).toBe(1))
    two.show([market('OKX:BTCUSDT', 'live', 2)])
    one.show([market('OKX:BTCUSDT', 'waiting', 1)])
    await until(() => expect(web.overview.markets()[0].trades).toBe(2))
    // A frozen node no longer reports.
    one.show([market('OKX:BTCUSDT', 'live', 1)])
    one.bus.setConnected(false)
    await until(() => expect(web.overview.markets()[0].trades).toBe(2))
  })

  test('of a silent node are stale with a note, and dropped after five minutes', async () => {
    let now = 0
    const [one, web] = ingestNodes(2, () => now)
    one.show([market('OKX:BTCUSDT', 'live')], [{ venue: 'OKX', symbols: 1, health: health({}), note: null }])
    await until(() => expect(statesOf(web)).toEqual([['OKX:BTCUSDT', 'live']]))
    expect(web.overview.venues()).toHaveLength(1)
    one.bus.setConnected(false)
    await until(() => expect(statesOf(web)).toEqual([['OKX:BTCUSDT', 'stale']]))
    now += 12_000
    expect(web.overview.markets()[0].note).toBe('its node has been silent for 12 s')
    expect(web.overview.venues()).toEqual([])
    now += 5 * MINUTE_MS
    expect(web.overview.markets()).toEqual([])
    one.bus.setConnected(true)
    await until(() => expect(statesOf(web)).toEqual([['OKX:BTCUSDT', 'live']]))
  })

  test('of a node that stopped are dropped at once', async () => {
    const [one, web] = ingestNodes(2)
    one.show([market('OKX:BTCUSDT', 'live')])
    await until(() => expect(web.overview.markets()).toHaveLength(1))
    one.exchange.close()
    await until(() => expect(web.overview.markets()).toEqual([]))
  })

  test('add up to one report for each exchange', async () => {
    const [one, two, web] = ingestNodes(3)
    const fault = (atMs: number) => ({ atMs, what: `at ${atMs}` })
    one.show(
      [market('OKX:A', 'live'), market('OKX:B', 'waiting')],
      [
        {
          venue: 'OKX',
          symbols: 2,
          health: health({ silentMs: 5, clockSkewMs: -40, lastFault: fault(2) }),
          note: null,
        },
      ],
    )
    two.show(
      [market('OKX:A', 'waiting'), market('OKX:B', 'live')],
      [
        {
          venue: 'OKX',
          symbols: 2,
          health: health({ silentMs: 900, clockSkewMs: 7, faults: 3, lastFault: fault(1) }),
          note: 'slow',
        },
        { venue: 'KRAKEN', symbols: 0, health: null, note: 'away' },
      ],
    )
    await until(() => expect(web.overview.venues()).toHaveLength(2))
    await until(() => expect(web.overview.venues()[0].health?.connections).toBe(2))
    const venues = web.overview.venues()
    expect(venues.find(({ venue }) => venue === 'OKX')).toEqual({
      venue: 'OKX',
      symbols: 2,
      health: health({
        connections: 2,
        symbols: 2,
        silentMs: 900,
        messages: 20,
        trades: 20,
        faults: 3,
        clockSkewMs: -40,
        lastFault: fault(2),
      }),
      note: 'slow',
    })
    expect(venues.find(({ venue }) => venue === 'KRAKEN')).toEqual({
      venue: 'KRAKEN',
      symbols: 0,
      health: null,
      note: 'away',
    })
  })
})

test('an administrator sees the feeds of all nodes on a node without feeds; metrics remain those of the node', async () => {
  const accessOf: AccessOf = () => ({
    user: '1',
    delayMs: 0,
    signedIn: { accountId: 1, sessionId: 1, roles: ['admin'], steppedUp: true, mustSetUpOtp: false },
  })
  const [webBus, ingestBus] = joinedBuses(2)
  const feedRegistry = new FeedRegistry()
  const web = await appUnderTest({ bus: webBus, accessOf, exchangeMs: 10 })
  const ingest = await appUnderTest({ bus: ingestBus, accessOf, feedRegistry, exchangeMs: 10 })
  closing.push(
    () => web.app.close(),
    () => ingest.app.close(),
  )
  feedRegistry.show({
    markets: () => [market('OKX:BTCUSDT', 'live')],
    venues: () => [{ venue: 'OKX', symbols: 1, health: health({}), note: null }],
    listed: () => null,
    queues: () => [],
  })
  for (const { app } of [web, ingest]) {
    await until(async () => {
      const { data } = (await app.inject({ method: 'POST', url: '/api/admin_feeds', payload: {} })).json()
      expect(data).toMatchObject({
        list: [{ symbol: 'OKX:BTCUSDT', state: 'live', lag_ms: 10 }],
        venues: [{ venue: 'OKX', symbols: 1, connections: 1 }],
      })
    })
  }
  expect((await web.app.inject('/api/metrics')).body).not.toContain('OKX:BTCUSDT')
  expect((await ingest.app.inject('/api/metrics')).body).toContain('feed_up{symbol="OKX:BTCUSDT"} 1')
})
