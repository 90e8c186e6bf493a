import { parseArgs } from 'node:util'
import { randomBytes } from 'node:crypto'
import {
  emailKey,
  isEmail,
  isReservedUsername,
  isUsername,
  MAX_NAME_LENGTH,
  normalizeEmail,
  normalizeUsername,
  usernameKey,
} from '@flowprint/contract'
import { DEFAULT_LANGUAGE } from '@flowprint/i18n'
import type { Language } from '@flowprint/i18n'
import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock/index.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { presentError } from '../../../platform/http/index.ts'
import { recordAudit } from '../../../platform/audit/index.ts'
import { resetKey } from '../../../platform/keys/index.ts'
import { grantDays } from '../../membership/index.ts'
import { isCommonPassword } from '../password-hasher.ts'
import type { PasswordHasher } from '../password-hasher.ts'
import {
  insertAccount,
  isUsernameTaken,
  lockByEmail,
  updateAccount,
  replaceRecoveryCodes,
} from '../queries/account-rows.ts'
import type { Account } from '../queries/account-rows.ts'
import { deleteSessions } from '../queries/session-rows.ts'
import { AccountForm, formError, attributesOf } from '../rules/account-form.ts'
import { checkPassword } from '../rules/check-password.ts'
import type { PasswordPolicy } from '../rules/check-password.ts'

export const ADMIN_USAGE = `npm run admin -- create --email E [--username U] [--password-stdin]   create an administrator or promote an account
npm run admin -- grant-days --email E --days N [--remark TEXT]        grant days of membership
npm run admin -- disable-otp --email E                                disable a lost authenticator
npm run admin -- reset-key                                           accept another APP_KEY, when the old one is lost

Without --password-stdin a new administrator gets a random password, printed once. With it the password is the first line
of standard input (at least 12 characters).`

/** Invalid command line; printed together with the usage. */
export class AdminUsageError extends Error {
  override readonly name = 'AdminUsageError'
}

export type AdminArguments =
  | {
      readonly verb: 'create'
      readonly email: string
      readonly username: string | undefined
      readonly passwordStdin: boolean
    }
  | { readonly verb: 'grant-days'; readonly email: string; readonly days: number; readonly remark: string }
  | { readonly verb: 'disable-otp'; readonly email: string }
  | { readonly verb: 'reset-key' }

const OPTIONS = {
  email: { type: 'string' },
  username: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  days: { type: 'string' },
  remark: { type: 'string' },
} as const

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  create: ['email', 'username', 'password-stdin'],
  'grant-days': ['email', 'days', 'remark'],
  'disable-otp': ['email'],
  'reset-key': [],
}

const MAX_DAYS = 36_500

export function parseAdminArguments(argv: readonly string[]): AdminArguments {
  const { values, positionals } = parse(argv)
  const [verb, ...rest] = positionals
  const allowed = ALLOWED[verb ?? '']
  if (allowed === undefined) throw new AdminUsageError('choose a command: create, grant-days, disable-otp or reset-key')
  if (rest.length > 0) throw new AdminUsageError(`${rest[0]} is one word too many`)
  const unexpected = Object.keys(values).find((name) => !allowed.includes(name))
  if (unexpected !== undefined) throw new AdminUsageError(`--${unexpected} does not belong to ${verb}`)
  if (verb === 'reset-key') return { verb }
  const { email } = values
  if (email === undefined || email.trim() === '') throw new AdminUsageError('--email is missing')
  if (verb === 'create')
    return { verb, email, username: values.username, passwordStdin: values['password-stdin'] ?? false }
  if (verb === 'disable-otp') return { verb, email }
  const days = Number(values.days)
  if (values.days === undefined || !/^\d+$/.test(values.days) || days < 1 || days > MAX_DAYS) {
    throw new AdminUsageError(`--days must be a whole number from 1 to ${MAX_DAYS}`)
  }
  return { verb: 'grant-days', email, days, remark: values.remark ?? '' }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new AdminUsageError((error as Error).message)
  }
}

/** The operator's request cannot be done; the message is shown to the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export interface CommandDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly hasher: PasswordHasher
  readonly policy: PasswordPolicy
  /** Language of new accounts. Default: zh. */
  readonly language?: Language
}

export interface NewAdmin {
  readonly email: string
  readonly username?: string
  /** Default: a random password for a new account, the old one for an existing account. */
  readonly password?: string
}

export interface CreatedAdmin {
  readonly email: string
  readonly isNew: boolean
  /** Set only if it was generated here. */
  readonly password: string | null
}

