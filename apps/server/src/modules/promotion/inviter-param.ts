import type { InviterParam } from '@flowprint/contract'
import { amountText, ratioText } from '@flowprint/contract'
import { AppError } from '../../platform/http/index.ts'
import { loadPromotionTerms } from './load-terms.ts'
import type { PromotionDeps } from './promotion-deps.ts'
import { findAddress } from './repository/address-rows.ts'
import { sumAvailable } from './repository/dividend-rows.ts'
import { findPromoter, findPromoterAccount } from './repository/promoter-rows.ts'
import { countInvitedSince, weekStart } from './repository/referral-rows.ts'
import { computeStanding } from './rules/levels.ts'
import { computeUsableAt } from './rules/payout-address.ts'

/** Summary of an inviter: level, link, invitees and earnings. */
export async function loadInviterParam(
  { pool, clock, appUrl, businessTz }: PromotionDeps,
  accountId: number,
): Promise<InviterParam> {
  const now = clock.now()
  const promoter = await findPromoter(pool, accountId)
  if (promoter === null) throw new AppError('NOT_FOUND')
  const account = await findPromoterAccount(pool, accountId)
  const terms = await loadPromotionTerms(pool, now)
  const { level, ratioBp, next } = computeStanding(terms.levels, promoter.payingInvitees, promoter.ratioBpOverride)
  const address = await findAddress(pool, accountId)
  const available = await sumAvailable(pool, accountId, now)
  return {
    level,
    ratio: ratioText(ratioBp),
    next_level: next?.level ?? null,
    next_min_paying: next?.minPaying ?? null,
    invite_code: account.inviteCode,
    invite_link: account.inviteCode === null ? null : `${appUrl}/create/${account.inviteCode}`,
    network_type: 'TRC20',
    receive_address: address?.address ?? null,
    address_usable_at: address === null ? null : new Date(computeUsableAt(address, terms.coolingMs)).toISOString(),
    invited_total: promoter.activatedInvitees,
    invited_week: await countInvitedSince(pool, accountId, await weekStart(pool, now, businessTz)),
    paying_total: promoter.payingInvitees,
    pending_count: promoter.pendingCount,
    pending_amount: amountText(promoter.pendingAmount),
    available_amount: amountText(available.amount),
    settled_amount: amountText(promoter.settledAmount),
    min_payout: amountText(terms.minPayout),
    share_levels: terms.levels.map((one) => ({
      level: one.level,
      min_paying: one.minPaying,
      ratio: ratioText(one.ratioBp),
    })),
  }
}
