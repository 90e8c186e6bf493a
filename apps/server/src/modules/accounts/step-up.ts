import { STEP_UP_MINUTES } from '@flowprint/contract'
import type { StepUp } from '@flowprint/contract'
import { MINUTE_MS } from '@flowprint/orderflow'
import { inTransaction } from '../../platform/database/index.ts'
import { AppError } from '../../platform/http/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { confirmPassword } from './confirm-password.ts'
import { findAccount, lockAccount } from './repository/account-rows.ts'
import { setStepUp } from './repository/session-rows.ts'
import type { SignedInRequester } from './requester.ts'
import { AccountForm } from './rules/account-form.ts'
import { consumeCode } from './consume-code.ts'

/** Re-authenticates the user: with the authenticator if enabled, otherwise with the password. */
export async function stepUp(deps: AccountDeps, body: unknown, who: SignedInRequester): Promise<StepUp> {
  const form = new AccountForm(body)
  const account = await findAccount(deps.pool, who.accountId)
  if (account?.otpEnabled === true) {
    const otp = form.text('otp', 64, { optional: true })
    form.refuse()
    if (otp === '') throw new AppError('OTP_REQUIRED')
    await confirmCode(deps, who.accountId, otp)
  } else {
    const password = form.password('password')
    form.refuse()
    await confirmPassword(deps, who.accountId, password)
  }
  const until = deps.clock.now() + STEP_UP_MINUTES * MINUTE_MS
  await setStepUp(deps.pool, who.sessionId, until)
  return { until: new Date(until).toISOString() }
}

async function confirmCode(deps: AccountDeps, accountId: number, otp: string): Promise<void> {
  await deps.limits.take(['confirm_failure', String(accountId)])
  await inTransaction(deps.pool, async (client) => {
    const account = await lockAccount(client, accountId)
    if (account === null || !(await consumeCode(client, deps, account, otp))) throw new AppError('OTP_WRONG')
  })
  await deps.limits.forgive('confirm_failure', String(accountId))
}
