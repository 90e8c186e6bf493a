import { Answer, ErrorAnswer, Profile, ProfileQuery, readArguments } from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitedTo, refuse } from '../../../platform/http/index.ts'
import type { Fault } from '../../../platform/http/index.ts'
import { cutOf } from '../access-cut.ts'
import { loadInstrument } from '../load-instrument.ts'
import { loadProfile } from '../load-profile.ts'
import { presentProfile } from '../present/present-profile.ts'
import { valueAreaShare } from '../rules/effective-settings.ts'
import type { MarketOptions } from './market-options.ts'

/** GET /api/profile */
export function addProfile(app: FastifyInstance, { store, clock, rateLimitFactor }: MarketOptions): void {
  app.get(
    '/api/profile',
    {
      config: limitedTo('profile', rateLimitFactor),
      schema: {
        tags: ['market'],
        summary: 'Volume by price over any range of time, with its point of control and value area',
        description: 'Exact at every precision: added up from the stored bars, and from the prints where the range cuts a minute.',
        querystring: ProfileQuery,
        response: { 200: Answer(Profile), default: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const { query, share } = readRequest(request)
      const nowMs = clock.now()
      const instrument = await loadInstrument(store, query.symbol)
      const cut = cutOf(request.access.delayMs, nowMs)
      const stored = await loadProfile(store, instrument, query, { cut, nowMs })
      const data = presentProfile(stored, query, { share, delayed: cut !== undefined })
      return reply.header('cache-control', 'no-store').send({ code: 200, message: 'OK', data })
    },
  )
}

function readRequest(request: FastifyRequest): { query: ProfileQuery; share: string } {
  const { values: query, faults } = readArguments(ProfileQuery, request.query as Record<string, unknown>)
  const { share, faults: shareFaults } = valueAreaShare(query.value_area)
  const windowFaults: Fault[] = query.to !== undefined && query.to <= query.from ? [{ field: 'to', error: 'BAD_WINDOW', params: {} }] : []
  refuse([...faults, ...windowFaults, ...shareFaults])
  return { query, share }
}
