import type { FastifyInstance } from 'fastify'

/** Connections whose reader accepts no data for this long are closed. */
const WRITE_TIMEOUT_MS = 30_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Override before the answer is sent. */
    writeTimeoutMs: number
  }
}

/** Closes connections whose reader stops reading. Node resets the timeout when the response is finished. */
export function addWriteTimeout(app: FastifyInstance): void {
  app.decorateRequest('writeTimeoutMs', WRITE_TIMEOUT_MS)
  app.addHook('onSend', async (request) => {
    const { socket } = request.raw
    // Streams have their own pings; the socket of an injected request has no timeout.
    if (request.headers.upgrade !== undefined || typeof (socket as { setTimeout?: unknown }).setTimeout !== 'function')
      return
    socket.setTimeout(request.writeTimeoutMs)
  })
}
