import { rawList, rawObject } from '../../live/venues/raw-message.ts'
import type { ControlSink, DepthAdapter } from '../adapter.ts'
import { KrakenBookRule, parseKrakenBook } from '../rules/kraken.ts'

/** 10 would be proven by the checksum, but a heatmap of 10 levels shows nothing. */
const LEVELS = 1_000

/** Evidence: docs/exchanges/kraken.md. */
export const KRAKEN_DEPTH: readonly DepthAdapter[] = [
  {
    traits: {
      venue: 'KRAKEN',
      section: 'spot',
      channel: `book ${LEVELS}`,
      proof: 'connection',
      window: { kind: 'fixed', levels: LEVELS },
      snapshot: 'in band',
      resync: 'resubscribe',
      marketsPerConnection: 20,
      requestEveryMs: 200,
      attempts: { count: 50, windowMs: 600_000 },
      connectionLifeMs: null,
      heartbeatMs: 5_000,
      silentAfterMs: 16_000,
      rest: null,
    },
    createRule: (listing) => new KrakenBookRule(listing, LEVELS),
    url: (urls) => urls?.ws ?? 'wss://ws.kraken.com/v2',
    subscribe: ({ marketId }, id) => [request('subscribe', marketId, id)],
    unsubscribe: ({ marketId }, id) => [request('unsubscribe', marketId, id)],
    heartbeat: '{"method":"ping"}',
    parse: parseKrakenBook,
    route,
  },
]

function request(method: string, marketId: string, id: number): string {
  const params = {
    channel: 'book',
    symbol: [marketId],
    depth: LEVELS,
    ...(method === 'subscribe' && { snapshot: true }),
  }
  return JSON.stringify({ method, params, req_id: id })
}

function route(message: Readonly<Record<string, unknown>>, sink: ControlSink): string | null {
  const { channel, method, success, req_id: id, error } = message
  if (channel === 'book') {
    const symbol = rawObject(rawList(message['data'])?.[0])?.['symbol']
    return typeof symbol === 'string' ? symbol : null
  }
  if (method !== 'subscribe') return null
  if (success === true) sink.confirmed(Number(id))
  else sink.refused(Number(id), String(error))
  return null
}
