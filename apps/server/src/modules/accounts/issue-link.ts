import { LINK_MINUTES } from '@flowprint/contract'
import { MINUTE_MS } from '@flowprint/orderflow'
import type { Queryable } from '../../platform/database/index.ts'
import type { AccountDeps } from './account-deps.ts'
import type { Account } from './repository/account-rows.ts'
import { insertLink } from './repository/link-rows.ts'
import type { LinkKind } from './repository/link-rows.ts'
import { hashOf, randomText } from './secret-text.ts'

const PAGES: Readonly<Record<LinkKind, string>> = {
  activate: '/active',
  reset: '/change-password',
  email: '/change-email',
}

export interface IssuedLink {
  readonly address: string
  /** ms since the epoch. */
  readonly expiresAt: number
  /** Deduplicates the mail that carries the link. */
  readonly dedupeKey: string
}

/**
 * Creates a link of a kind for a locked account and invalidates the previous unused one. The secret is only in the
 * address; the database stores its hash.
 */
export async function issueLink(
  client: Queryable,
  deps: Pick<AccountDeps, 'clock' | 'site'>,
  account: Pick<Account, 'id' | 'emailKey'>,
  kind: LinkKind,
  newEmail: string | null = null,
): Promise<IssuedLink> {
  const now = deps.clock.now()
  const expiresAt = now + LINK_MINUTES * MINUTE_MS
  const token = randomText()
  const hash = hashOf(token)
  await insertLink(client, {
    accountId: account.id,
    kind,
    hash,
    emailKey: account.emailKey,
    newEmail,
    createdAt: now,
    expiresAt,
  })
  return {
    address: `${deps.site.appUrl}${PAGES[kind]}?token=${token}`,
    expiresAt,
    dedupeKey: `${kind} ${hash.toString('hex')}`,
  }
}
