import { Answer, BIG_TRADES_MIME, BigTrades, BigTradesQuery, ErrorAnswer, readArguments } from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { limitedTo, refuse } from '../../../platform/http/index.ts'
import type { Fault } from '../../../platform/http/index.ts'
import { cutOf } from '../access-cut.ts'
import { loadBigTrades } from '../load-big-trades.ts'
import { loadInstrument } from '../load-instrument.ts'
import { packBigTrades, presentBigTrades } from '../present/present-big-trades.ts'
import { accepts } from '../rules/accepts.ts'
import { bigTradeSize } from '../rules/effective-settings.ts'
import type { MarketOptions } from './market-options.ts'

/** GET /api/big_trades */
export function addBigTrades(app: FastifyInstance, { store, clock, rateLimitFactor }: MarketOptions): void {
  app.get(
    '/api/big_trades',
    {
      config: limitedTo('bigTrades', rateLimitFactor),
      schema: {
        tags: ['market'],
        summary: 'Sweeps that are unusually big, of any stretch of the tape',
        description:
          'A stretch that holds too much is answered from its end backwards: `from` says where the list begins to be complete. ' +
          `JSON unless the packed form is asked for by Accept: ${BIG_TRADES_MIME}.`,
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
      const instrument = await loadInstrument(store, query.symbol)
      const cut = cutOf(request.access.delayMs, nowMs)
      const to = query.to !== undefined && query.to <= nowMs ? query.to : undefined
      const stored = await loadBigTrades(store, instrument, { from: query.from, to, size, cut, resume: query.resume === true })
      reply.header('cache-control', 'no-store').header('vary', 'accept')
      if (accepts(request.headers.accept, 'application/json', BIG_TRADES_MIME) === BIG_TRADES_MIME) {
        const packed = packBigTrades(stored, instrument, query.resume === true)
        return reply.type(BIG_TRADES_MIME).send(Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength))
      }
      const data = presentBigTrades(stored, instrument, query.resume === true)
      return reply.send({ code: 200, message: 'OK', data })
    },
  )
}

function readRequest(request: FastifyRequest): { query: BigTradesQuery; size: string } {
  const { values: query, faults } = readArguments(BigTradesQuery, request.query as Record<string, unknown>)
  const { size, faults: sizeFaults } = bigTradeSize(query.size)
  const windowFaults: Fault[] = query.to !== undefined && query.to <= query.from ? [{ field: 'to', error: 'BAD_WINDOW', params: {} }] : []
  refuse([...faults, ...windowFaults, ...sizeFaults])
  return { query, size }
}
