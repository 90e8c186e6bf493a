import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Bytes that wait for a reader before the database is asked for more. */
const WAITING = 256 * 1024

/**
 * Answers with a file, streamed. Whatever fails at the beginning is an error like any other, and `begun` is not called;
 * what breaks later breaks the connection.
 */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  pieces: AsyncGenerator<string>,
  begun?: () => Promise<void>,
): Promise<FastifyReply> {
  const first = await pieces.next()
  await begun?.()
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
  return reply.send(Readable.from(inOrder(first, pieces), { objectMode: false, highWaterMark: WAITING }))
}

async function* inOrder(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value
  yield* rest
}
