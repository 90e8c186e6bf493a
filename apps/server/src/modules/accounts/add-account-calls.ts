import type { FastifyInstance } from 'fastify'
import type { AccountDeps } from './account-deps.ts'
import { addDevAccounts } from './routes/dev-accounts.ts'
import { addProfileCalls } from './routes/profile-calls.ts'
import { addSecurityCalls } from './routes/security-calls.ts'
import { addVisitorCalls } from './routes/visitor-calls.ts'

export interface AccountOptions extends AccountDeps {
  /** Where the accounts of development are kept. */
  readonly dataDir: string
}

/** Every call of accounts (CONTRACT section 2). */
export function addAccountCalls(app: FastifyInstance, options: AccountOptions): void {
  addVisitorCalls(app, options)
  addProfileCalls(app, options)
  addSecurityCalls(app, options)
  if (!options.site.production) addDevAccounts(app, options.dataDir)
}
