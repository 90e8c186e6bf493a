import type { Queryable } from '../../platform/database/index.ts'
import { AppError } from '../../platform/http/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import { lockTokens, replaceToken } from './repository/token-rows.ts'
import { REPLACED_MS } from './rules/session-life.ts'
import { hashOf } from './secret-text.ts'

/** More replacements than this do not happen within a minute. */
const LONGEST_WALK = 1000

/**
 * The token that comes after another: nobody without APP_KEY can compute it, and whoever holds the one before gets the same
 * one again. So two tabs that replace their token at the same moment end up with one and the same.
 */
const successorOf = (keys: Keys, token: string): string => `ofs_${keys.mac('session', token).toString('base64url')}`

/**
 * Replaces the token of a session and returns the new one; the old one works for another minute. Shown a token that was
 * replaced within that minute, it returns the one that counts now.
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
  for (let i = 0; i < LONGEST_WALK; i++) {
    if (hashOf(next).equals(current.hash)) return next
    next = successorOf(keys, next)
  }
  // APP_KEY has changed since.
  throw new AppError('SESSION_EXPIRED')
}
