import type { Backoff } from '@flowprint/orderflow'

/** Delay before the stream is opened or a failed load is repeated. */
export const RECONNECT_BACKOFF: Backoff = { baseMs: 500, maxMs: 30_000, jitter: 0.5 }
