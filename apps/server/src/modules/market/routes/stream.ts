import { stream } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import { addCall, AppError, defaultLanguageOf, limitedTo } from '../../../platform/http/index.ts'
import { StreamServer } from '../live/stream-server.ts'
import type { MarketOptions } from './market-options.ts'

/** GET /api/stream: the WebSocket of CONTRACT section 1. */
export function addStream(app: FastifyInstance, options: MarketOptions): void {
  const { store, bus, clock, accessOf, metrics, rateLimitFactor, alerts, streamTickMs: tickMs, recheckMs } = options
  const server = new StreamServer({
    store,
    bus,
    clock,
    log: app.log,
    accessOf,
    factor: rateLimitFactor,
    alerts,
    tickMs,
    recheckMs,
  })
  const open = new Gauge({ name: 'stream_connections', help: 'Open WebSocket connections', registers: [metrics] })
  app.addHook('preClose', async () => server.close())
  app.register(async (scope) => {
    addCall(scope, stream, {
      config: limitedTo('stream', rateLimitFactor),
      handle: () => {
        throw new AppError('VALIDATION', {
          faults: [{ field: 'upgrade', error: 'BAD_BODY', params: { expected: 'websocket' } }],
        })
      },
      wsHandler: (socket, request) => {
        open.inc()
        socket.once('close', () => open.dec())
        server.accept(socket, request.ip, defaultLanguageOf(request))
      },
    })
  })
}
