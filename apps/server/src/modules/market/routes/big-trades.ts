import { Answer, BIG_TRADES_MIME, BigTrades, BigTradesQuery, ErrorAnswer, readArguments } from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { limitedTo, refuse } from '../../../platform/http/index.ts'
import type { Fault } from '../../../platform/http/index.ts'
import { cutOf } from '../access-cut.ts'
import { sendRead } from '../reads/send-read.ts'
import { accepts } from '../rules/accepts.ts'
import { bigTradeSize } from '../rules/effective-settings.ts'
import type { MarketCalls } from './market-options.ts'

/** GET /api/big_trades */
export function addBigTrades(app: FastifyInstance, { clock, reads, rateLimitFactor }: MarketCalls): void {
  app.get(
    '/api/big_trades',
    {
      config: limitedTo('bigTrades', rateLimitFactor),
      schema: {
        tags: ['market'],
        summary: 'Unusually big sweeps of a time range',
        description:
          'A range with too many sweeps is cut at its start: the list is complete from `from` on. ' +
          `JSON unless Accept requests the packed form: ${BIG_TRADES_MIME}.`,
        querystring: BigTradesQuery,
        response: {
          200: {
            description: 'Big trades, oldest first',
            content: {
              'application/json': { schema: Answer(BigTrades) },
              [BIG_TRADES_MIME]: { schema: Type.String({ format: 'binary' }) },
            },
          },
          default: ErrorAnswer,
        },
      },
    },
    async (request, reply) => {
      const { query, size } = readRequest(request)
      const nowMs = clock.now()
      const json = accepts(request.headers.accept, 'application/json', BIG_TRADES_MIME) === 'application/json'
      return sendRead(request, reply, reads, {
        kind: 'bigTrades',
        query,
        size,
        json,
        cut: cutOf(request.access.delayMs, nowMs),
        nowMs,
      })
    },
  )
}

function readRequest(request: FastifyRequest): { query: BigTradesQuery; size: string } {
  const { values: query, faults } = readArguments(BigTradesQuery, request.query as Record<string, unknown>)
  const { size, faults: sizeFaults } = bigTradeSize(query.size)
  const windowFaults: Fault[] =
    query.to !== undefined && query.to <= query.from ? [{ field: 'to', error: 'BAD_WINDOW', params: {} }] : []
  refuse([...faults, ...windowFaults, ...sizeFaults])
  return { query, size }
}
