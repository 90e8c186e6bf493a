import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DevAccounts, emailKey, usernameKey } from '@flowprint/contract'
import type { Pool } from 'pg'
import { Compile } from 'typebox/compile'
import type { Clock } from '../../platform/clock/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { grantDays, membershipOf } from '../membership/index.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { findByEmail, insertAccount, lockByEmail, updateAccount } from './repository/account-rows.ts'

const MEMBER_DAYS = 365
const shape = Compile(DevAccounts)
const pathOf = (dataDir: string): string => join(dataDir, 'dev-accounts.json')

export interface DevAccountOptions {
  readonly pool: Pool
  readonly clock: Clock
  readonly hasher: PasswordHasher
  readonly dataDir: string
}

/** What stands in the file, or null where there is none that can be read. */
export function readDevAccounts(dataDir: string): DevAccounts | null {
  try {
    const accounts: unknown = JSON.parse(readFileSync(pathOf(dataDir), 'utf8'))
    return shape.Check(accounts) ? accounts : null
  } catch {
    return null
  }
}

/**
 * A member and an administrator to try the product with, made at the first start in development: never call this in
 * production. Passwords are random and kept in `DATA_DIR/dev-accounts.json`. Returns them when they are new, else null.
 */
export async function ensureDevAccounts(options: DevAccountOptions): Promise<DevAccounts | null> {
  const { dataDir } = options
  const known = readDevAccounts(dataDir)
  const accounts = known ?? { member: fresh('member'), admin: fresh('admin') }
  const isNew = await ensure(options, accounts, known === null)
  if (known === null) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(pathOf(dataDir), `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 })
  }
  return isNew ? accounts : null
}

const fresh = (name: string) => ({ email: `${name}@flowprint.test`, password: randomBytes(12).toString('base64url') })

/** Makes what is missing; with new passwords, sets them on what is there. */
async function ensure({ pool, clock, hasher }: DevAccountOptions, { member, admin }: DevAccounts, isNew: boolean): Promise<boolean> {
  let changed = false
  for (const [who, isAdmin] of [[member, false], [admin, true]] as const) {
    const now = clock.now()
    // The usual start: everything is there.
    if (!isNew && (await findByEmail(pool, emailKey(who.email))) !== null) continue
    const passwordHash = await hasher.hash(who.password)
    changed = (await inTransaction(pool, async (client) => {
      const existing = await lockByEmail(client, emailKey(who.email))
      if (existing !== null) {
        await updateAccount(client, existing.id, { password_hash: passwordHash })
        return true
      }
      const username = isAdmin ? 'dev-admin' : 'dev-member'
      const id = await insertAccount(client, {
        username, usernameKey: usernameKey(username), email: who.email, emailKey: emailKey(who.email), firstName: 'Dev',
        lastName: isAdmin ? 'Admin' : 'Member', passwordHash, language: 'zh', createdAt: now, activatedAt: now, isAdmin,
      })
      if (id === null) return false
      const { active } = await membershipOf(client, id, now)
      if (!isAdmin && !active) await grantDays(client, { accountId: id, days: MEMBER_DAYS, at: now, actorId: null, remark: 'development' })
      return true
    })) || changed
  }
  return changed
}
