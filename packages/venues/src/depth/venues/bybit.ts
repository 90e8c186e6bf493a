import type { ControlSink, DepthAdapter, DepthTraits } from '../adapter.ts'
import { BybitBookRule } from '../rules/bybit.ts'

const LEVELS = 200

/** Evidence: docs/exchanges/bybit.md. */
const COMMON = {
  venue: 'BYBIT',
  channel: `orderbook.${LEVELS}`,
  proof: 'proven',
  window: { kind: 'fixed', levels: LEVELS },
  snapshot: 'in band',
  resync: 'resubscribe',
  marketsPerConnection: 20,
  requestEveryMs: 100,
  attempts: { count: 100, windowMs: 300_000 },
  connectionLifeMs: null,
  heartbeatMs: 5_000,
  silentAfterMs: 16_000,
  rest: null,
} as const
const SECTIONS: readonly DepthTraits[] = ['spot', 'linear', 'inverse'].map((section) => ({ ...COMMON, section }))

export const BYBIT_DEPTH: readonly DepthAdapter[] = SECTIONS.map((traits) => ({
  traits,
  createRule: (listing) => new BybitBookRule(listing, LEVELS),
  url: (urls) => urls?.ws ?? `wss://stream.bybit.com/v5/public/${traits.section}`,
  subscribe: ({ marketId }, id) => [request('subscribe', marketId, id)],
  unsubscribe: ({ marketId }, id) => [request('unsubscribe', marketId, id)],
  heartbeat: '{"op":"ping"}',
  route,
}))

function request(op: string, marketId: string, id: number): string {
  return JSON.stringify({ op, req_id: String(id), args: [`orderbook.${LEVELS}.${marketId}`] })
}

function route(message: Readonly<Record<string, unknown>>, sink: ControlSink): string | null {
  const { topic, op, success, req_id: id, ret_msg: what } = message
  if (typeof topic === 'string') return topic.split('.')[2] ?? null
  if (op !== 'subscribe') return null
  if (success === false) sink.refused(Number(id), String(what))
  else sink.confirmed(Number(id))
  return null
}
