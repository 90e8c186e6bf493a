import { Answer } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { AppError } from './app-error.ts'

const State = Type.Object({ status: Type.Literal('ok') })

/** /health: the process runs. /ready: it can answer, which means the database answers it. */
export function addHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get(
    '/api/health',
    { schema: { tags: ['operation'], summary: 'The process runs', response: { 200: Answer(State) } } },
    async () => ok(),
  )
  app.get(
    '/api/ready',
    { schema: { tags: ['operation'], summary: 'The server can answer calls', response: { 200: Answer(State) } } },
    async () => {
      if (!(await isReady().catch(() => false))) throw new AppError('MAINTENANCE')
      return ok()
    },
  )
}

const ok = () => ({ code: 200, message: 'OK', data: { status: 'ok' } }) as const
