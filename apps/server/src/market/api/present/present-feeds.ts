import type { Feeds } from '@flowprint/contract'
import type { MarketReport, VenueReport } from '../../ingest/index.ts'

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
const rounded = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value)

export function presentFeeds(markets: readonly MarketReport[], venues: readonly VenueReport[]): Feeds {
  return { list: markets.map(presentMarket), venues: venues.map(presentVenue) }
}

function presentMarket(report: MarketReport): Feeds['list'][number] {
  const { symbol, venue, state, lagMs, lastTradeTs, gaps, trades, duplicates, late, dropped, losses, note } = report
  return {
    symbol,
    venue,
    state,
    lag_ms: rounded(lagMs),
    last_trade_time: isoOf(lastTradeTs),
    gaps,
    trades,
    duplicates,
    late,
    dropped,
    losses,
    note,
  }
}

function presentVenue({ venue, symbols, health, note }: VenueReport): Feeds['venues'][number] {
  const fault = health?.lastFault ?? null
  return {
    venue,
    symbols,
    connections: health?.connections ?? 0,
    silent_ms: rounded(health?.silentMs),
    reconnects: health?.reconnects ?? 0,
    messages: health?.messages ?? 0,
    faults: health?.faults ?? 0,
    excluded: health?.excluded ?? 0,
    clock_skew_ms: rounded(health?.clockSkewMs),
    last_fault: fault === null ? null : { time: new Date(fault.atMs).toISOString(), what: fault.what },
    note,
  }
}
