import { Answer, ErrorAnswer } from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { SignedIn } from './access.ts'
import { AppError, refuse } from './app-error.ts'
import { bodyFaults } from './body-faults.ts'

interface JsonCall<Body extends TSchema> {
  readonly tag: string
  readonly summary: string
  readonly body?: Body
  readonly data: TSchema
  /** Bytes; the limit of all calls where absent. */
  readonly bodyLimit?: number
}

/**
 * Registers a call of somebody who is signed in: its body is checked by its schema (every fault named), its answer stands
 * in the envelope, and nobody keeps it.
 */
export function addJsonCall<Body extends TSchema>(
  app: FastifyInstance,
  path: string,
  { tag, summary, body, data, bodyLimit }: JsonCall<Body>,
  answer: (who: SignedIn, body: Static<Body>, request: FastifyRequest) => Promise<unknown>,
): void {
  const check = body === undefined ? null : Compile(body)
  app.route({
    method: 'POST',
    url: path,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    schema: { tags: [tag], summary, ...(body === undefined ? {} : { body }), response: { 200: Answer(data), default: ErrorAnswer } },
    handler: async (request, reply) => {
      const { signedIn } = request.access
      if (signedIn === undefined) throw new AppError('UNAUTHENTICATED')
      const given = request.body ?? {}
      if (check !== null) refuse(bodyFaults(check, given))
      const result = await answer(signedIn, given as Static<Body>, request)
      reply.header('cache-control', 'no-store')
      return { code: 200, message: 'OK', data: result }
    },
  })
}
