import type { Feeds, FollowedMarkets, SavedMarket } from '@flowprint/contract'
import type { TFunction } from 'i18next'

type Followed = FollowedMarkets['list'][number]
type Feed = Feeds['list'][number]

/** A configured market with its feed state; null when this process has none. */
export interface Market extends Followed {
  readonly feed: Feed | null
}

/** The configured markets, followed ones first; feeds without configuration (simulated markets) are omitted. */
export function joinMarkets(markets: readonly Followed[], feeds: readonly Feed[]): readonly Market[] {
  const bySymbol = new Map(feeds.map((feed) => [feed.symbol, feed]))
  return markets
    .map((market) => ({ ...market, feed: bySymbol.get(market.symbol) ?? null }))
    .sort((a, b) => Number(b.enabled) - Number(a.enabled) || (a.symbol < b.symbol ? -1 : 1))
}

export function savedText(t: TFunction, { symbol, enabled, checked }: SavedMarket): string {
  if (!enabled) return t('admin.feeds.stopped', { symbol })
  return t(checked ? 'admin.feeds.started' : 'admin.feeds.unchecked', { symbol })
}
