import { Answer, ErrorAnswer, FOOTPRINT_MIME, Footprint, FootprintQuery, readArguments } from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { limitedTo, refuse } from '../../../platform/http/index.ts'
import type { Fault } from '../../../platform/http/index.ts'
import { cutOf } from '../../access-cut.ts'
import { sendRead } from '../reads/send-read.ts'
import { accepts } from '../rules/accepts.ts'
import { effectiveSettings } from '../rules/effective-settings.ts'
import type { MarketCalls } from './market-options.ts'

/** GET /api/footprint */
export function addFootprint(app: FastifyInstance, { clock, reads, rateLimitFactor }: MarketCalls): void {
  app.get(
    '/api/footprint',
    {
      config: limitedTo('footprint', rateLimitFactor),
      schema: {
        tags: ['market'],
        summary: 'Footprint bars of a symbol at a cycle and a precision',
        description: `Packed (${FOOTPRINT_MIME}) unless JSON is asked for by Accept: application/json.`,
        querystring: FootprintQuery,
        response: {
          200: {
            description: 'Bars, oldest first',
            content: {
              'application/json': { schema: Answer(Footprint) },
              [FOOTPRINT_MIME]: { schema: Type.String({ format: 'binary' }) },
            },
          },
          default: ErrorAnswer,
        },
      },
    },
    async (request, reply) => {
      const { query, settings, asked } = readRequest(request)
      const json = accepts(request.headers.accept, FOOTPRINT_MIME, 'application/json') === 'application/json'
      const nowMs = clock.now()
      const { delayMs } = request.access
      return sendRead(request, reply, reads, {
        kind: 'footprint',
        query,
        settings,
        asked,
        json,
        delayMs,
        cut: cutOf(delayMs, nowMs),
        nowMs,
      })
    },
  )
}

/** Validates arguments and settings together, so that all errors are reported at once. */
function readRequest(request: FastifyRequest) {
  const { values: query, faults } = readArguments(FootprintQuery, request.query as Record<string, unknown>)
  const { settings, asked, faults: settingFaults } = effectiveSettings(query)
  const windowFaults: Fault[] =
    query.from !== undefined && query.to !== undefined && query.to <= query.from
      ? [{ field: 'to', error: 'BAD_WINDOW', params: {} }]
      : []
  refuse([...faults, ...windowFaults, ...settingFaults])
  return { query, settings, asked }
}
