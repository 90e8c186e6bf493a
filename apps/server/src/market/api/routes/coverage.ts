import { Answer, Coverage, CoverageQuery, ErrorAnswer } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { cutOf } from '../../access-cut.ts'
import { sendRead } from '../reads/send-read.ts'
import type { MarketCalls } from './market-options.ts'
import { readQuery } from './read-query.ts'

/** GET /api/coverage */
export function addCoverage(app: FastifyInstance, { clock, reads }: MarketCalls): void {
  app.get(
    '/api/coverage',
    {
      schema: {
        tags: ['market'],
        summary: 'What is stored of a symbol, how it is known to be complete, and its gaps',
        querystring: CoverageQuery,
        response: { 200: Answer(Coverage), default: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const { symbol } = readQuery(CoverageQuery, request)
      const nowMs = clock.now()
      return sendRead(request, reply, reads, {
        kind: 'coverage',
        symbol,
        cut: cutOf(request.access.delayMs, nowMs),
        nowMs,
      })
    },
  )
}
