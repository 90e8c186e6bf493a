import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MarketReads } from './market-reads.ts'
import type { ReadJob } from './read-job.ts'

/** Bytes buffered for a reader before more are produced. */
const WAITING_BYTES = 256 * 1024

/** Answers a call with a read of the tape. Everything stops when the caller disconnects. */
export async function sendRead(
  request: FastifyRequest,
  reply: FastifyReply,
  reads: MarketReads,
  job: ReadJob,
): Promise<FastifyReply> {
  const gone = new AbortController()
  const onClose = (): void => gone.abort(new Error('Condition: the caller disconnected'))
  reply.raw.once('close', onClose)
  const { user } = request.access
  const caller = user ?? request.ip
  const read = await reads.open(job, caller, gone.signal, seenSeqOf(request)).catch((error: unknown) => {
    // The caller has disconnected.
    if (gone.signal.aborted) return null
    throw error
  })
  if (read === null) return reply.hijack()
  const { head, body, timeouts, close } = read
  reply.raw.once('close', close)
  if (reply.raw.closed) close()
  const { vary, ...headers } = head.headers
  reply.header('cache-control', 'no-store').headers(headers)
  if (vary !== undefined) reply.header('vary', [reply.getHeader('vary'), vary].filter(Boolean).join(', '))
  if (head.status === 304) return reply.code(304).send()
  reply.type(head.type)
  if (timeouts === null)
    return reply.send(body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body)
  const { idleMs, totalMs } = timeouts
  const stream = Readable.from(body as AsyncIterable<unknown>, { objectMode: false, highWaterMark: WAITING_BYTES })
  if (totalMs !== Infinity) {
    const timer = setTimeout(() => request.raw.socket.destroy(), totalMs)
    reply.raw.once('close', () => clearTimeout(timer))
  }
  request.writeTimeoutMs = idleMs
  return reply.send(stream)
}

/** The header `seen-seq`: an entry of the market's log that the caller has seen, possibly on another node. */
function seenSeqOf({ headers }: FastifyRequest): number {
  const text = headers['seen-seq']
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : 0
}
