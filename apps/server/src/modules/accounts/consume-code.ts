import type { Queryable } from '../../platform/database/index.ts'
import type { AccountDeps } from './account-deps.ts'
import type { Account } from './repository/account-rows.ts'
import { consumeOtpStep, consumeRecoveryCode } from './repository/otp-rows.ts'
import { normalizeRecoveryCode, stepOfCode } from './rules/one-time-code.ts'
import { hashOf } from './secret-text.ts'

const ownerOf = (accountId: number): string => `otp ${accountId}`

export const sealSecret = ({ keys }: Pick<AccountDeps, 'keys'>, accountId: number, secret: string): string =>
  keys.seal('otp', ownerOf(accountId), secret)

/**
 * Verifies a code of the authenticator and uses it up. Also works before the authenticator is enabled, for
 * `/otp_enable`.
 */
export async function consumeCode(
  client: Queryable,
  deps: Pick<AccountDeps, 'keys' | 'clock'>,
  account: Account,
  code: string,
): Promise<boolean> {
  if (account.otpSecret === null) return false
  const step = stepOfCode(deps.keys.open('otp', ownerOf(account.id), account.otpSecret), code, deps.clock.now())
  return step !== null && (await consumeOtpStep(client, account.id, step))
}

/** Verifies a code of the authenticator, or an unused recovery code. */
export async function consumeAnyCode(
  client: Queryable,
  deps: Pick<AccountDeps, 'keys' | 'clock'>,
  account: Account,
  code: string,
): Promise<boolean> {
  if (!account.otpEnabled) return false
  const recovery = normalizeRecoveryCode(code)
  if (recovery !== null) return consumeRecoveryCode(client, account.id, hashOf(recovery))
  return consumeCode(client, deps, account, code)
}
