import type { Access, AccessOf } from '../../../platform/http/index.ts'
import { accessEndsOf, isActive } from '../../membership/index.ts'
import type { AccountDeps, Site } from '../account-deps.ts'
import { findSession, touchSession } from './session-rows.ts'
import type { FoundSession } from './session-rows.ts'
import { readToken, hashOf } from '../requester.ts'
import { LAST_SEEN_INTERVAL_MS, isSessionAlive } from '../rules/session-life.ts'

export interface AccessOptions extends Pick<AccountDeps, 'pool' | 'clock'> {
  readonly site: Pick<Site, 'freeDelayMs' | 'production'>
}

/**
 * Resolves what a token may access. Queries the database on every call, so that a revoked right takes effect at once.
 */
export function createAccessOf(options: AccessOptions): AccessOf {
  const { pool, clock, site } = options
  const visitor: Access = { user: null, delayMs: site.freeDelayMs }

  async function lookUp(by: { readonly hash: Buffer } | { readonly id: number }): Promise<Access | null> {
    const session = await findSession(pool, by)
    const now = clock.now()
    if (session === null || session.isDisabled || !isSessionAlive(session, now)) return null
    if (now - session.lastSeenAt >= LAST_SEEN_INTERVAL_MS) await touchSession(pool, session.id, now)
    const { accountId } = session
    const isFull = session.isAdmin || isActive((await accessEndsOf(pool, [accountId], now)).get(accountId) ?? null, now)
    return { user: String(accountId), delayMs: isFull ? 0 : site.freeDelayMs, signedIn: signedInAs(session, now) }
  }

  function signedInAs(session: FoundSession, now: number): Access['signedIn'] {
    const { id, accountId, isAdmin, isInviter, isOwed, otpEnabled, stepUpUntil } = session
    return {
      accountId,
      sessionId: id,
      roles: [...(isAdmin ? (['admin'] as const) : []), ...(isInviter ? (['inviter'] as const) : [])],
      isOwed,
      steppedUp: stepUpUntil !== null && now < stepUpUntil,
      mustSetUpOtp: site.production && isAdmin && !otpEnabled,
    }
  }

  return (caller) => {
    if (caller.sessionId !== undefined) return lookUp({ id: caller.sessionId })
    const token = readToken(caller.authorization)
    return token === '' ? visitor : lookUp({ hash: hashOf(token) })
  }
}
