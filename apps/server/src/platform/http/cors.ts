import type { FastifyInstance } from 'fastify'
import { isApiRoute } from './api-route.ts'

const METHODS = 'GET, POST, OPTIONS'
const HEADERS = 'authorization, content-type, language, idempotency-key'

/** Allows pages of the given origins to make calls. Without origins (the default) no CORS headers are sent. */
export function addCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    const origin = request.headers.origin
    // A preflight matches no route; access is checked by the call itself.
    const isPreflight = request.method === 'OPTIONS' && request.is404
    if (origin === undefined || !(isPreflight || isApiRoute(request))) return
    reply.header('vary', 'origin')
    if (!origins.includes(origin)) return
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', 'next-cursor, retry-after')
    // Answers must also be loadable cross-origin.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    if (isPreflight) {
      reply.header('access-control-allow-methods', METHODS).header('access-control-allow-headers', HEADERS)
      await reply.header('access-control-max-age', '600').code(204).send()
    }
  })
}
