import type { FeedListener } from './types.ts'

/** Where a section is reached, instead of where ccxt would; for mirrors and the fake exchange. */
export interface SectionUrls {
  /** As ccxt keeps it, for example wss://fstream.binance.com/ws. */
  readonly ws?: string
  /** Scheme, host and port, without a path: https://fapi.binance.com. */
  readonly rest?: string
}

/** By section ('spot', 'usdm', ...). */
export type VenueUrls = Readonly<Record<string, SectionUrls>>

/** Periods that tests shorten; what is left out stands in the venue's traits or is the default. */
export interface FeedTuning {
  readonly heartbeatMs: number
  readonly silentAfterMs: number
  readonly quietAfterMs: number
  readonly connectionLifeMs: number
  /** A request without confirmation or trade for this long is taken for lost. */
  readonly confirmWithinMs: number
  /** A handshake may take this long. */
  readonly connectWithinMs: number
  /** Both connections of a planned change run side by side at least this long, and at most `overlapMaxMs`. */
  readonly overlapMs: number
  readonly overlapMaxMs: number
  /** Back-off: full jitter between 0 and min(cap, base x 2^attempt). */
  readonly backoffBaseMs: number
  readonly backoffCapMs: number
  /** A venue that refuses the region, or that was never reached in `giveUpAttempts` attempts, is retried this often. */
  readonly unreachableRetryMs: number
  readonly giveUpAttempts: number
  /** A connection that lived this long after its first confirmation ends the counting of failures. */
  readonly stableAfterMs: number
  /** A trade that REST knows and the stream should have brought may be under way this long. */
  readonly graceMs: number
  /** At most this often is the listener told that a connection is alive. */
  readonly aliveEveryMs: number
}

interface CommonOptions {
  readonly urls?: VenueUrls
  /** Ms since the epoch; Date.now by default. */
  readonly clock?: () => number
  /** One line about something worth an operator's eye; nothing by default. */
  readonly log?: (line: string) => void
}

export interface FeedOptions extends CommonOptions {
  readonly listener: FeedListener
  readonly tuning?: Partial<FeedTuning>
  /** [0, 1), for jitter; Math.random by default. */
  readonly random?: () => number
}

export interface RestOptions extends CommonOptions {
  /** First wait after a failure, doubled with jitter each time; 500 ms by default. */
  readonly retryBaseMs?: number
  /** Attempts of one request; 5 by default. */
  readonly attempts?: number
  /** A request without an answer for this long has failed; 10 s by default. */
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
