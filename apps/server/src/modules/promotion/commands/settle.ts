import { amountText, parseAmount, readTransactionId } from '@flowprint/contract'
import type { AdminSettleBody, Settled } from '@flowprint/contract'
import { recordAudit } from '../../../platform/audit/index.ts'
import { inTransactionWithRetry } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { AppError, readRemark } from '../../../platform/http/index.ts'
import { loadPromotionTerms } from '../queries/load-terms.ts'
import type { Actor, PromotionDeps } from '../promotion-deps.ts'
import { findAddress, dividendsOfSettlement, findSettlement, insertSettlement } from '../queries/settlement-rows.ts'
import type { Settlement } from '../queries/settlement-rows.ts'
import { lockAvailable, settleDividends } from '../queries/dividend-rows.ts'
import { insertDividendMail, sendSettled } from './send-mails.ts'
import { addToPromoter, findPromoterAccount, lockPromoter } from '../queries/promoter-rows.ts'
import { decideSettlement } from '../rules/decide-settlement.ts'

interface Payout {
  readonly inviterId: number
  readonly settlementId: string
  readonly amount: bigint
  /** The address the administrator paid to. */
  readonly address: string
  readonly remark: string
  /** Null: all available rows. */
  readonly ids: readonly number[] | null
}

/**
 * Records a payout that the administrator has sent and marks its rows as settled. Locks the inviter's row first, which
 * serializes payouts and reversals. The amount must equal the sum of the rows, and the address must still be the
 * inviter's. Idempotent: repeating the same payout returns the first response.
 */
export async function settleShares(deps: PromotionDeps, by: Actor, body: AdminSettleBody): Promise<Settled> {
  const payout = readPayout(body)
  if (payout.inviterId === by.accountId)
    throw new AppError('OWN_ORDER', { sentences: [{ key: 'OWN_SETTLEMENT', params: {} }] })
  return inTransactionWithRetry(deps.pool, async (client) => {
    const now = deps.clock.now()
    if ((await lockPromoter(client, payout.inviterId)) === null) throw new AppError('NOT_FOUND')
    const known = await findSettlement(client, payout.settlementId)
    if (known !== null) return repeatPayout(client, known, payout)
    const rows = await lockAvailable(client, payout.inviterId, now, payout.ids)
    const { minPayout, coolingMs } = await loadPromotionTerms(client, now)
    const decision = decideSettlement({
      now,
      given: payout.amount,
      amounts: rows.map(({ amount }) => amount),
      named: payout.ids?.length ?? null,
      minPayout,
      address: await findAddress(client, payout.inviterId),
      paidAddress: payout.address,
      coolingMs,
    })
    if ('error' in decision) {
      throw new AppError(decision.error, {
        data: { settlement_amount: amountText(decision.amount), min_payout: amountText(minPayout) },
      })
    }
    return recordPayout(client, deps, by, { ...payout, ...decision, now, rowIds: rows.map(({ id }) => id) })
  })
}

async function recordPayout(
  client: Queryable,
  deps: PromotionDeps,
  by: Actor,
  payout: Payout & { readonly now: number; readonly rowIds: readonly number[] },
): Promise<Settled> {
  const { inviterId, settlementId, amount, address, remark, now, rowIds } = payout
  const id = await insertSettlement(client, {
    settlementId,
    inviterId,
    receiveAddress: address,
    amount,
    operatorId: by.accountId,
    settledAt: now,
  })
  if (id === null) throw settlementUsed()
  const count = rowIds.length
  if ((await settleDividends(client, rowIds, id)) !== count)
    throw new Error('Invariant: locked pending rows stay pending')
  await addToPromoter(client, inviterId, { pendingCount: -count, pendingAmount: -amount, settledAmount: amount })
  await recordAudit(client, {
    at: now,
    actorId: by.accountId,
    ipHash: by.ipHash,
    action: 'settle',
    objectType: 'settlement',
    objectId: settlementId,
    before: null,
    after: { inviter_id: inviterId, amount: amountText(amount), receive_address: address, count, remark },
  })
  const key = `shares_settled ${id}`
  const to = await findPromoterAccount(client, inviterId)
  if (await sendSettled(client, deps, to, { key, amount, count, settlementId, address }))
    await insertDividendMail(client, { inviterId, key, at: now }, rowIds)
  return {
    settlement_id: settlementId,
    settlement_time: new Date(now).toISOString(),
    amount: amountText(amount),
    count,
  }
}

/** Repeating the same payout returns its result; other data for the same transaction is an error. */
async function repeatPayout(
  client: Queryable,
  known: Settlement,
  { inviterId, amount, address, ids }: Payout,
): Promise<Settled> {
  const rows = await dividendsOfSettlement(client, known.id)
  const isSame =
    known.inviterId === inviterId &&
    known.amount === amount &&
    known.receiveAddress === address &&
    (ids === null || (ids.length === rows.length && ids.every((id) => rows.includes(id))))
  if (!isSame) throw settlementUsed()
  return {
    settlement_id: known.settlementId,
    settlement_time: new Date(known.settledAt).toISOString(),
    amount: amountText(known.amount),
    count: rows.length,
  }
}

function readPayout(body: AdminSettleBody): Payout {
  const amount = parseAmount(body.settlement_amount)
  if (amount === null || amount === 0n)
    throw new AppError('VALIDATION', { faults: [{ field: 'settlement_amount', error: 'NOT_AN_AMOUNT', params: {} }] })
  if (body.settlement_id.trim() === '')
    throw new AppError('VALIDATION', { faults: [{ field: 'settlement_id', error: 'REQUIRED', params: {} }] })
  const settlementId = readTransactionId(body.settlement_id)
  if (settlementId === null)
    throw new AppError('BAD_TRANSACTION_ID', {
      faults: [{ field: 'settlement_id', error: 'BAD_TRANSACTION_ID', params: {} }],
    })
  const remark = readRemark(body.remark)
  const ids = body.dividend_ids === undefined ? null : [...new Set(body.dividend_ids)]
  return { inviterId: body.inviter_id, settlementId, amount, address: body.receive_address.trim(), remark, ids }
}

const settlementUsed = (): AppError =>
  new AppError('SETTLEMENT_USED', { faults: [{ field: 'settlement_id', error: 'SETTLEMENT_USED', params: {} }] })
