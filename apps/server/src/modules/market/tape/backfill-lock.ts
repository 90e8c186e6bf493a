import { ownClient } from '../../../platform/database/index.ts'

/** Class of the advisory locks under which a symbol's past is fetched; a hash of the symbol is the other half. */
const LOCK_CLASS = 4_702

/**
 * Waits until nobody else fetches the past of this symbol, in any process: two would load the same files and send twice
 * as many revisions. The right ends with `release`, or with the process.
 */
export async function holdBackfill(
  url: string,
  symbol: string,
  signal?: AbortSignal,
): Promise<{ release(): Promise<void> }> {
  signal?.throwIfAborted()
  const client = ownClient(url)
  // A lost connection lets somebody else in: the same days would be stored twice, which changes nothing.
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