/** Creates an administrator, or promotes an existing account and ends its sessions. */
export async function createAdmin(deps: CommandDeps, given: NewAdmin): Promise<CreatedAdmin> {
  const email = normalizeEmail(given.email)
  if (!isEmail(email)) throw new CommandError(`--email ${given.email} is no e-mail address`)
  const username = normalizeUsername(
    given.username ?? email.slice(0, email.lastIndexOf('@')).replaceAll(/[^\p{L}\p{N}_.@+-]/gu, '-'),
  )
  if (!isUsername(username) || isReservedUsername(username) || [...username].length > MAX_NAME_LENGTH) {
    throw new CommandError(`--username ${username}: letters, digits and @ . + - _ only, at most ${MAX_NAME_LENGTH}`)
  }
  const generated = randomBytes(15).toString('base64url')
  const password = given.password ?? generated
  if (given.password !== undefined)
    assertValidPassword(deps.policy, password, { username, firstName: '', lastName: '', email })
  const passwordHash = await deps.hasher.hash(password)
  return inTransaction(deps.pool, async (client) => {
    const now = deps.clock.now()
    const existing = await lockByEmail(client, emailKey(email))
    if (existing !== null) {
      const change = { is_admin: true, ...(given.password === undefined ? {} : { password_hash: passwordHash }) }
      await updateAccount(client, existing.id, {
        ...change,
        ...(existing.isActivated ? {} : { activated_at: new Date(now) }),
      })
      await deleteSessions(client, existing.id)
      await record(
        client,
        deps,
        existing.id,
        'make_admin',
        { role: existing.isAdmin ? ['admin'] : [] },
        { role: ['admin'] },
      )
      return { email: existing.email, isNew: false, password: null }
    }
    if (await isUsernameTaken(client, usernameKey(username), now))
      throw new CommandError(`The username ${username} is taken: choose another one with --username`)
    const id = await insertAccount(client, {
      username,
      usernameKey: usernameKey(username),
      email,
      emailKey: emailKey(email),
      firstName: '',
      lastName: '',
      passwordHash,
      language: deps.language ?? DEFAULT_LANGUAGE,
      createdAt: now,
      activatedAt: now,
      isAdmin: true,
    })
    if (id === null)
      throw new CommandError(`The username ${username} or the address ${email} was taken by a concurrent registration`)
    await record(client, deps, id, 'create_admin', null, { username, role: ['admin'] })
    return { email, isNew: true, password: given.password === undefined ? generated : null }
  })
}

/** Grants days of membership and returns its new expire time, ms since the epoch. */
export function grantDaysTo(deps: CommandDeps, email: string, days: number, remark: string): Promise<number> {
  return withAccount(deps, email, async (client, account) => {
    const expireTime = await grantDays(client, {
      accountId: account.id,
      days,
      at: deps.clock.now(),
      actorId: null,
      remark,
    })
    await record(client, deps, account.id, 'grant_days', null, {
      days,
      remark,
      expire_time: new Date(expireTime).toISOString(),
    })
    return expireTime
  })
}

/** For users who lost both the authenticator and the recovery codes. Ends all sessions. */
export function disableOtpOf(deps: CommandDeps, email: string): Promise<void> {
  return withAccount(deps, email, async (client, account) => {
    if (!account.otpEnabled) throw new CommandError(`${account.email} has no authenticator enabled`)
    await updateAccount(client, account.id, { otp_secret: null, otp_enabled_at: null, otp_step: null })
    await replaceRecoveryCodes(client, account.id, [])
    await deleteSessions(client, account.id)
    await record(client, deps, account.id, 'disable_otp', { otp_enabled: true }, { otp_enabled: false })
  })
}

/**
 * For a lost APP_KEY: the next start may use another one. Mails, authenticators, webhooks and pushes that were encrypted
 * with the lost key stay unreadable.
 */
export function resetKeyOf({ pool, clock }: Pick<CommandDeps, 'pool' | 'clock'>): Promise<void> {
  return inTransaction(pool, async (client) => {
    await resetKey(client)
    await recordAudit(client, {
      at: clock.now(),
      actorId: null,
      ipHash: null,
      action: 'reset_key',
      objectType: 'setting',
      objectId: 'APP_KEY',
      before: null,
      after: null,
    })
  })
}

function withAccount<Result>(
  deps: CommandDeps,
  email: string,
  work: (client: Queryable, account: Account) => Promise<Result>,
): Promise<Result> {
  return inTransaction(deps.pool, async (client) => {
    const account = await lockByEmail(client, emailKey(email))
    if (account === null) throw new CommandError(`There is no account with the address ${email}`)
    return work(client, account)
  })
}

function assertValidPassword(
  policy: PasswordPolicy,
  password: string,
  owner: Parameters<typeof attributesOf>[0],
): void {
  const form = new AccountForm({ password })
  checkPassword(
    form,
    'password',
    form.password('password'),
    { attributes: attributesOf(owner), isAdmin: true },
    policy,
    isCommonPassword,
  )
  if (form.faults.length > 0) throw new CommandError(presentError(formError(form.faults, 'VALIDATION'), 'en').message)
}

async function record(
  client: Queryable,
  deps: CommandDeps,
  id: number,
  action: string,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  await recordAudit(client, {
    at: deps.clock.now(),
    actorId: null,
    ipHash: null,
    action,
    objectType: 'account',
    objectId: id,
    before,
    after,
  })
}
