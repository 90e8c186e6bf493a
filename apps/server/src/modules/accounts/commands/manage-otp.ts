import type { OtpEnable, OtpSetup } from '@flowprint/contract'
import { inTransaction } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { AppError } from '../../../platform/http/index.ts'
import type { AccountDeps } from '../account-deps.ts'
import { confirmPassword, lockUnchanged } from './change-password.ts'
import {
  lockAccount,
  updateAccount,
  replaceRecoveryCodes,
  consumeOtpStep,
  consumeRecoveryCode,
} from '../queries/account-rows.ts'
import type { Account } from '../queries/account-rows.ts'
import { deleteSessions } from '../queries/session-rows.ts'
import { hashOf } from '../requester.ts'
import type { SignedInRequester } from '../requester.ts'
import { AccountForm } from '../rules/account-form.ts'
import {
  createOtpSecret,
  otpAddress,
  formatRecoveryCode,
  normalizeRecoveryCode,
  stepOfCode,
} from '../rules/one-time-code.ts'

const RECOVERY_CODES = 10
/** 120 random bits: from 112 bits on a fast hash is enough for storage. */
const RECOVERY_LENGTH = 24

/**
 * Creates a secret that takes effect with its first code. An enabled authenticator cannot be replaced with the password
 * alone: it has to be disabled first, which requires one of its codes.
 */
export async function setUpOtp(deps: AccountDeps, body: unknown, who: SignedInRequester): Promise<OtpSetup> {
  const form = new AccountForm(body)
  const password = form.password('password')
  form.refuse()
  const seen = await confirmPassword(deps, who.accountId, password)
  const secret = createOtpSecret()
  await inTransaction(deps.pool, async (client) => {
    const account = await lockUnchanged(client, seen)
    if (account.otpEnabled) throw new AppError('OTP_REQUIRED')
    await updateAccount(client, account.id, { otp_secret: sealSecret(deps, account.id, secret), otp_step: null })
  })
  return { secret, otpauth_url: otpAddress(secret, deps.site.productName, seen.email) }
}

/** The first code proves that the authenticator has the secret. Ends every session, including this one. */
export async function enableOtp(deps: AccountDeps, body: unknown, who: SignedInRequester): Promise<OtpEnable> {
  const form = new AccountForm(body)
  const otp = form.text('otp', 64)
  form.refuse()
  await deps.limits.take(['confirm_failure', String(who.accountId)])
  const codes = Array.from({ length: RECOVERY_CODES }, () => createOtpSecret().slice(0, RECOVERY_LENGTH))
  await inTransaction(deps.pool, async (client) => {
    const account = await lockAccount(client, who.accountId)
    if (account === null) throw new AppError('SESSION_EXPIRED')
    // An enabled authenticator cannot be set up again with one of its codes.
    if (account.otpSecret === null || account.otpEnabled) throw new AppError('OTP_SETUP_REQUIRED')
    if (!(await consumeCode(client, deps, account, otp))) throw new AppError('OTP_WRONG')
    await updateAccount(client, account.id, { otp_enabled_at: new Date(deps.clock.now()) })
    await replaceRecoveryCodes(client, account.id, codes.map(hashOf))
    await deleteSessions(client, account.id)
  })
  await deps.limits.forgive('confirm_failure', String(who.accountId))
  return { recovery_codes: codes.map(formatRecoveryCode) }
}

export async function disableOtp(
  deps: AccountDeps,
  body: unknown,
  who: SignedInRequester,
): Promise<Record<string, never>> {
  const form = new AccountForm(body)
  const [password, otp] = [form.password('password'), form.text('otp', 64)]
  form.refuse()
  const seen = await confirmPassword(deps, who.accountId, password)
  await deps.limits.take(['confirm_failure', String(who.accountId)])
  await inTransaction(deps.pool, async (client) => {
    const account = await lockUnchanged(client, seen)
    if (!(await consumeAnyCode(client, deps, account, otp))) throw new AppError('OTP_WRONG')
    await updateAccount(client, account.id, { otp_secret: null, otp_enabled_at: null, otp_step: null })
    await replaceRecoveryCodes(client, account.id, [])
  })
  await deps.limits.forgive('confirm_failure', String(who.accountId))
  return {}
}

const ownerOf = (accountId: number): string => `otp ${accountId}`

const sealSecret = ({ keys }: Pick<AccountDeps, 'keys'>, accountId: number, secret: string): string =>
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
