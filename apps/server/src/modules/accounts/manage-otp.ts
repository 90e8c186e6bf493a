import type { OtpEnable, OtpSetup } from '@flowprint/contract'
import { inTransaction } from '../../platform/database/index.ts'
import { AppError } from '../../platform/http/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { confirmPassword } from './confirm-password.ts'
import { lockUnchanged } from './lock-unchanged.ts'
import { lockAccount, updateAccount } from './repository/account-rows.ts'
import { replaceRecoveryCodes } from './repository/otp-rows.ts'
import { deleteSessions } from './repository/session-rows.ts'
import type { SignedInRequester } from './requester.ts'
import { AccountForm } from './rules/account-form.ts'
import { createOtpSecret, otpAddress, formatRecoveryCode } from './rules/one-time-code.ts'
import { hashOf } from './secret-text.ts'
import { sealSecret, consumeAnyCode, consumeCode } from './consume-code.ts'

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
