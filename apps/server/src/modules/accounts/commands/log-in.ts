import { MAX_SESSIONS, emailKey, STEP_UP_MINUTES } from '@flowprint/contract'
import type { Login, StepUp } from '@flowprint/contract'
import { MINUTE_MS } from '@flowprint/orderflow'
import { db, inTransaction } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { AppError } from '../../../platform/http/index.ts'
import type { AccountDeps } from '../account-deps.ts'
import { findByEmail, lockAccount, updateAccount, findAccount } from '../queries/account-rows.ts'
import type { Account } from '../queries/account-rows.ts'
import { insertSession, setStepUp } from '../queries/session-rows.ts'
import { hashOf, randomText } from '../requester.ts'
import type { Requester, SignedInRequester } from '../requester.ts'
import { AccountForm } from '../rules/account-form.ts'
import { computeSessionEnd } from '../rules/session-life.ts'
import { consumeAnyCode, consumeCode } from './manage-otp.ts'
import { confirmPassword } from './change-password.ts'

/** Every failure before the password is verified gives the same response after the same amount of work. */
export async function logIn(deps: AccountDeps, body: unknown, from: Requester): Promise<Login> {
  const form = new AccountForm(body)
  const email = form.email()
  const password = form.password('password')
  const otp = form.text('otp', 64, { optional: true })
  form.refuse('LOGIN_INCOMPLETE')
  const key = emailKey(email)
  const failures = `${key} ${from.ip}`
  await deps.limits.take(['login_from', from.ip], ['login_failure', failures])
  const account = await findByEmail(deps.pool, key)
  if (account !== null) from.tries(account.id)
  const match = await deps.hasher.identify(account?.passwordHash ?? null, account?.attemptHash ?? null, password)
  if (account === null || match === null || (match === 'owner' && account.isDisabled))
    throw new AppError('LOGIN_FAILED')
  // The password of an unconfirmed registration, whether or not the address already had an account.
  if (match === 'attempt' || !account.isActivated) {
    await deps.limits.forgive('login_failure', failures)
    throw new AppError('NOT_ACTIVATED')
  }
  if (account.otpEnabled) {
    if (otp === '') throw new AppError('OTP_REQUIRED')
    // Also limit codes by account: an attacker who has the password may use many addresses.
    await deps.limits.take(['confirm_failure', String(account.id)])
  }
  const login = await inTransaction(deps.pool, (client) => openSession(client, deps, account, otp, from))
  await deps.limits.forgive('login_failure', failures)
  if (account.otpEnabled) await deps.limits.forgive('confirm_failure', String(account.id))
  if (deps.hasher.isOutdated(account.passwordHash)) await renewHash(deps, account, password)
  return login
}

async function openSession(
  client: Queryable,
  deps: AccountDeps,
  seen: Account,
  otp: string,
  from: Requester,
): Promise<Login> {
  const now = deps.clock.now()
  const account = await lockAccount(client, seen.id)
  // Changed or disabled since the password was verified.
  if (account === null || account.isDisabled || account.passwordHash !== seen.passwordHash)
    throw new AppError('LOGIN_FAILED')
  if (account.otpEnabled && !(await consumeAnyCode(client, deps, account, otp))) throw new AppError('OTP_WRONG')
  const token = `ofs_${randomText()}`
  const expiresAt = computeSessionEnd(now, account.isAdmin)
  const ipHash = deps.keys.hashAddress(from.ip, now)
  await insertSession(
    client,
    { accountId: account.id, tokenHash: hashOf(token), createdAt: now, expiresAt, ua: from.ua, ipHash },
    MAX_SESSIONS,
  )
  const login = { token, expire_at: new Date(expiresAt).toISOString() }
  if (account.deleteAt === null) return login
  await updateAccount(client, account.id, { delete_at: null })
  return { ...login, deletion_cancelled: true }
}

/** Rehashes a password that was hashed at a lower cost than today's. */
async function renewHash(deps: AccountDeps, seen: Account, password: string): Promise<void> {
  const passwordHash = await deps.hasher.hash(password)
  await db(deps.pool)
    .updateTable('account')
    .set({ password_hash: passwordHash })
    .where(({ and }) => and({ id: seen.id, password_hash: seen.passwordHash }))
    .execute()
}

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
