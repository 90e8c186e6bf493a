import { Answer, ErrorAnswer, Menus } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { cutOf } from '../../access-cut.ts'
import { presentMenus } from '../present/present-menus.ts'
import type { MarketOptions } from './market-options.ts'

/** GET /api/menus */
export function addMenus(app: FastifyInstance, { store, clock }: MarketOptions): void {
  app.get(
    '/api/menus',
    {
      schema: {
        tags: ['market'],
        summary: 'Symbols, cycles, precisions and the recommended precision of each',
        response: { 200: Answer(Menus), default: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const data = presentMenus(await store.listInstruments(cutOf(request.access.delayMs, clock.now())))
      return reply.header('cache-control', 'no-store').send({ code: 200, message: 'OK', data })
    },
  )
}
