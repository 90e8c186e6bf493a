import { concatTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { commitBatch, emptyTally } from './commit-batch.ts'
import type { Committer, Tally } from './commit-batch.ts'
import { ensureMarket } from './market.ts'
import type { Market } from './market.ts'
import type { Span } from './plan.ts'

/** An exchange's REST API may list a trade this much later than it happened. */
const SETTLED_MS = 10_000

export interface SliceResult {
  readonly tally: Tally
  /** Whether the exchange covered the whole slice; if not, it has nothing older either. */
  readonly complete: boolean
}

/**
 * Fetches a time slice by REST and commits it as one batch. Requests one millisecond more than is missing: a live feed
 * may have started within that millisecond, and its trades are deduplicated by id.
 */
export async function fillSlice(
  market: Market & { readonly online: NonNullable<Market['online']> },
  span: Span,
  now: number,
  committer: Committer,
): Promise<SliceResult> {
  const { rest } = market.online
  // In the units of the tape, which may be finer than the exchange's current ones.
  const known = await committer.store.findInstrument(market.symbol)
  const listing =
    known === null
      ? market.online.listing
      : { ...market.online.listing, tickSize: known.tickSize, lotSize: known.lotSize }
  const pages: Trades[] = []
  let complete = true
  for await (const page of rest.trades(listing, { fromTs: span.from, toTs: span.to + 1 }, committer.signal)) {
    pages.push(page.trades)
    complete = page.complete
  }
  const trades = concatTrades(pages)
  const tally = emptyTally()
  const isSettled = span.to <= now - SETTLED_MS
  if (trades.length === 0 && !(complete && isSettled)) return { tally, complete }
  const instrument = await ensureMarket(committer.store, market, { units: listing, ids: listing.ids })
  // For the most recent time, only the range up to the last trade is certain.
  const until = isSettled ? span.to : Math.min(span.to, lastTs(trades) + 1)
  const covers = complete && until > span.from ? { from: span.from, to: until } : null
  await commitBatch(committer, instrument, trades, covers, tally)
  return { tally, complete }
}

function lastTs(trades: Trades): number {
  let last = -Infinity
  for (const ts of trades.ts) if (ts > last) last = ts
  return last
}
