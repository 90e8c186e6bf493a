import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { PoolClient, Submittable } from 'pg'

/** The parts of pg's connection used for the COPY protocol, which pg leaves to its users. */
interface Connection {
  readonly stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** Read-ahead limit in bytes; above it the connection is paused. */
const AHEAD = 4 * 1024 * 1024

/** The output of `COPY … TO STDOUT` in chunks of at most a few MB; `onRows` receives the row count at the end. */
export async function* copyOutStream(
  client: PoolClient,
  text: string,
  onRows: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const copy = new CopyOut(text)
  client.query(copy)
  for (;;) {
    const chunk = await copy.next()
    if (chunk === null) break
    yield chunk
  }
  onRows(copy.count)
}

/** Feeds `COPY … FROM STDIN`; returns how many rows the server counted. */
export async function copyInStream(client: PoolClient, text: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  const copy = new CopyIn(text)
  // Awaited below; without this a statement refused before it starts would be an unhandled rejection.
  copy.rows.catch(() => {})
  client.query(copy)
  const connection = await copy.begun
  try {
    for await (const chunk of chunks) {
      if (copy.failed) break
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain)
        await Promise.race([once(connection.stream, 'drain'), copy.rows.catch(() => {})])
    }
  } catch (error) {
    connection.sendCopyFail('the source failed')
    await copy.rows.catch(() => {})
    throw error
  }
  connection.endCopyFrom()
  return copy.rows
}

abstract class Copy implements Submittable {
  readonly #text: string
  protected connection: Connection | null = null
  /** Number of rows, once the server has reported it. */
  count = 0

  constructor(text: string) {
    this.#text = text
  }

  submit(connection: unknown): void {
    this.connection = connection as Connection
    this.connection.query(this.#text)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.count = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? Number.NaN)
  }

  abstract handleError(error: Error): void
  abstract handleReadyForQuery(): void

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

class CopyOut extends Copy {
  readonly #chunks: Buffer[] = []
  #bytes = 0
  #end: Error | 'done' | null = null
  #wake = (): void => {}

  /** The next chunk; null at the end. */
  async next(): Promise<Buffer | null> {
    while (this.#chunks.length === 0) {
      if (this.#end === 'done') return null
      if (this.#end !== null) throw this.#end
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const all = Buffer.concat(this.#chunks)
    this.#chunks.length = 0
    this.#bytes = 0
    this.connection?.stream.resume()
    return all
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // Copy: the chunk is a view of a buffer that the connection reuses.
    this.#chunks.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes > AHEAD) this.connection?.stream.pause()
    this.#wake()
  }

  handleError(error: Error): void {
    this.#end = error
    this.#wake()
  }

  handleReadyForQuery(): void {
    this.#end ??= 'done'
    this.#wake()
  }
}

class CopyIn extends Copy {
  readonly #begun = Promise.withResolvers<Connection>()
  readonly #rows = Promise.withResolvers<number>()
  failed = false

  get begun(): Promise<Connection> {
    return this.#begun.promise
  }

  get rows(): Promise<number> {
    return this.#rows.promise
  }

  handleCopyInResponse(): void {
    this.#begun.resolve(this.connection as Connection)
  }

  handleError(error: Error): void {
    this.failed = true
    this.#begun.reject(error)
    this.#rows.reject(error)
  }

  handleReadyForQuery(): void {
    this.#rows.resolve(this.count)
  }
}
