import { rawList, rawObject } from '../../live/venues/raw-message.ts'
import type { ControlSink, DepthAdapter } from '../adapter.ts'
import { CoinbaseBookRule } from '../rules/coinbase.ts'

/**
 * Coinbase Advanced, whose `level2` is public; trades come from Coinbase Exchange, whose full book is not. One market per
 * connection: its messages are numbered together, and a gap of one market would spoil the others.
 * Evidence: docs/exchanges/coinbase.md.
 */
export const COINBASE_DEPTH: readonly DepthAdapter[] = [
  {
    traits: {
      venue: 'COINBASE',
      section: 'spot',
      channel: 'level2',
      proof: 'proven',
      window: { kind: 'whole' },
      snapshot: 'in band',
      resync: 'reconnect',
      marketsPerConnection: 1,
      requestEveryMs: 200,
      attempts: { count: 20, windowMs: 10_000 },
      connectionLifeMs: null,
      heartbeatMs: 3_000,
      silentAfterMs: 12_000,
      rest: null,
    },
    createRule: (listing) => new CoinbaseBookRule(listing),
    url: (urls) => urls?.depthWs ?? 'wss://advanced-trade-ws.coinbase.com',
    // Without heartbeats a channel without updates is closed after 60 to 90 s.
    subscribe: ({ marketId }) => [
      request('subscribe', marketId, 'level2'),
      request('subscribe', marketId, 'heartbeats'),
    ],
    unsubscribe: ({ marketId }) => [request('unsubscribe', marketId, 'level2')],
    heartbeat: null,
    numbersConnection: true,
    route,
  },
]

function request(type: string, product: string, channel: string): string {
  return JSON.stringify({ type, product_ids: [product], channel })
}

function route(message: Readonly<Record<string, unknown>>, sink: ControlSink): string | null {
  if (message['type'] === 'error') sink.refused(null, String(message['message']))
  if (message['channel'] !== 'subscriptions') return null
  for (const value of rawList(message['events']) ?? []) {
    const products = rawList(rawObject(rawObject(value)?.['subscriptions'])?.['level2'])
    if (products !== null && products.length > 0) sink.confirmed(String(products[0]))
  }
  return null
}
