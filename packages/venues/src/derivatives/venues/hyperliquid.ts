import { rawObject } from '../../live/venues/raw-message.ts'
import type { DerivativesAdapter, DerivativesReader } from '../adapter.ts'
import { decimalText, present } from '../raw-values.ts'

/**
 * Hyperliquid `activeAssetCtx`. Liquidations are not published: only those of a single address are.
 *
 * Clock          messages have no time: ours.
 * Open interest  base units, each contract counted once.
 * Funding        the rate of the current hour, paid at its end; the time is not sent.
 * Index price    `oraclePx`.
 * Source         docs/exchanges/hyperliquid.md
 */
export const readHyperliquidDerivatives: DerivativesReader = (message, receivedAtMs, sink) => {
  const { channel } = message
  const data = rawObject(message['data'])
  if (channel === 'error') return readError(String(message['data']), sink)
  if (channel === 'subscriptionResponse') {
    const subscription = rawObject(data?.['subscription'])
    const isOwn = data?.['method'] === 'subscribe' && subscription?.['type'] === 'activeAssetCtx'
    if (isOwn) sink.confirmed(String(subscription['coin']))
    return
  }
  if (channel !== 'activeAssetCtx') return
  const coin = data?.['coin']
  const context = rawObject(data?.['ctx'])
  const values = present({
    openInterest: decimalText(context?.['openInterest']),
    fundingRate: decimalText(context?.['funding']),
    markPrice: decimalText(context?.['markPx']),
    indexPrice: decimalText(context?.['oraclePx']),
  })
  if (typeof coin !== 'string' || Object.keys(values).length < 4)
    return sink.fault('a context without its coin, open interest, funding, mark or oracle price')
  sink.stat(coin, receivedAtMs, values)
}

/** Errors repeat the request as text: `Invalid subscription {"type":"activeAssetCtx","coin":"XYZ"}`. */
function readError(what: string, sink: Parameters<DerivativesReader>[2]): void {
  const coin = /"coin"\s*:\s*"([^"]+)"/.exec(what)?.[1] ?? ''
  if (/already subscribed/i.test(what)) sink.confirmed(coin)
  else sink.refused(coin, what)
}

const request = (method: string, coin: string): readonly string[] => [
  JSON.stringify({ method, subscription: { type: 'activeAssetCtx', coin } }),
]

/** Evidence: docs/exchanges/hyperliquid.md. */
export const HYPERLIQUID_DERIVATIVES: readonly DerivativesAdapter[] = [
  {
    traits: {
      venue: 'HYPERLIQUID',
      section: 'swap',
      liquidations: null,
      marketsPerConnection: 60,
      requestEveryMs: 200,
      attempts: { count: 5, windowMs: 60_000 },
      connectionLifeMs: null,
      heartbeatMs: 3_000,
      silentAfterMs: 15_000,
      rest: null,
    },
    url: (urls) => urls?.ws ?? 'wss://api.hyperliquid.xyz/ws',
    opening: [],
    subscribe: ({ marketId }) => request('subscribe', marketId),
    unsubscribe: ({ marketId }) => request('unsubscribe', marketId),
    heartbeat: '{"method":"ping"}',
    read: readHyperliquidDerivatives,
  },
]
