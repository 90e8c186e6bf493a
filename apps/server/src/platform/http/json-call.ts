import { Answer, ErrorAnswer } from '@flowprint/contract'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { SignedIn } from './access.ts'
import { AppError } from './app-error.ts'
import type { Fault } from './app-error.ts'
import { bodyFaults } from './body-faults.ts'

interface JsonCall<Body extends TSchema> {
  readonly tag: string
  readonly summary: string
  readonly body?: Body
  readonly data: TSchema
  /** Max body size in bytes; default: the limit of all calls. */
  readonly bodyLimit?: number
  /** Messages for fields that are missing, blank or not an allowed value; default: the schema's messages. */
  readonly incomplete?: Readonly<Record<string, ApiMessageKey>>
}

/**
 * Registers a call of a signed-in user: validates its body against the schema (reporting every fault) and answers in
 * the envelope, uncached.
 */
export function addJsonCall<Body extends TSchema>(
  app: FastifyInstance,
  path: string,
  { tag, summary, body, data, bodyLimit, incomplete = {} }: JsonCall<Body>,
  answer: (who: SignedIn, body: Static<Body>, request: FastifyRequest) => Promise<unknown>,
): void {
  const check = body === undefined ? null : Compile(body)
  app.route({
    method: 'POST',
    url: path,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    schema: {
      tags: [tag],
      summary,
      ...(body === undefined ? {} : { body }),
      response: { 200: Answer(data), default: ErrorAnswer },
    },
    handler: async (request, reply) => {
      const { signedIn } = request.access
      if (signedIn === undefined) throw new AppError('UNAUTHENTICATED')
      const given = request.body ?? {}
      if (check !== null) {
        const blank = blankFaults(given, Object.keys(incomplete))
        refuse(
          [...bodyFaults(check, given).filter(({ field }) => !blank.some((fault) => fault.field === field)), ...blank],
          incomplete,
        )
      }
      const result = await answer(signedIn, given as Static<Body>, request)
      reply.header('cache-control', 'no-store')
      return { code: 200, message: 'OK', data: result }
    },
  })
}

/** Faults of blank fields, reported together with the schema's faults. */
function blankFaults(given: unknown, fields: readonly string[]): Fault[] {
  const values = given as Readonly<Record<string, unknown>>
  return fields.flatMap((field): Fault[] => {
    const value = values[field]
    return typeof value === 'string' && value.trim() === '' ? [{ field, error: 'REQUIRED', params: {} }] : []
  })
}

function refuse(faults: readonly Fault[], incomplete: Readonly<Record<string, ApiMessageKey>>): void {
  if (faults.length === 0) return
  const worded = faults.map((fault): Fault => {
    const sentence = fault.error === 'REQUIRED' || fault.error === 'NOT_A_CHOICE' ? incomplete[fault.field] : undefined
    return sentence === undefined ? fault : { ...fault, sentence }
  })
  const keys = new Set(worded.flatMap(({ sentence }) => (sentence === undefined ? [] : [sentence])))
  throw new AppError('VALIDATION', {
    faults: worded,
    ...(keys.size === 0 ? {} : { sentences: [...keys].map((key) => ({ key, params: {} })) }),
  })
}
