import { Answer, Done, ErrorAnswer, SendContactBody } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { Compile } from 'typebox/compile'
import { bodyFaults, languageOf, refuse } from '../../../platform/http/index.ts'
import type { ContentDeps } from '../content-deps.ts'
import { sendContact } from '../send-contact.ts'

const body = Compile(SendContactBody)

/** POST /api/send_contact */
export function addContact(app: FastifyInstance, deps: ContentDeps): void {
  app.post(
    '/api/send_contact',
    {
      schema: {
        tags: ['site'],
        summary: 'Send a message to the operator',
        body: SendContactBody,
        response: { 200: Answer(Done), default: ErrorAnswer },
      },
    },
    async (request, reply) => {
      refuse(bodyFaults(body, request.body ?? {}))
      const data = await sendContact(deps, request.body as SendContactBody, {
        ip: request.ip,
        language: languageOf(request),
      })
      reply.header('cache-control', 'no-store')
      return { code: 200, message: 'OK', data }
    },
  )
}
