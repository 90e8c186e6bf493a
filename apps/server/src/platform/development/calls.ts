import { Answer, ClockBody, ClockOffset, ErrorAnswer, Outbox } from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { Compile } from 'typebox/compile'
import type { Clock } from '../clock/index.ts'
import type { Env } from '../env/index.ts'
import { AppError, bodyFaults, isOperatorHere, refuse } from '../http/index.ts'
import { listKeptMails } from '../mail/index.ts'
import type { Composer } from '../mail/index.ts'

export interface DevelopmentOptions {
  readonly env: Env
  readonly pool: Pool
  readonly clock: Clock
  readonly composer: Composer
}

const clockBody = Compile(ClockBody)

/** Calls for development and tests; absent in production, elsewhere available from this machine only. */
export function addDevelopmentCalls(app: FastifyInstance, { env, pool, clock, composer }: DevelopmentOptions): void {
  if (env.nodeEnv === 'production') return
  if (env.smtpUrl === null) {
    app.get(
      '/api/dev/outbox',
      {
        schema: {
          tags: ['development'],
          summary: 'Mails that would have been sent',
          response: { 200: Answer(Outbox), default: ErrorAnswer },
        },
      },
      async (request) => {
        assertHere(request)
        return { code: 200, message: 'OK', data: { list: await listKeptMails(pool, composer) } }
      },
    )
  }
  if (env.nodeEnv !== 'test') return
  app.post(
    '/api/dev/clock',
    {
      schema: {
        tags: ['development'],
        summary: "Moves the server's time (tests)",
        body: ClockBody,
        response: { 200: Answer(ClockOffset), default: ErrorAnswer },
      },
    },
    async (request) => {
      assertHere(request)
      refuse(bodyFaults(clockBody, request.body))
      const { offset_ms } = request.body as ClockBody
      clock.setOffset(offset_ms)
      return { code: 200, message: 'OK', data: { offset_ms, now: new Date(clock.now()).toISOString() } }
    },
  )
}

/** Answers other machines as production would. */
function assertHere(request: FastifyRequest): void {
  if (!isOperatorHere(request)) throw new AppError('NOT_FOUND', { http: 404 })
}
