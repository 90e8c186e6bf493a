import type { ApiMessageKey } from '@flowprint/i18n/api'
import { AppError } from '../../platform/http/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { findAccount } from './repository/account-rows.ts'
import type { Account } from './repository/account-rows.ts'

export interface WrongPassword {
  readonly field: string
  readonly error: ApiMessageKey
}

/**
 * Loads the account of a signed-in user after verifying the password. Failures are rate limited. The password can still
 * change until the account is locked: compare `passwordHash` then.
 */
export async function confirmPassword(
  deps: Pick<AccountDeps, 'pool' | 'limits' | 'hasher'>,
  accountId: number,
  password: string,
  wrong: WrongPassword = { field: 'password', error: 'PASSWORD_WRONG' },
): Promise<Account> {
  await deps.limits.take(['confirm_failure', String(accountId)])
  const account = await findAccount(deps.pool, accountId)
  const isRight = await deps.hasher.verify(account?.passwordHash ?? null, password)
  if (account === null || !isRight) {
    const faults = [{ ...wrong, params: {} }]
    throw new AppError('VALIDATION', { faults, sentences: [{ key: wrong.error, params: {} }] })
  }
  await deps.limits.forgive('confirm_failure', String(accountId))
  return account
}
