import type { RecordedMarket } from './stream-recorder.ts'
import type { Row } from './stored-tape.ts'

/**
 * Compares what a stream client received with the stored tape. Every trade it received is stored, and every trade stored
 * since it subscribed was received, or lies where the server asked it to load the history again.
 */
export function compareStream(market: RecordedMarket, stored: readonly Row[]): string[] {
  const faults: string[] = []
  const storedIds = new Set(stored.map(({ id }) => id))
  for (const id of market.receivedAt.keys())
    if (!storedIds.has(id)) faults.push(`${id} was acknowledged but is not stored`)
  const isFirst = (row: Row): boolean => market.receivedAt.has(row.id)
  const since = stored.findIndex(isFirst)
  for (const { id, ts } of since === -1 ? [] : stored.slice(since)) {
    if (market.receivedAt.has(id) || ts <= market.reloadedTo) continue
    if (!market.revised.some(({ from, to }) => ts >= from && ts < to)) faults.push(`${id} of ${ts} was not received`)
  }
  return faults
}
