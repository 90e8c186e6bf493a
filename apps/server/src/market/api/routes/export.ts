import { ErrorAnswer, ExportQuery } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { limitedTo, refuse } from '../../../platform/http/index.ts'
import { cutOf } from '../../access-cut.ts'
import { sendRead } from '../reads/send-read.ts'
import type { MarketCalls } from './market-options.ts'
import { readQuery } from './read-query.ts'

/** GET /api/export */
export function addExport(app: FastifyInstance, { clock, reads, rateLimitFactor }: MarketCalls): void {
  app.get(
    '/api/export',
    {
      config: limitedTo('export', rateLimitFactor),
      schema: {
        tags: ['market'],
        summary: 'Trades or bars of a range as a CSV file, streamed',
        description: 'Trades are in the canonical layout: npm run import reads the file back to the same tape.',
        querystring: ExportQuery,
        response: {
          200: { description: 'The file', content: { 'text/csv': { schema: Type.String() } } },
          default: ErrorAnswer,
        },
      },
    },
    async (request, reply) => {
      const query = readQuery(ExportQuery, request)
      const { from, to, what, cycle } = query
      refuse([
        ...(to <= from ? [{ field: 'to', error: 'BAD_WINDOW', params: {} } as const] : []),
        ...(what === 'bars' && cycle === undefined ? [{ field: 'cycle', error: 'REQUIRED', params: {} } as const] : []),
      ])
      const nowMs = clock.now()
      return sendRead(request, reply, reads, {
        kind: 'export',
        query,
        cut: cutOf(request.access.delayMs, nowMs),
        nowMs,
      })
    },
  )
}
