import { rawObject } from '../../live/venues/raw-message.ts'
import type { ControlSink, DepthAdapter, DepthTraits } from '../adapter.ts'
import { OkxBookRule } from '../rules/okx.ts'

/** Evidence: docs/exchanges/okx.md. */
const COMMON = {
  venue: 'OKX',
  channel: 'books',
  proof: 'proven',
  window: { kind: 'fixed', levels: 400 },
  snapshot: 'in band',
  resync: 'resubscribe',
  marketsPerConnection: 20,
  requestEveryMs: 200,
  attempts: { count: 1, windowMs: 1_000 },
  connectionLifeMs: null,
  heartbeatMs: 3_000,
  silentAfterMs: 16_000,
  rest: null,
} as const
const SPOT: DepthTraits = { ...COMMON, section: 'spot' }
const SWAP: DepthTraits = { ...COMMON, section: 'swap' }

export const OKX_DEPTH: readonly DepthAdapter[] = [SPOT, SWAP].map((traits) => ({
  traits,
  createRule: (listing) => new OkxBookRule(listing),
  url: (urls) => `${urls?.ws ?? 'wss://ws.okx.com:8443/ws/v5'}/public`,
  subscribe: ({ marketId }) => [request('subscribe', marketId)],
  unsubscribe: ({ marketId }) => [request('unsubscribe', marketId)],
  heartbeat: 'ping',
  route,
}))

function request(op: string, instId: string): string {
  return JSON.stringify({ op, args: [{ channel: 'books', instId }] })
}

function route(message: Readonly<Record<string, unknown>>, sink: ControlSink): string | null {
  const { event, arg, msg } = message
  const instId = rawObject(arg)?.['instId']
  const marketId = typeof instId === 'string' ? instId : null
  if (event === undefined) return rawObject(arg)?.['channel'] === 'books' ? marketId : null
  if (event === 'subscribe' && marketId !== null) sink.confirmed(marketId)
  else if (event === 'notice') sink.closing()
  else if (event === 'error') sink.refused(/instId:([^\s,"]+)/.exec(String(msg))?.[1] ?? '', String(msg))
  return null
}
