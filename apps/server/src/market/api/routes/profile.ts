import { Answer, ErrorAnswer, Profile, ProfileQuery, readArguments } from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitedTo, refuse } from '../../../platform/http/index.ts'
import type { Fault } from '../../../platform/http/index.ts'
import { cutOf } from '../../access-cut.ts'
import { sendRead } from '../reads/send-read.ts'
import { valueAreaShare } from '../rules/effective-settings.ts'
import type { MarketCalls } from './market-options.ts'

/** GET /api/profile */
export function addProfile(app: FastifyInstance, { clock, reads, rateLimitFactor }: MarketCalls): void {
  app.get(
    '/api/profile',
    {
      config: limitedTo('profile', rateLimitFactor),
      schema: {
        tags: ['market'],
        summary: 'Volume by price over any range of time, with its point of control and value area',
        description:
          'Exact at every precision: added up from the stored bars, and from the trades where the range cuts a minute.',
        querystring: ProfileQuery,
        response: { 200: Answer(Profile), default: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const { query, share } = readRequest(request)
      const nowMs = clock.now()
      return sendRead(request, reply, reads, {
        kind: 'profile',
        query,
        share,
        cut: cutOf(request.access.delayMs, nowMs),
        nowMs,
      })
    },
  )
}

function readRequest(request: FastifyRequest): { query: ProfileQuery; share: string } {
  const { values: query, faults } = readArguments(ProfileQuery, request.query as Record<string, unknown>)
  const { share, faults: shareFaults } = valueAreaShare(query.value_area)
  const windowFaults: Fault[] =
    query.to !== undefined && query.to <= query.from ? [{ field: 'to', error: 'BAD_WINDOW', params: {} }] : []
  refuse([...faults, ...windowFaults, ...shareFaults])
  return { query, share }
}
