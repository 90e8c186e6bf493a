import type { FastifyInstance } from 'fastify'

/** A response whose reader takes none of it for this long is ended with its connection. */
const WRITE_TIMEOUT_MS = 30_000

declare module 'fastify' {
  interface FastifyRequest {
    /** May be set before the answer is sent. */
    writeTimeoutMs: number
  }
}

/** Ends connections whose reader stops reading. Node resets the timeout when the response is finished. */
export function addWriteTimeout(app: FastifyInstance): void {
  app.decorateRequest('writeTimeoutMs', WRITE_TIMEOUT_MS)
  app.addHook('onSend', async (request) => {
    const { socket } = request.raw
    // A stream has pings of its own; the socket of an injected request has no timeout.
    if (request.headers.upgrade !== undefined || typeof (socket as { setTimeout?: unknown }).setTimeout !== 'function')
      return
    socket.setTimeout(request.writeTimeoutMs)
  })
}
