import { Answer, ErrorAnswer, TradeRows, TradesQuery } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { AppError, limitedTo } from '../../../platform/http/index.ts'
import { cutOf } from '../../access-cut.ts'
import { sendRead } from '../reads/send-read.ts'
import { accepts } from '../rules/accepts.ts'
import type { MarketCalls } from './market-options.ts'
import { readQuery } from './read-query.ts'

/** GET /api/trades */
export function addTrades(app: FastifyInstance, { clock, reads, rateLimitFactor }: MarketCalls): void {
  app.get(
    '/api/trades',
    {
      config: limitedTo('trades', rateLimitFactor),
      schema: {
        tags: ['market'],
        summary: 'Stored trades in canonical order, as JSON or, for Accept: text/csv, as CSV',
        description: 'When an answer is full its header `next-cursor` is the `after` of the next page.',
        querystring: TradesQuery,
        response: { 200: Answer(TradeRows), default: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const query = readQuery(TradesQuery, request)
      if (query.to <= query.from)
        throw new AppError('VALIDATION', { faults: [{ field: 'to', error: 'BAD_WINDOW', params: {} }] })
      const csv = accepts(request.headers.accept, 'application/json', 'text/csv') === 'text/csv'
      const nowMs = clock.now()
      return sendRead(request, reply, reads, {
        kind: 'trades',
        query,
        csv,
        cut: cutOf(request.access.delayMs, nowMs),
        nowMs,
      })
    },
  )
}
