import { Answer, ErrorAnswer, FOOTPRINT_MIME, Footprint, FootprintQuery, readArguments } from '@flowprint/contract'
import { encodeAnswer } from '@flowprint/orderflow'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { limitedTo, refuse } from '../../../platform/http/index.ts'
import type { Fault } from '../../../platform/http/index.ts'
import { cutOf } from '../access-cut.ts'
import { withBigTrades } from '../load-big-trades.ts'
import { loadFootprint } from '../load-footprint.ts'
import { presentAnswer } from '../present/present-answer.ts'
import { presentFootprint } from '../present/present-footprint.ts'
import { accepts } from '../rules/accepts.ts'
import { effectiveSettings } from '../rules/effective-settings.ts'
import { loadInstrument } from '../load-instrument.ts'
import type { MarketOptions } from './market-options.ts'

/** GET /api/footprint */
export function addFootprint(app: FastifyInstance, { store, clock, rateLimitFactor }: MarketOptions): void {
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
      const instrument = await loadInstrument(store, query.symbol)
      const loaded = await loadFootprint(store, instrument, query, {
        settings,
        withLeadIn: query.lead_in === true || (json && query.indicators === true),
        cut: cutOf(request.access.delayMs, nowMs),
        nowMs,
      })
      const answer = presentAnswer(loaded, query, settings, request.access.delayMs)
      reply.header('cache-control', 'no-store').header('vary', 'accept')
      if (json) {
        const data = presentFootprint(loaded, answer, query, { settings, asked })
        return reply.send({ code: 200, message: 'OK', data: await withBigTrades(store, data, loaded, settings) })
      }
      const packed = encodeAnswer(answer)
      return reply.type(FOOTPRINT_MIME).send(Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength))
    },
  )
}

/** Arguments and settings together, so that every fault is named at once. */
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
