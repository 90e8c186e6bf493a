import type { Queryable } from '../../platform/database/index.ts'
import { AppError } from '../../platform/http/index.ts'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import { lockAccount } from './repository/account-rows.ts'
import type { Account } from './repository/account-rows.ts'
import { findLink } from './repository/link-rows.ts'
import type { Link, LinkKind } from './repository/link-rows.ts'
import { hashOf } from './secret-text.ts'

const TOKEN_MAX = 128

/** The same error for unknown, used, replaced and expired links. */
export function linkInvalid(sentence: ApiMessageKey = 'LINK_INVALID'): AppError {
  return new AppError('LINK_INVALID', { sentences: [{ key: sentence, params: {} }] })
}

/** Finds a valid link and locks its account; null if either is missing or the account is disabled. */
export async function openLink(
  client: Queryable,
  kind: LinkKind,
  token: unknown,
  now: number,
): Promise<{ link: Link; account: Account } | null> {
  if (typeof token !== 'string' || token === '' || token.length > TOKEN_MAX) return null
  const hash = hashOf(token)
  const found = await findLink(client, kind, hash, now)
  if (found === null) return null
  const account = await lockAccount(client, found.accountId)
  if (account === null || account.isDisabled) return null
  // Read the link again now that the account is locked: it may have changed before.
  const link = await findLink(client, kind, hash, now)
  return link === null ? null : { link, account }
}
