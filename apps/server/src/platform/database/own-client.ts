import pg from 'pg'
import { numberTypes } from './number-types.ts'

/** A machine that is short of memory or disk stalls for many seconds; a connection that never comes must be heard of. */
export const CONNECT_TIMEOUT_MS = 30_000

/** A connection apart from the pool, for locks, notifications and work that must not wait for the pool. Not yet connected. */
export function ownClient(url: string, connectTimeoutMs = CONNECT_TIMEOUT_MS): pg.Client {
  return new pg.Client({
    connectionString: url,
    types: numberTypes,
    application_name: `flowprint/${process.pid}`,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
  })
}
