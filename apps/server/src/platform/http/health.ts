import { readFileSync } from 'node:fs'
import { operationCalls } from '@flowprint/contract'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import type { FastifyInstance } from 'fastify'
import type { DatabaseTrouble } from '../database/index.ts'
import { addCall } from './add-call.ts'
import { AppError } from './app-error.ts'

const SENTENCES: Readonly<Record<DatabaseTrouble, ApiMessageKey>> = {
  unreachable: 'NOT_READY_UNREACHABLE',
  timeout: 'NOT_READY_TIMEOUT',
  starting: 'NOT_READY_STARTING',
  disk_full: 'NOT_READY_DISK_FULL',
  read_only: 'NOT_READY_READ_ONLY',
  failing: 'NOT_READY_FAILING',
}

const OK = { status: 'ok' } as const

const { version } = JSON.parse(readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** /health: the process runs, and its version. /ready: the database answers and commits; otherwise `check` resolves to the reason. */
export function addHealth(app: FastifyInstance, check: () => Promise<DatabaseTrouble | null>): void {
  addCall(app, operationCalls.health, () => ({ ...OK, version }))
  addCall(app, operationCalls.ready, async () => {
    const trouble = await check().catch(() => 'failing' as const)
    if (trouble === null) return OK
    throw new AppError('MAINTENANCE', {
      data: { reason: trouble },
      sentences: [{ key: SENTENCES[trouble], params: {} }],
    })
  })
}
