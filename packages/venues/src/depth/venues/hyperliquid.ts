import { rawObject } from '../../live/venues/raw-message.ts'
import type { ControlSink, DepthAdapter } from '../adapter.ts'
import { HyperliquidBookRule } from '../rules/hyperliquid.ts'

/** Evidence: docs/exchanges/hyperliquid.md. */
export const HYPERLIQUID_DEPTH: readonly DepthAdapter[] = [
  {
    traits: {
      venue: 'HYPERLIQUID',
      section: 'swap',
      channel: 'l2Book',
      proof: 'sampled',
      window: { kind: 'fixed', levels: 20 },
      snapshot: 'in band',
      resync: 'resubscribe',
      marketsPerConnection: 40,
      requestEveryMs: 200,
      attempts: { count: 10, windowMs: 60_000 },
      connectionLifeMs: null,
      heartbeatMs: 3_000,
      silentAfterMs: 15_000,
      rest: null,
    },
    createRule: (listing) => new HyperliquidBookRule(listing),
    url: (urls) => urls?.ws ?? 'wss://api.hyperliquid.xyz/ws',
    subscribe: ({ marketId }) => [request('subscribe', marketId)],
    unsubscribe: ({ marketId }) => [request('unsubscribe', marketId)],
    heartbeat: '{"method":"ping"}',
    route,
  },
]

function request(method: string, coin: string): string {
  return JSON.stringify({ method, subscription: { type: 'l2Book', coin } })
}

function route(message: Readonly<Record<string, unknown>>, sink: ControlSink): string | null {
  const { channel } = message
  const data = rawObject(message['data'])
  if (channel === 'l2Book') return typeof data?.['coin'] === 'string' ? data['coin'] : null
  if (channel === 'error') readError(String(message['data']), sink)
  const subscription = rawObject(data?.['subscription'])
  const isConfirmed = channel === 'subscriptionResponse' && data?.['method'] === 'subscribe'
  if (isConfirmed && subscription?.['type'] === 'l2Book') sink.confirmed(String(subscription['coin']))
  return null
}

/** Errors repeat the request as text: `Invalid subscription {"type":"l2Book","coin":"XYZ"}`. */
function readError(what: string, sink: ControlSink): void {
  const coin = /"coin"\s*:\s*"([^"]+)"/.exec(what)?.[1] ?? ''
  if (/already subscribed/i.test(what)) sink.confirmed(coin)
  else sink.refused(coin, what)
}
