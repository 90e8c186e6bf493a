import type { FeedListener } from './types.ts'

/** Address overrides of a section, for mirrors and the fake exchange. */
export interface SectionUrls {
  /** In ccxt's format, for example wss://fstream.binance.com/ws. */
  readonly ws?: string
  /** Of the order books, where their host is not that of the trades (Coinbase). */
  readonly depthWs?: string
  /** Scheme, host and port, without a path: https://fapi.binance.com. */
  readonly rest?: string
}

/** By section ('spot', 'usdm', ...). */
export type VenueUrls = Readonly<Record<string, SectionUrls>>

/** Durations that tests shorten; missing ones come from the venue's traits or the defaults. */
export interface FeedTuning {
  readonly heartbeatMs: number
  readonly silentAfterMs: number
  readonly quietAfterMs: number
  readonly connectionLifeMs: number
  /** Timeout of a subscribe request without confirmation or trade. */
  readonly confirmWithinMs: number
  /** Timeout of the handshake. */
  readonly connectWithinMs: number
  /** During a planned change both connections run in parallel for at least this long, and at most `overlapMaxMs`. */
  readonly overlapMs: number
  readonly overlapMaxMs: number
  /** Backoff: full jitter between 0 and min(cap, base x 2^attempt). */
  readonly backoffBaseMs: number
  readonly backoffCapMs: number
  /** Retry interval for a venue that refuses the region, or that was never reached in `giveUpAttempts` attempts. */
  readonly unreachableRetryMs: number
  readonly giveUpAttempts: number
  /** A connection that survives this long after its first confirmation resets the failure count. */
  readonly stableAfterMs: number
  /** Grace period for a trade known to REST to arrive on the stream. */
  readonly graceMs: number
  /** Minimum interval between `alive` notifications to the listener. */
  readonly aliveEveryMs: number
}

interface CommonOptions {
  readonly urls?: VenueUrls
  /** Ms since the epoch; Date.now by default. */
  readonly clock?: () => number
  /** Logs a line of interest to operators; no-op by default. */
  readonly log?: (line: string) => void
}

export interface FeedOptions extends CommonOptions {
  readonly listener: FeedListener
  readonly tuning?: Partial<FeedTuning>
  /** [0, 1), for jitter; Math.random by default. */
  readonly random?: () => number
}

export interface RestOptions extends CommonOptions {
  /** First backoff after a failure, doubled with jitter each time; 500 ms by default. */
  readonly retryBaseMs?: number
  /** Attempts of one request; 5 by default. */
  readonly attempts?: number
  /** Request timeout; 10 s by default. */
  readonly timeoutMs?: number
}

export const DEFAULT_TUNING = {
  confirmWithinMs: 15_000,
  connectWithinMs: 15_000,
  overlapMs: 3_000,
  overlapMaxMs: 20_000,
  backoffBaseMs: 1_000,
  backoffCapMs: 60_000,
  unreachableRetryMs: 300_000,
  giveUpAttempts: 6,
  stableAfterMs: 30_000,
  graceMs: 5_000,
  aliveEveryMs: 500,
}
