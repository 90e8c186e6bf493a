import { LINK_MINUTES } from '@flowprint/contract'
import { MINUTE_MS } from '@flowprint/orderflow'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import type { Queryable } from '../../../platform/database/index.ts'
import type { AccountDeps } from '../account-deps.ts'
import { lockAccount } from '../queries/account-rows.ts'
import type { Account } from '../queries/account-rows.ts'
import { insertLink, findLink } from '../queries/link-rows.ts'
import type { LinkKind, Link } from '../queries/link-rows.ts'
import { hashOf, randomText } from '../requester.ts'
import { AppError, addressBlock } from '../../../platform/http/index.ts'
import type { KeyedLimit } from '../../../platform/http/index.ts'
import { delay } from '../../../platform/async/index.ts'

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

const MAX_TOKEN_LENGTH = 128

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
  if (typeof token !== 'string' || token === '' || token.length > MAX_TOKEN_LENGTH) return null
  const hash = hashOf(token)
  const found = await findLink(client, kind, hash, now)
  if (found === null) return null
  const account = await lockAccount(client, found.accountId)
  if (account === null || account.isDisabled) return null
  // Read the link again now that the account is locked: it may have changed before.
  const link = await findLink(client, kind, hash, now)
  return link === null ? null : { link, account }
}

/** The call that sends the mail. Each has a separate budget. */
export type MailPurpose = 'register' | 'activate' | 'reset' | 'email'

/**
 * Limits for mails to one address. Budgets are separate per requester and per call; the last limit bounds the total of
 * all requesters.
 */
export function mailLimits(purpose: MailPurpose, emailKey: string, ip: string): (readonly [KeyedLimit, string])[] {
  const ofRequester = `${purpose} ${addressBlock(ip)} ${emailKey}`
  return [
    ['mail_from', ip],
    ['mail_to', ofRequester],
    ['mail_to_hourly', ofRequester],
    ['mail_to_from_all', `${purpose} ${emailKey}`],
  ]
}

/** Longer than any branch of these calls takes on a machine that is not overloaded. */
const MIN_DURATION_MS = 200

/**
 * Runs the work and returns no earlier than a fixed time, so that response times do not reveal which addresses have an
 * account.
 */
export async function withMinDuration<Result>(
  work: () => Promise<Result>,
  minMs: number = MIN_DURATION_MS,
): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), delay(minMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
