import type { SentReminder } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import { delay } from '../../../platform/async/index.ts'
import { recordAudit } from '../../../platform/audit/index.ts'
import { inTransactionWithRetry } from '../../../platform/database/index.ts'
import { AppError } from '../../../platform/http/index.ts'
import type { Actor, PromotionDeps } from '../promotion-deps.ts'
import { findAddress } from '../queries/settlement-rows.ts'
import { insertDividendMail, mailState, pendingIds, sendReminderMail } from './send-mails.ts'
import { findPromoterAccount, lockPromoter, markReminded } from '../queries/promoter-rows.ts'

const EVERY_MS = DAY_MS
/** The mail sender polls once a second; a mail server usually responds within another. */
const TIMEOUT_MS = 3_000
const POLL_MS = 100

/** Time (ms) at which the next reminder may be sent; null: now. */
export const nextReminderAt = (remindedAt: number | null): number | null =>
  remindedAt === null ? null : remindedAt + EVERY_MS

/**
 * Reminds an inviter of pending shares or of a missing payout address, at most once in 24 hours. Waits briefly for the
 * mail server: `mail_sent` means that it accepted the mail.
 */
export async function sendReminder(deps: PromotionDeps, by: Actor, inviterId: number): Promise<SentReminder> {
  const { key, at } = await inTransactionWithRetry(deps.pool, async (client) => {
    const now = deps.clock.now()
    const promoter = await lockPromoter(client, inviterId)
    if (promoter === null) throw new AppError('NOT_FOUND')
    const hasAddress = (await findAddress(client, inviterId)) !== null
    if (hasAddress && promoter.pendingCount === 0) throw new AppError('NOTHING_TO_SETTLE')
    if (!(await markReminded(client, inviterId, now, now - EVERY_MS)))
      throw tooSoon((promoter.remindedAt ?? now) + EVERY_MS - now)
    const dedupeKey = `payout_reminder ${inviterId} ${now}`
    const to = await findPromoterAccount(client, inviterId)
    if (!(await sendReminderMail(client, deps, to, { key: dedupeKey, pending: promoter.pendingAmount, hasAddress })))
      throw new AppError('NOT_FOUND')
    await insertDividendMail(client, { inviterId, key: dedupeKey, at: now }, await pendingIds(client, inviterId))
    await recordAudit(client, {
      at: now,
      actorId: by.accountId,
      ipHash: by.ipHash,
      action: 'send_reminder',
      objectType: 'account',
      objectId: inviterId,
      before: null,
      after: { pending_count: promoter.pendingCount, address_set: hasAddress },
    })
    return { key: dedupeKey, at: now }
  })
  return { mail_sent: await isAccepted(deps, key), next_allowed_at: new Date(at + EVERY_MS).toISOString() }
}

async function isAccepted({ pool }: PromotionDeps, key: string): Promise<boolean> {
  for (let waited = 0; ; waited += POLL_MS) {
    const state = await mailState(pool, key)
    if (state !== 'waiting' || waited >= TIMEOUT_MS) return state === 'accepted'
    await delay(POLL_MS)
  }
}

function tooSoon(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new AppError('RATE_LIMITED', { params: { seconds }, data: { retry_after: seconds } })
}
