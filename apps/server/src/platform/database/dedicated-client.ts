import pg from 'pg'
import { numberTypes } from './number-types.ts'

/** A machine short of memory or disk may stall for many seconds; connections that never open must fail eventually. */
export const CONNECT_TIMEOUT_MS = 30_000

/** A dedicated connection for locks, notifications and work that must not wait for the pool. Not yet connected. */
export function dedicatedClient(url: string, connectTimeoutMs = CONNECT_TIMEOUT_MS): pg.Client {
  return new pg.Client({
    connectionString: url,
    types: numberTypes,
    application_name: `flowprint/${process.pid}`,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
  })
}
