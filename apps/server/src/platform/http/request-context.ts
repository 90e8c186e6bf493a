import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { runInContext, startSpan } from '../tracing/index.ts'
import type { Span } from '../tracing/index.ts'
import { whenEnded } from './when-ended.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** null while tracing is off, and for streams. */
    span: Span | null
  }
}

/** Options of the server: ids that are unique across nodes, and no second `reqId` next to that of the log itself. */
export const REQUEST_ID_OPTIONS = {
  genReqId: () => randomUUID(),
  childLoggerFactory: (logger) => logger,
} satisfies FastifyServerOptions

/**
 * Gives everything that a request causes its id: log lines, statements, and the jobs it enqueues. Register it before all
 * other hooks. The trace of the caller is not continued: callers are the public.
 */
export function addRequestContext(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const { method, headers } = request
    // A stream lasts for hours; its messages are no request.
    if (headers.upgrade === undefined) {
      const path = request.routeOptions.url ?? 'unknown'
      const attributes = { 'http.request.method': method, 'http.route': path, 'flowprint.request_id': request.id }
      const span = startSpan(`${method} ${path}`, { kind: 'server', attributes, parent: null })
      request.span = span
      if (span !== null) {
        whenEnded(reply, (status) => {
          span.set({ 'http.response.status_code': status })
          span.end(status >= 500 ? new Error(String(status)) : undefined)
        })
      }
    }
    runInContext({ requestId: request.id, span: request.span }, done)
  })
  // The body is read in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    runInContext({ requestId: request.id, span: request.span }, done)
  })
}
