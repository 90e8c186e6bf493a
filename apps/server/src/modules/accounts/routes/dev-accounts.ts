import { DevAccounts } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { AppError, isOperatorHere } from '../../../platform/http/index.ts'
import { readDevAccounts } from '../dev-accounts.ts'
import { addAccountRoute } from './account-route.ts'

/** GET /api/dev/accounts: never in production, and only for requests from this machine. */
export function addDevAccounts(app: FastifyInstance, dataDir: string): void {
  addAccountRoute(
    app,
    'GET',
    '/api/dev/accounts',
    { summary: 'Development accounts', data: DevAccounts },
    (request) => {
      const accounts = isOperatorHere(request) ? readDevAccounts(dataDir) : null
      if (accounts === null) throw new AppError('NOT_FOUND', { http: 404 })
      return accounts
    },
  )
}
