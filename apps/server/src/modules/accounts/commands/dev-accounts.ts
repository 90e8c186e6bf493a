import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DevAccounts, emailKey, usernameKey } from '@flowprint/contract'
import type { Pool, PoolClient } from 'pg'
import { Compile } from 'typebox/compile'
import { sql } from 'kysely'
import type { Clock } from '../../../platform/clock/index.ts'
import { db, inTransaction, isUsedByOthers } from '../../../platform/database/index.ts'
import { grantDays, membershipOf } from '../../membership/index.ts'
import type { PasswordHasher } from '../password-hasher.ts'
import { findByEmail, insertAccount, lockByEmail, updateAccount } from '../queries/account-rows.ts'

const MEMBER_DAYS = 365
const shape = Compile(DevAccounts)
const pathOf = (dataDir: string): string => join(dataDir, 'dev-accounts.json')

export interface DevAccountOptions {
  readonly pool: Pool
  readonly clock: Clock
  readonly hasher: PasswordHasher
  readonly dataDir: string
}

/** Contents of the file, or null if it is missing or unreadable. */
export function readDevAccounts(dataDir: string): DevAccounts | null {
  try {
    const accounts: unknown = JSON.parse(readFileSync(pathOf(dataDir), 'utf8'))
    return shape.Check(accounts) ? accounts : null
  } catch {
    return null
  }
}

/** Key of the advisory lock for creating the accounts: two servers may start at once. */
const LOCK_KEY = 4_701_004

/**
 * Creates a member and an administrator at the first start in development; never call this in production. Passwords are
 * random and stored in `DATA_DIR/dev-accounts.json`. Returns the accounts when they are new, else null; 'elsewhere'
 * when they belong to another server on the same database, whose passwords are left unchanged.
 */
export async function ensureDevAccounts(options: DevAccountOptions): Promise<DevAccounts | 'elsewhere' | null> {
  const { pool, dataDir, hasher } = options
  const known = readDevAccounts(dataDir)
  const accounts = known ?? { member: fresh('member'), admin: fresh('admin') }
  const emails = [accounts.member.email, accounts.admin.email]
  // Usual case: everything exists.
  if (
    known !== null &&
    (await Promise.all(emails.map((email) => findByEmail(pool, emailKey(email))))).every((account) => account !== null)
  )
    return null
  const hashes = {
    member: await hasher.hash(accounts.member.password),
    admin: await hasher.hash(accounts.admin.password),
  }
  const made = await inTransaction(pool, async (client) => {
    await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(db(client))
    const exists = (await lockByEmail(client, emailKey(accounts.member.email))) !== null
    if (known === null && exists && (await isUsedByOthers(client))) return 'elsewhere'
    const changed = [
      await ensure(options, client, accounts.member, hashes.member, { isAdmin: false, isNew: known === null }),
    ]
    changed.push(await ensure(options, client, accounts.admin, hashes.admin, { isAdmin: true, isNew: known === null }))
    return changed.includes(true) ? accounts : null
  })
  if (known === null && made !== 'elsewhere') {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(pathOf(dataDir), `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 })
  }
  return made
}

const fresh = (name: string) => ({ email: `${name}@flowprint.test`, password: randomBytes(12).toString('base64url') })

/** Creates the account, or sets a new password if it exists. */
async function ensure(
  { clock }: DevAccountOptions,
  client: PoolClient,
  { email }: { readonly email: string },
  passwordHash: string,
  { isAdmin, isNew }: { readonly isAdmin: boolean; readonly isNew: boolean },
): Promise<boolean> {
  const existing = await lockByEmail(client, emailKey(email))
  if (existing !== null) {
    if (isNew) await updateAccount(client, existing.id, { password_hash: passwordHash })
    return isNew
  }
  const now = clock.now()
  const username = isAdmin ? 'dev-admin' : 'dev-member'
  const id = await insertAccount(client, {
    username,
    usernameKey: usernameKey(username),
    email,
    emailKey: emailKey(email),
    firstName: 'Dev',
    lastName: isAdmin ? 'Admin' : 'Member',
    passwordHash,
    language: 'zh',
    createdAt: now,
    activatedAt: now,
    isAdmin,
  })
  if (id === null) return false
  const { active } = await membershipOf(client, id, now)
  if (!isAdmin && !active)
    await grantDays(client, { accountId: id, days: MEMBER_DAYS, at: now, actorId: null, remark: 'development' })
  return true
}
