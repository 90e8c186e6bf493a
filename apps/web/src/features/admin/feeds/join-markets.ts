import type { Feeds, FollowedMarkets } from '@flowprint/contract'

type Followed = FollowedMarkets['list'][number]
type Feed = Feeds['list'][number]

/** A market of the operator's list, and how its feed fares; null where this process knows of none. */
export interface Market extends Followed {
  readonly feed: Feed | null
}

/** The operator's list, those that are followed first; feeds beside the list (the simulated markets) are no market of it. */
export function joinMarkets(markets: readonly Followed[], feeds: readonly Feed[]): readonly Market[] {
  const bySymbol = new Map(feeds.map((feed) => [feed.symbol, feed]))
  return markets
    .map((market) => ({ ...market, feed: bySymbol.get(market.symbol) ?? null }))
    .sort((a, b) => Number(b.enabled) - Number(a.enabled) || (a.symbol < b.symbol ? -1 : 1))
}
