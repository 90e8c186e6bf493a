import { pipeline } from 'node:stream/promises'
import type { PoolClient, Submittable } from 'pg'
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

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const HEADER_BYTES = SIGNATURE.length + 8

interface Connection {
  query(text: string): void
}

/**
 * Rows of a SELECT in PostgreSQL's binary COPY format: each row is a list of the raw bytes of its columns (null: NULL).
 * Several times faster than a query for large bytea values, which avoids hexadecimal encoding. Takes no parameters;
 * callers interpolate numbers only. Keeps the rows of the protocol's messages: streams (copy-streams.ts), which join and
 * split them again, took two to three times as long.
 */
export function copyOut(client: PoolClient, select: string): Promise<(Buffer | null)[][]> {
  return new Promise((resolve, reject) => {
    client.query(new CopyOut(`copy (${select}) to stdout (format binary)`, resolve, reject))
  })
}

/** Implements the part of the protocol that pg leaves to its users. */
class CopyOut implements Submittable {
  readonly #text: string
  readonly #resolve: (rows: (Buffer | null)[][]) => void
  readonly #reject: (error: Error) => void
  readonly #rows: (Buffer | null)[][] = []
  #failure: Error | null = null
  #isFirst = true

  constructor(text: string, resolve: (rows: (Buffer | null)[][]) => void, reject: (error: Error) => void) {
    this.#text = text
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: unknown): void {
    ;(connection as Connection).query(this.#text)
  }

  /** One message is one row; the first starts with the header, the last is the trailer. */
  handleCopyData(message: { chunk: Buffer }): void {
    const { chunk } = message
    let at = 0
    if (this.#isFirst) {
      this.#isFirst = false
      if (!chunk.subarray(0, SIGNATURE.length).equals(SIGNATURE))
        this.#failure = new Error('Invariant: a binary copy begins with its signature')
      at = HEADER_BYTES
    }
    if (this.#failure !== null || at >= chunk.length) return
    const columns = chunk.readInt16BE(at)
    if (columns < 0) return
    at += 2
    const row: (Buffer | null)[] = []
    for (let i = 0; i < columns; i++) {
      const length = chunk.readInt32BE(at)
      at += 4
      // Copy: the chunk is a view of a buffer that the connection reuses.
      row.push(length < 0 ? null : Buffer.from(chunk.subarray(at, at + length)))
      at += Math.max(0, length)
    }
    this.#rows.push(row)
  }

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    if (this.#failure === null) this.#resolve(this.#rows)
    else this.#reject(this.#failure)
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}
