import type { Queryable } from '../../platform/database/index.ts'
import { AppError } from '../../platform/http/index.ts'
import { lockAccount } from './repository/account-rows.ts'
import type { Account } from './repository/account-rows.ts'

/** Locks an account that was read before. Fails if its password has changed since, because that ended the session. */
export async function lockUnchanged(client: Queryable, seen: Account): Promise<Account> {
  const account = await lockAccount(client, seen.id)
  if (account === null || account.passwordHash !== seen.passwordHash) throw new AppError('SESSION_EXPIRED')
  return account
}
