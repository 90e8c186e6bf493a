import { DAY_MS } from '@flowprint/orderflow'
import { rawObject } from '../../live/venues/raw-message.ts'
import type { ControlSink, DepthAdapter, DepthTraits } from '../adapter.ts'
import { BinanceBookRule } from '../rules/binance.ts'

const COMMON = {
  venue: 'BINANCE',
  channel: '@depth@100ms',
  proof: 'proven',
  snapshot: 'rest',
  resync: 'resubscribe',
  attempts: { count: 60, windowMs: 300_000 },
  connectionLifeMs: DAY_MS,
  heartbeatMs: 3_000,
  silentAfterMs: 12_000,
} as const

/** Documented limits: 5 messages/s from us on spot, 10 on futures, pings included. Evidence: docs/exchanges/binance.md. */
const SPOT: DepthTraits = {
  ...COMMON,
  section: 'spot',
  window: { kind: 'snapshot', levels: 5_000 },
  marketsPerConnection: 20,
  requestEveryMs: 350,
  rest: { weight: 1_000, windowMs: 60_000 },
}
const USDM: DepthTraits = {
  ...COMMON,
  section: 'usdm',
  window: { kind: 'snapshot', levels: 1_000 },
  marketsPerConnection: 20,
  requestEveryMs: 200,
  rest: { weight: 400, windowMs: 60_000 },
}

interface SectionWays {
  readonly ws: string
  readonly restBase: string
  readonly path: string
  readonly limit: number
  readonly weight: number
}

export const BINANCE_DEPTH: readonly DepthAdapter[] = [
  adapterOf(SPOT, {
    ws: 'wss://stream.binance.com:9443/ws',
    restBase: 'https://api.binance.com',
    path: '/api/v3/depth',
    limit: 5_000,
    weight: 250,
  }),
  adapterOf(USDM, {
    ws: 'wss://fstream.binance.com/ws',
    restBase: 'https://fapi.binance.com',
    path: '/fapi/v1/depth',
    limit: 1_000,
    weight: 20,
  }),
]

function adapterOf(traits: DepthTraits, ways: SectionWays): DepthAdapter {
  const request = (method: string, marketId: string, id: number) => [
    JSON.stringify({ method, params: [`${marketId.toLowerCase()}@depth@100ms`], id }),
  ]
  return {
    traits,
    restBase: ways.restBase,
    createRule: (listing) => new BinanceBookRule(listing),
    url(urls) {
      const base = urls?.ws ?? ways.ws
      // Futures have routes; the one without a route and /market send no changes of books.
      return traits.section === 'usdm' ? base.replace(/\/ws$/, '/public/ws') : base
    },
    subscribe: ({ marketId }, id) => request('SUBSCRIBE', marketId, id),
    unsubscribe: ({ marketId }, id) => request('UNSUBSCRIBE', marketId, id),
    heartbeat: null,
    route,
    fetchSnapshot: (rest, { marketId }) =>
      rest.text({ path: ways.path, query: { symbol: marketId, limit: ways.limit }, weight: ways.weight }),
  }
}

function route(message: Readonly<Record<string, unknown>>, sink: ControlSink): string | null {
  const data = rawObject(message['data']) ?? message
  if (data['e'] === 'depthUpdate') return typeof data['s'] === 'string' ? data['s'] : null
  if (data['e'] === 'serverShutdown') sink.closing()
  const { id } = message
  const error = rawObject(message['error'])
  if (typeof id !== 'number') return null
  if (error !== null) sink.refused(id, String(error['msg']))
  else if (message['result'] === null) sink.confirmed(id)
  return null
}
