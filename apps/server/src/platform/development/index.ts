import { developmentCalls } from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../clock/index.ts'
import type { Env } from '../env/index.ts'
import { addCall, AppError, isOperatorHere } from '../http/index.ts'
import { listKeptMails } from '../mail/index.ts'
import type { Composer } from '../mail/index.ts'

export interface DevelopmentOptions {
  readonly env: Env
  readonly pool: Pool
  readonly clock: Clock
  readonly composer: Composer
}

/** Calls for development and tests; absent in production, elsewhere available from this machine only. */
export function addDevelopmentCalls(app: FastifyInstance, { env, pool, clock, composer }: DevelopmentOptions): void {
  if (env.nodeEnv === 'production') return
  const preValidation = async (request: FastifyRequest): Promise<void> => assertHere(request)
  if (env.smtpUrl === null) {
    addCall(app, developmentCalls.outbox, {
      preValidation,
      handle: async () => ({ list: await listKeptMails(pool, composer) }),
    })
  }
  if (env.nodeEnv !== 'test') return
  addCall(app, developmentCalls.clock, {
    preValidation,
    handle: ({ body: { offset_ms } }) => {
      clock.setOffset(offset_ms)
      return { offset_ms, now: new Date(clock.now()).toISOString() }
    },
  })
}

/** Answers other machines as production would. */
function assertHere(request: FastifyRequest): void {
  if (!isOperatorHere(request)) throw new AppError('NOT_FOUND', { http: 404 })
}
