import type { FastifyInstance } from 'fastify'
import type { AccountDeps } from './account-deps.ts'
import { addDevAccounts } from './routes/dev-accounts.ts'
import { addProfileCalls } from './routes/profile-calls.ts'
import { addSecurityCalls } from './routes/security-calls.ts'
import { addVisitorCalls } from './routes/visitor-calls.ts'

export interface AccountOptions extends AccountDeps {
  /** Folder of dev-accounts.json. */
  readonly dataDir: string
}

/** Registers the account routes (CONTRACT section 2). */
export function addAccountCalls(app: FastifyInstance, options: AccountOptions): void {
  addVisitorCalls(app, options)
  addProfileCalls(app, options)
  addSecurityCalls(app, options)
  if (!options.site.production) addDevAccounts(app, options.dataDir)
}
