import { Answer, ErrorAnswer } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { AppError, bodyFaults, refuse } from '../../../platform/http/index.ts'

interface KeptRoute<Body extends TSchema> {
  readonly summary: string
  readonly body?: Body
  readonly data: TSchema
  /** Bytes; the limit of all calls where absent. */
  readonly bodyLimit?: number
}

/** Registers a call on what the caller keeps: its body is checked by its schema, its answer stands in the envelope. */
export function addKeptRoute<Body extends TSchema>(
  app: FastifyInstance,
  path: string,
  { summary, body, data, bodyLimit }: KeptRoute<Body>,
  answer: (accountId: number, body: Static<Body>) => Promise<unknown>,
): void {
  const check = body === undefined ? null : Compile(body)
  app.post(
    path,
    {
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      schema: { tags: ['workspace'], summary, ...(body === undefined ? {} : { body }), response: { 200: Answer(data), default: ErrorAnswer } },
    },
    async (request, reply) => {
      const { signedIn } = request.access
      if (signedIn === undefined) throw new AppError('UNAUTHENTICATED')
      const given: unknown = request.body ?? {}
      if (check !== null) refuse(bodyFaults(check, given))
      const result = await answer(signedIn.accountId, given as Static<Body>)
      reply.header('cache-control', 'no-store')
      return { code: 200, message: 'OK', data: result }
    },
  )
}
