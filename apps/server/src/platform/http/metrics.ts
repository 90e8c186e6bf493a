import { timingSafeEqual } from 'node:crypto'
import { operationCalls } from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { addCall } from './add-call.ts'
import { AppError } from './app-error.ts'
import { isFromLoopback } from './loopback.ts'

export interface MetricsAccess {
  readonly secret: string | null
  /**
   * Callers on this machine need no secret. Off in production, where a proxy or another local program may forward
   * requests of strangers.
   */
  readonly openOnLoopback: boolean
}

/** Metrics of the process and of every call, in the Prometheus text format. */
export function addMetrics(app: FastifyInstance, access: MetricsAccess): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'path', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // Label with the route pattern, not the requested path, to bound the number of labels.
    const path = request.routeOptions.url ?? 'unknown'
    seconds.observe({ method: request.method, path, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
  addCall(app, operationCalls.metrics, async ({ request, reply }) => {
    if (!mayRead(request, access)) throw new AppError('FORBIDDEN')
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
  return registry
}

function mayRead(request: FastifyRequest, { secret, openOnLoopback }: MetricsAccess): boolean {
  const given = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  if (secret !== null && sameText(given, secret)) return true
  return openOnLoopback && isFromLoopback(request)
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
