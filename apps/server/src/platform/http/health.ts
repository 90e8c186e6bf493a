import { Answer } from '@flowprint/contract'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { DatabaseTrouble } from '../database/index.ts'
import { AppError } from './app-error.ts'

const State = Type.Object({ status: Type.Literal('ok') })

const SENTENCES: Readonly<Record<DatabaseTrouble, ApiMessageKey>> = {
  unreachable: 'NOT_READY_UNREACHABLE',
  timeout: 'NOT_READY_TIMEOUT',
  starting: 'NOT_READY_STARTING',
  disk_full: 'NOT_READY_DISK_FULL',
  read_only: 'NOT_READY_READ_ONLY',
  failing: 'NOT_READY_FAILING',
}

/** /health: the process runs. /ready: the database answers and commits; otherwise `check` resolves to the reason. */
export function addHealth(app: FastifyInstance, check: () => Promise<DatabaseTrouble | null>): void {
  app.get(
    '/api/health',
    { schema: { tags: ['operation'], summary: 'The process runs', response: { 200: Answer(State) } } },
    async () => ok(),
  )
  app.get(
    '/api/ready',
    { schema: { tags: ['operation'], summary: 'The server can answer calls', response: { 200: Answer(State) } } },
    async () => {
      const trouble = await check().catch(() => 'failing' as const)
      if (trouble !== null)
        throw new AppError('MAINTENANCE', {
          data: { reason: trouble },
          sentences: [{ key: SENTENCES[trouble], params: {} }],
        })
      return ok()
    },
  )
}

const ok = () => ({ code: 200, message: 'OK', data: { status: 'ok' } }) as const
