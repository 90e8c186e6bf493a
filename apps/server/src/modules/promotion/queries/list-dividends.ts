import { amountText, ratioText, readTransactionId } from '@flowprint/contract'
import type {
  AdminInviterDetail,
  AdminInviterDetailBody,
  InviterDividends,
  InviterDividendsBody,
  AdminSettlement,
} from '@flowprint/contract'
import type { Queryable } from '../../../platform/database/index.ts'
import { AppError } from '../../../platform/http/index.ts'
import { loadPromotionTerms } from './load-terms.ts'
import type { PromotionDeps } from '../promotion-deps.ts'
import { findAddress, isAddressShared, findSettlement } from './settlement-rows.ts'
import { countSettledIn, listDividends, listSettled } from './dividend-list-rows.ts'
import type { DividendFilter } from './dividend-list-rows.ts'
import { findPromoter, findPromoterAccount } from './promoter-rows.ts'
import type { Promoter } from './promoter-rows.ts'
import { sumUnavailable } from './promotion-numbers.ts'
import { computeStanding, maskName } from '../rules/levels.ts'
import { computeUsableAt } from '../rules/decide-settlement.ts'
import { nextReminderAt } from '../commands/send-reminder.ts'
import { EXPLORER_URL } from '../../membership/index.ts'

/** The inviter's shares and invitees, with masked names. */
export async function listOwnDividends(
  { pool, clock }: PromotionDeps,
  accountId: number,
  body: InviterDividendsBody,
): Promise<InviterDividends> {
  const { page_cur = 1, page_size = 10, status } = body
  const promoter = await findPromoter(pool, accountId)
  if (promoter === null) throw new AppError('NOT_FOUND')
  const terms = await loadPromotionTerms(pool, clock.now())
  const { ratioBp } = computeStanding(terms.levels, promoter.payingInvitees, promoter.ratioBpOverride)
  const filter = { inviterId: accountId, ...(status === undefined ? {} : { status }) }
  const list = await listDividends(pool, filter, { from: (page_cur - 1) * page_size, size: page_size }, ratioBp)
  const masked = list.map((row) => ({ ...row, invitee_name: maskName(row.invitee_name) }))
  return { list: masked, total: await countDividends(pool, promoter, filter), page_cur, page_size }
}

/** An inviter for settlement: the amount owed, the payout address, and every row behind them. */
export async function loadInviterDetail(
  { pool, clock }: PromotionDeps,
  body: AdminInviterDetailBody,
): Promise<AdminInviterDetail> {
  const { id, page_cur = 1, page_size = 10, status } = body
  const now = clock.now()
  const promoter = await findPromoter(pool, id)
  if (promoter === null) throw new AppError('NOT_FOUND')
  const wanted = body.settlement_id?.trim() ?? ''
  const filter = {
    inviterId: id,
    ...(status === undefined ? {} : { status }),
    ...(wanted === '' ? {} : { settlementId: settlementText(wanted) }),
  }
  const [account, terms, address, held, total] = await Promise.all([
    findPromoterAccount(pool, id),
    loadPromotionTerms(pool, now),
    findAddress(pool, id),
    sumUnavailable(pool, id, now),
    countDividends(pool, promoter, filter),
  ])
  const { level, ratioBp } = computeStanding(terms.levels, promoter.payingInvitees, promoter.ratioBpOverride)
  const nextReminder = nextReminderAt(promoter.remindedAt)
  return {
    inviter: {
      id,
      username: account.username,
      email: account.email,
      is_inviter: account.isInviter,
      level,
      ratio: ratioText(ratioBp),
      ratio_override: promoter.ratioBpOverride === null ? null : ratioText(promoter.ratioBpOverride),
      network_type: 'TRC20',
      receive_address: address?.address ?? null,
      address_usable_at: address === null ? null : new Date(computeUsableAt(address, terms.coolingMs)).toISOString(),
      address_shared: address !== null && (await isAddressShared(pool, id, address.address)),
      next_reminder_at: nextReminder === null || nextReminder <= now ? null : new Date(nextReminder).toISOString(),
    },
    summary: {
      pending_count: promoter.pendingCount,
      settlement_amount: amountText(promoter.pendingAmount - held),
      held_amount: amountText(held),
      settled_amount: amountText(promoter.settledAmount),
      min_payout: amountText(terms.minPayout),
    },
    list: await listDividends(pool, filter, { from: (page_cur - 1) * page_size, size: page_size }, ratioBp),
    total,
    page_cur,
    page_size,
  }
}

/** Row count of a filter, read from the promoter's sums: counting 100,000 rows is too slow. */
async function countDividends(
  client: Queryable,
  promoter: Promoter,
  { inviterId, status, settlementId }: DividendFilter,
): Promise<number> {
  if (settlementId !== undefined)
    return status === undefined || status === 'settled' ? countSettledIn(client, inviterId, settlementId) : 0
  const unpaid = promoter.referrals - promoter.earningInvitees
  if (status === 'unpaid') return unpaid
  if (status === 'pending') return promoter.pendingCount
  if (status === 'settled') return promoter.dividends - promoter.pendingCount
  return promoter.dividends + unpaid
}

/** Normalizes a payout ID or its prefix. */
function settlementText(typed: string): string {
  return (
    readTransactionId(typed) ??
    typed
      .trim()
      .toLowerCase()
      .replace(/[^0-9a-f]/g, '-')
  )
}

/** A payout by its transaction ID, with every row it paid for. */
export async function loadSettlement({ pool }: PromotionDeps, typed: string): Promise<AdminSettlement> {
  const found = await findSettlement(pool, settlementText(typed))
  if (found === null) throw new AppError('NOT_FOUND')
  const inviter = await findPromoterAccount(pool, found.inviterId)
  const operator = await findPromoterAccount(pool, found.operatorId)
  return {
    settlement_id: found.settlementId,
    network_type: 'TRC20',
    inviter_id: found.inviterId,
    inviter_name: inviter.username,
    receive_address: found.receiveAddress,
    amount: amountText(found.amount),
    settlement_time: new Date(found.settledAt).toISOString(),
    operator: operator.username,
    explorer_url: EXPLORER_URL.replace('{id}', found.settlementId),
    list: await listSettled(pool, found.inviterId, found.id),
  }
}
