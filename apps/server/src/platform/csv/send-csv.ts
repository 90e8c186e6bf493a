import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Max bytes buffered for a slow reader before the database is read again. */
const WAITING = 256 * 1024

/**
 * Streams a CSV file. An error before the first line is answered like any other error, and `onStart` is not called; a
 * later one closes the connection.
 */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  pieces: AsyncGenerator<string>,
  onStart?: () => Promise<void>,
): Promise<FastifyReply> {
  const first = await pieces.next()
  await onStart?.()
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
  return reply.send(Readable.from(inOrder(first, pieces), { objectMode: false, highWaterMark: WAITING }))
}

/** The pieces, of which the first was already read. */
export async function* inOrder(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value
  yield* rest
}
