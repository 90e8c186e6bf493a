/** Wait times and max connections of a pool. */
export interface PoolLimits {
  readonly connections: number
  /** Max wait for a connection, free or new. */
  readonly connectMs: number
  /** Max wait for the result of one statement. */
  readonly statementMs: number
}

/** By kind of work: reads fail fast, background work gets more time. */
export const POOL_LIMITS = {
  /** Sessions, accounts, orders, settings: few rows by key. */
  calls: { connections: 8, connectMs: 3_000, statementMs: 8_000 },
  /** Bars, trades and profiles of a market. */
  reads: { connections: 6, connectMs: 4_000, statementMs: 15_000 },
  /** The read worker: one large query, exports, and cancelled reads that end with their statement. */
  largeReads: { connections: 6, connectMs: 4_000, statementMs: 60_000 },
  /** Commits of markets, deliveries, alerts. A commit may wait for an import that locks its market. */
  work: { connections: 10, connectMs: 30_000, statementMs: 120_000 },
  /** The job queue: three connections listen for new jobs, the others take and close jobs. */
  queue: { connections: 8, connectMs: 30_000, statementMs: 30_000 },
  /** Daily jobs over whole tables. */
  jobs: { connections: 2, connectMs: 30_000, statementMs: 30 * 60_000 },
} as const satisfies Record<string, PoolLimits>
