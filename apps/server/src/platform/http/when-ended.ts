import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Status of a call whose client left before it was answered. */
const CLIENT_LEFT = 499

/** One listener per response: streams add several more, and Node warns of more than ten. */
const observers = new WeakMap<ServerResponse, ((status: number) => void)[]>()

/**
 * Calls `run` once with the status of the response when it was sent, or when its connection was closed before. Fastify's
 * onResponse hook is not called for the latter.
 */
export function whenEnded(reply: FastifyReply, run: (status: number) => void): void {
  const { raw } = reply
  const status = (): number => (raw.writableFinished ? reply.statusCode : CLIENT_LEFT)
  const others = observers.get(raw)
  if (raw.closed) run(status())
  else if (others !== undefined) others.push(run)
  else {
    const list = [run]
    observers.set(raw, list)
    raw.once('close', () => list.forEach((each) => each(status())))
  }
}
