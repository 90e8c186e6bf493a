import type { Queryable } from '../../platform/database/index.ts'
import { AppError } from '../../platform/http/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import { lockTokens, replaceToken } from './repository/token-rows.ts'
import { REPLACED_MS } from './rules/session-life.ts'
import { hashOf } from './secret-text.ts'

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
