import type { Sessions } from '@flowprint/contract'
import { AppError } from '../../../platform/http/index.ts'
import type { AccountDeps } from '../account-deps.ts'
import { presentSession } from '../queries/load-user.ts'
import { deleteSession, deleteSessions, listSessions, lockTokens, replaceToken } from '../queries/session-rows.ts'
import { hashOf } from '../requester.ts'
import type { SignedInRequester } from '../requester.ts'
import { isSessionAlive, REPLACED_MS } from '../rules/session-life.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import type { Keys } from '../../../platform/keys/index.ts'

/** Active sessions, most recently used first. */
export async function loadSessions(
  { pool, clock }: Pick<AccountDeps, 'pool' | 'clock'>,
  who: SignedInRequester,
): Promise<Sessions> {
  const isAdmin = who.roles.includes('admin')
  const rows = await listSessions(pool, who.accountId)
  const alive = rows.filter((row) => isSessionAlive({ ...row, replacedUntil: null, isAdmin }, clock.now()))
  return { list: alive.map((row) => presentSession(row, who.sessionId)) }
}

export async function logOut({ pool }: AccountDeps, who: SignedInRequester): Promise<Record<string, never>> {
  await deleteSession(pool, who.accountId, who.sessionId)
  return {}
}

/** Ends one session by its ID, or all except the current one. */
export async function revokeSession(
  { pool }: AccountDeps,
  body: unknown,
  who: SignedInRequester,
): Promise<Record<string, never>> {
  const { id, all } = (body ?? {}) as { id?: unknown; all?: unknown }
  if (all === true) await deleteSessions(pool, who.accountId, who.sessionId)
  else if (!Number.isSafeInteger(id))
    throw new AppError('VALIDATION', { faults: [{ field: 'id', error: 'REQUIRED', params: {} }] })
  else if (!(await deleteSession(pool, who.accountId, id as number))) throw new AppError('NOT_FOUND')
  return {}
}

/** Upper bound of replacements within the grace minute. */
const MAX_REPLACEMENTS = 1000

/**
 * The successor of a token. It cannot be computed without APP_KEY, and the same token always has the same successor:
 * two tabs that rotate at the same moment get the same one.
 */
const successorOf = (keys: Keys, token: string): string => `ofs_${keys.mac('session', token).toString('base64url')}`

/**
 * Rotates the token of a session and returns the new one; the old one stays valid for a minute. A token replaced within
 * the last minute returns the current one.
 */
export async function rotateToken(
  client: Queryable,
  keys: Keys,
  sessionId: number,
  token: string,
  now: number,
): Promise<string> {
  const tokens = await lockTokens(client, sessionId)
  const current = tokens.find((row) => row.replacedUntil === null)
  const shown = tokens.find((row) => row.hash.equals(hashOf(token)))
  if (current === undefined || shown === undefined || (shown.replacedUntil !== null && shown.replacedUntil <= now)) {
    throw new AppError('SESSION_EXPIRED')
  }
  let next = successorOf(keys, token)
  if (shown === current) {
    await replaceToken(client, sessionId, hashOf(next), now, now + REPLACED_MS)
    return next
  }
  for (let i = 0; i < MAX_REPLACEMENTS; i++) {
    if (hashOf(next).equals(current.hash)) return next
    next = successorOf(keys, next)
  }
  // APP_KEY has changed since.
  throw new AppError('SESSION_EXPIRED')
}
