import { dedicatedClient } from '../../../platform/database/index.ts'

/** Class of the advisory locks for backfilling a symbol; the second key is a hash of the symbol. */
const LOCK_CLASS = 4_702

/**
 * Waits for the exclusive right, across processes, to backfill this symbol: two backfills would load the same files and
 * send twice as many revisions. Released by `release` or when the process ends.
 */
export async function lockBackfill(
  url: string,
  symbol: string,
  signal?: AbortSignal,
): Promise<{ release(): Promise<void> }> {
  signal?.throwIfAborted()
  const client = dedicatedClient(url)
  // If the connection is lost another process may backfill the same days; storing them twice changes nothing.
  client.on('error', () => {})
  const giveUp = (): void => void client.end().catch(() => {})
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    await client.connect()
    await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, symbol])
    signal?.throwIfAborted()
  } catch (error) {
    await client.end().catch(() => {})
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
  return { release: () => client.end().catch(() => {}) }
}
