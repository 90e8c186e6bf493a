import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from, to } from 'pg-copy-streams'

/** Read-ahead limit in bytes; above it the connection is paused. */
const AHEAD = 4 * 1024 * 1024

/** Yields the output of `COPY … TO STDOUT` in chunks; `onRows` receives the row count at the end. */
export async function* copyTo(
  client: PoolClient,
  text: string,
  onRows: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const copy = client.query(to(text, { highWaterMark: AHEAD }))
  for await (const chunk of copy) yield chunk as Buffer
  // The server reports the count after the data; queries run in order.
  await client.query('select')
  onRows(copy.rowCount)
}

/** Feeds `COPY … FROM STDIN`; returns how many rows the server counted. */
export async function copyFrom(client: PoolClient, text: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  const copy = client.query(from(text))
  await pipeline(chunks, copy)
  return copy.rowCount
}
