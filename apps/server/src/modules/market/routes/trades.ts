import { Answer, ErrorAnswer, TradeRows, TradesQuery } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { AppError, limitedTo } from '../../../platform/http/index.ts'
import { cutOf } from '../access-cut.ts'
import { cursorOf, presentTrades, tradesCsv } from '../present/present-trades.ts'
import { accepts } from '../rules/accepts.ts'
import { loadInstrument } from '../load-instrument.ts'
import type { MarketOptions } from './market-options.ts'
import { readQuery } from './read-query.ts'

/** GET /api/trades */
export function addTrades(app: FastifyInstance, { store, clock, rateLimitFactor }: MarketOptions): void {
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
      const { symbol, from, to, limit = 1000, after } = readQuery(TradesQuery, request)
      if (to <= from) throw new AppError('VALIDATION', { faults: [{ field: 'to', error: 'BAD_WINDOW', params: {} }] })
      const cursor = after === undefined ? {} : { after: readCursor(after) }
      const instrument = await loadInstrument(store, symbol)
      const cut = cutOf(request.access.delayMs, clock.now())
      const trades = await store.readTrades(instrument, { from, to, limit, ...cursor, ...(cut === undefined ? {} : { cut }) })
      const rows = presentTrades(trades, instrument)
      reply.header('cache-control', 'no-store').header('vary', 'accept')
      if (rows.length === limit) reply.header('next-cursor', cursorOf(rows[rows.length - 1]))
      if (accepts(request.headers.accept, 'application/json', 'text/csv') === 'text/csv') {
        return reply.type('text/csv; charset=utf-8').send(tradesCsv(rows))
      }
      return reply.send({ code: 200, message: 'OK', data: rows })
    },
  )
}

function readCursor(text: string): { readonly ts: number; readonly id: string } {
  const match = /^(\d{1,15})_(.{1,100})$/.exec(text)
  if (match === null) throw new AppError('VALIDATION', { faults: [{ field: 'after', error: 'BAD_CURSOR', params: {} }] })
  return { ts: Number(match[1]), id: match[2] }
}
