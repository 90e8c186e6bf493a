import { Answer, ErrorAnswer } from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'

interface AccountRoute {
  readonly summary: string
  readonly body?: TSchema
  readonly query?: TSchema
  readonly data: TSchema
}

/** Registers a route of this module: documented by its schemas, answered in the response envelope. */
export function addAccountRoute(
  app: FastifyInstance,
  method: 'GET' | 'POST',
  path: string,
  { summary, body, query, data }: AccountRoute,
  answer: (request: FastifyRequest) => Promise<unknown> | unknown,
): void {
  app.route({
    method,
    url: path,
    schema: {
      tags: ['accounts'],
      summary,
      ...(body === undefined ? {} : { body }),
      ...(query === undefined ? {} : { querystring: query }),
      response: { 200: Answer(data), default: ErrorAnswer },
    },
    handler: async (request, reply) => {
      const result = await answer(request)
      reply.header('cache-control', 'no-store')
      return { code: 200, message: 'OK', data: result }
    },
  })
}
