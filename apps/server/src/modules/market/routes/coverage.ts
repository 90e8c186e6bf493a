import { Answer, Coverage, CoverageQuery, ErrorAnswer } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { cutOf } from '../access-cut.ts'
import { presentCoverage } from '../present/present-coverage.ts'
import { loadInstrument } from '../load-instrument.ts'
import type { MarketOptions } from './market-options.ts'
import { readQuery } from './read-query.ts'

/** GET /api/coverage */
export function addCoverage(app: FastifyInstance, { store, clock }: MarketOptions): void {
  app.get(
    '/api/coverage',
    {
      schema: {
        tags: ['market'],
        summary: 'What is stored of a symbol, how it is known to be complete, and its holes',
        querystring: CoverageQuery,
        response: { 200: Answer(Coverage), default: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const { symbol } = readQuery(CoverageQuery, request)
      const instrument = await loadInstrument(store, symbol)
      const coverage = await store.coverage(instrument, cutOf(request.access.delayMs, clock.now()))
      const data = presentCoverage(instrument, coverage)
      return reply.header('cache-control', 'no-store').send({ code: 200, message: 'OK', data })
    },
  )
}
