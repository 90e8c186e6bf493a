/** How long the users of a pool wait, and how many connections it opens at most. */
export interface PoolLimits {
  readonly connections: number
  /** For a connection: a free one of the pool or a new one. */
  readonly connectMs: number
  /** For the answer to one statement. */
  readonly statementMs: number
}

/** By the kind of work: a reader must not wait long, and work in the background must not be given up early. */
export const POOL_LIMITS = {
  /** Sessions, accounts, orders, settings: a few rows by key. */
  calls: { connections: 8, connectMs: 3_000, statementMs: 8_000 },
  /** Bars, trades and profiles of a market. */
  reads: { connections: 6, connectMs: 4_000, statementMs: 15_000 },
  /** The read worker: one large answer, exports, and cancelled reads that end with their statement. */
  largeReads: { connections: 6, connectMs: 4_000, statementMs: 60_000 },
  /** Commits of markets, deliveries, alerts. A commit may wait for an import that holds its market. */
  work: { connections: 10, connectMs: 30_000, statementMs: 120_000 },
  /** Daily jobs over whole tables. */
  jobs: { connections: 2, connectMs: 30_000, statementMs: 30 * 60_000 },
} as const satisfies Record<string, PoolLimits>
