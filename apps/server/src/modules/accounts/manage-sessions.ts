import type { Sessions } from '@flowprint/contract'
import { AppError } from '../../platform/http/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { presentSession } from './present.ts'
import { deleteSession, deleteSessions, listSessions } from './repository/session-rows.ts'
import type { SignedInRequester } from './requester.ts'
import { isSessionAlive } from './rules/session-life.ts'

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
