import { rawList, rawObject } from '../../live/venues/raw-message.ts'
import type { DerivativesAdapter, DerivativesReader, DerivativesSink } from '../adapter.ts'
import { decimalText, msOf, present } from '../raw-values.ts'

/** Channels of one market; the last one's confirmation confirms the market. */
const CHANNELS = ['open-interest', 'mark-price', 'funding-rate'] as const
const LAST_CHANNEL = 'funding-rate'

/**
 * OKX `liquidation-orders` (all swaps in one channel), `open-interest`, `mark-price` and `funding-rate`.
 *
 * Clock          `ts` of each entry.
 * Side           `posSide` is the position's: a long one is closed by a sell order. `net` positions only have `side`, the
 * order's, which the others have too.
 * Price          `bkPx`, the bankruptcy price. Size in contracts.
 * Completeness   documented: at most one per second and contract, not the total: a lower bound.
 * Open interest  `oi`, contracts. `oiUsd` is not read.
 * Funding        `fundingRate` is paid at `fundingTime`; `nextFundingRate`, that of the interval after it, is empty.
 * Index price    a separate channel, not subscribed.
 * Source         docs/exchanges/okx.md
 */
export const readOkxDerivatives: DerivativesReader = (message, _receivedAtMs, sink) => {
  const { event, msg } = message
  const arg = rawObject(message['arg'])
  const channel = arg?.['channel']
  if (event === 'notice') return sink.closing()
  if (event === 'error') return sink.refused(/instId:([^\s,"]+)/.exec(String(msg))?.[1] ?? '', String(msg))
  if (event === 'subscribe' && channel === LAST_CHANNEL) return sink.confirmed(String(arg?.['instId']))
  if (event !== undefined) return
  const entries = (rawList(message['data']) ?? [null]).map((entry) => rawObject(entry) ?? {})
  if (channel === 'liquidation-orders') return readLiquidations(entries, sink)
  for (const entry of entries) {
    if (channel === 'open-interest') readStat(entry, { openInterest: decimalText(entry['oi']) }, sink)
    else if (channel === 'mark-price') readStat(entry, { markPrice: decimalText(entry['markPx']) }, sink)
    else if (channel === LAST_CHANNEL) {
      const nextFundingMs = msOf(entry['fundingTime'])
      readStat(entry, { fundingRate: decimalText(entry['fundingRate']), nextFundingMs }, sink)
    }
  }
}

type Entry = Readonly<Record<string, unknown>>

function readStat(entry: Entry, values: Record<string, string | number | null>, sink: DerivativesSink): void {
  const { instId } = entry
  const ts = msOf(entry['ts'])
  const isWhole = typeof instId === 'string' && ts !== null && Object.values(values).every((value) => value !== null)
  if (!isWhole) return sink.fault(`an entry without its instId, ts or ${Object.keys(values).join(' or ')}`)
  sink.stat(instId, ts, present(values))
}

function readLiquidations(entries: readonly Entry[], sink: DerivativesSink): void {
  const orders: Parameters<DerivativesSink['liquidation']>[] = []
  for (const { instId, details } of entries) {
    for (const value of rawList(details) ?? [null]) {
      const detail = rawObject(value) ?? {}
      const ts = msOf(detail['ts'])
      const price = decimalText(detail['bkPx'])
      const qty = decimalText(detail['sz'])
      const side = sideOf(detail)
      if (typeof instId !== 'string' || ts === null || price === null || qty === null || side === null)
        return sink.fault('a liquidation without its instId, side, time, price or size')
      orders.push([instId, ts, side, price, qty])
    }
  }
  for (const order of orders) sink.liquidation(...order)
}

/** Of the order; null if its side contradicts the position's. */
function sideOf({ posSide, side }: Entry): 'buy' | 'sell' | null {
  if (side !== 'buy' && side !== 'sell') return null
  if (posSide === 'long') return side === 'sell' ? side : null
  if (posSide === 'short') return side === 'buy' ? side : null
  return side
}

const request = (op: string, instId: string): readonly string[] => [
  JSON.stringify({ op, args: CHANNELS.map((channel) => ({ channel, instId })) }),
]

/** Evidence: docs/exchanges/okx.md. */
export const OKX_DERIVATIVES: readonly DerivativesAdapter[] = [
  {
    traits: {
      venue: 'OKX',
      section: 'swap',
      liquidations: 'lower bound',
      marketsPerConnection: 100,
      requestEveryMs: 200,
      attempts: { count: 1, windowMs: 1_000 },
      connectionLifeMs: null,
      heartbeatMs: 3_000,
      silentAfterMs: 16_000,
      rest: null,
    },
    url: (urls) => `${urls?.ws ?? 'wss://ws.okx.com/ws/v5'}/public`,
    opening: [JSON.stringify({ op: 'subscribe', args: [{ channel: 'liquidation-orders', instType: 'SWAP' }] })],
    subscribe: ({ marketId }) => request('subscribe', marketId),
    unsubscribe: ({ marketId }) => request('unsubscribe', marketId),
    heartbeat: 'ping',
    read: readOkxDerivatives,
  },
]
