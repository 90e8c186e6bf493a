import type { FeedHealth } from '@flowprint/venues'
import type { Registry } from 'prom-client'
import { addGauge, addTotal } from '../../../platform/metrics/index.ts'
import type { QueueState, Sample } from '../../../platform/metrics/index.ts'

/**
 * waiting: its exchange does not answer yet, or another process follows it. refused: it cannot be followed, see `note`.
 * The other states are named as in streams.
 */
export type MarketState = 'waiting' | 'refused' | 'live' | 'stale' | 'repairing'

/** Status of one followed market in this process. */
export interface MarketReport {
  readonly symbol: string
  readonly venue: string
  readonly state: MarketState
  /** Exchange time minus the watermark, ms; null before the first trade. */
  readonly lagMs: number | null
  readonly lastTradeTs: number | null
  /** Gaps that can still be filled. */
  readonly gaps: number
  readonly trades: number
  readonly duplicates: number
  /** Trades that were too late for their frame and were stored as revisions. */
  readonly late: number
  /** Trades dropped while the database was unavailable; a repair fetches them. */
  readonly dropped: number
  /** Trades rejected for an implausible time. */
  readonly refused: number
  /** Trades waiting for their commit. */
  readonly waiting: number
  /** Number of times the connection was lost. */
  readonly losses: number
  readonly note: string | null
}

/** Status of one exchange in this process. */
export interface VenueReport {
  readonly venue: string
  readonly symbols: number
  /** null while the exchange was never reached. */
  readonly health: FeedHealth | null
  readonly note: string | null
}

interface FeedSource {
  venues(): VenueReport[]
  markets(): MarketReport[]
  listed(venue: string): readonly string[] | null
  queues(): readonly QueueState[]
}

/** Status of this process's feeds, for metrics and calls; empty in a process that follows nothing. */
export class FeedRegistry {
  #source: FeedSource | null = null

  /** Sets the source, which is queried on each read. */
  show(source: FeedSource | null): void {
    this.#source = source
  }

  /** Whether this process runs feeds. */
  get hasFeeds(): boolean {
    return this.#source !== null
  }

  venues(): VenueReport[] {
    return this.#source?.venues() ?? []
  }

  /** Symbols that the exchange lists; null when unknown to this process. */
  listed(venue: string): readonly string[] | null {
    return this.#source?.listed(venue) ?? null
  }

  markets(): MarketReport[] {
    return this.#source?.markets() ?? []
  }

  /** Buffers of the feeds. */
  queues(): readonly QueueState[] {
    return this.#source?.queues() ?? []
  }
}

type Read<Report> = (report: Report) => number | null

/** Prometheus metrics of every followed market and exchange, collected on scrape. */
export function addFeedMetrics(registry: Registry, feedRegistry: FeedRegistry): void {
  const market = (name: string, help: string, kind: 'gauge' | 'counter', read: Read<MarketReport>): void =>
    add(kind)(registry, { name, help, labelNames: ['symbol'] }, () =>
      feedRegistry.markets().flatMap((report) => sampleOf({ symbol: report.symbol }, read(report))),
    )
  const venue = (name: string, help: string, kind: 'gauge' | 'counter', read: Read<VenueReport>): void =>
    add(kind)(registry, { name, help, labelNames: ['venue'] }, () =>
      feedRegistry.venues().flatMap((report) => sampleOf({ venue: report.venue }, read(report))),
    )

  market('feed_lag_seconds', 'Exchange time minus the watermark', 'gauge', ({ lagMs }) => seconds(lagMs))
  market('feed_up', '1 while trades are proven to flow', 'gauge', ({ state }) =>
    state === 'live' || state === 'repairing' ? 1 : 0,
  )
  market('feed_gaps', 'Gaps that may still be filled', 'gauge', ({ gaps }) => gaps)
  market('feed_waiting_trades', 'Trades that wait for their commit', 'gauge', ({ waiting }) => waiting)
  market('feed_trades_total', 'Trades received', 'counter', ({ trades }) => trades)
  market('feed_duplicates_total', 'Trades received again', 'counter', ({ duplicates }) => duplicates)
  market('feed_late_total', 'Trades that came too late for a frame', 'counter', ({ late }) => late)
  market('feed_dropped_total', 'Trades let go while the database was away', 'counter', ({ dropped }) => dropped)
  market('feed_losses_total', 'Times the connection was lost', 'counter', ({ losses }) => losses)
  venue('venue_connections', 'Open connections', 'gauge', ({ health }) => health?.connections ?? 0)
  venue('venue_silent_seconds', 'Time since any message', 'gauge', ({ health }) => seconds(health?.silentMs))
  venue('venue_clock_skew_seconds', "The exchange's clock minus ours", 'gauge', ({ health }) =>
    seconds(health?.clockSkewMs),
  )
  venue('venue_reconnects_total', 'Connections made again', 'counter', ({ health }) => health?.reconnects ?? 0)
  venue('venue_messages_total', 'Messages received', 'counter', ({ health }) => health?.messages ?? 0)
  venue('venue_faults_total', 'Messages refused and connections broken', 'counter', ({ health }) => health?.faults ?? 0)
  venue('venue_excluded_total', 'Trades that are no order flow', 'counter', ({ health }) => health?.excluded ?? 0)
}

const add = (kind: 'gauge' | 'counter') => (kind === 'gauge' ? addGauge : addTotal)

const sampleOf = (labels: Sample[0], value: number | null): Sample[] => (value === null ? [] : [[labels, value]])

const seconds = (ms: number | null | undefined): number | null => (ms === null || ms === undefined ? null : ms / 1000)
