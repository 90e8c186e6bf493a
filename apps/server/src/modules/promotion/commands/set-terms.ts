import { ratioBp, ratioText, isTronAddress, USDT_CONTRACT } from '@flowprint/contract'
import type { AdminSetRatioBody, RatioSet, ReceiveAddress, SetReceiveAddressBody } from '@flowprint/contract'
import { HOUR_MS } from '@flowprint/orderflow'
import { recordAudit } from '../../../platform/audit/index.ts'
import { inTransactionWithRetry } from '../../../platform/database/index.ts'
import { AppError, readRemark } from '../../../platform/http/index.ts'
import { loadPromotionTerms } from '../queries/load-terms.ts'
import type { Actor, PromotionDeps } from '../promotion-deps.ts'
import { lockPromoter, setOverride, findPromoterAccount } from '../queries/promoter-rows.ts'
import { computeStanding } from '../rules/levels.ts'
import { loadPaymentTerms } from '../../membership/index.ts'
import { findAddress, insertAddress } from '../queries/settlement-rows.ts'
import { computeUsableAt } from '../rules/decide-settlement.ts'
import { sendAddressChanged } from './send-mails.ts'

const WHOLE_BP = 10_000

/** Sets an inviter's ratio override, or removes it. Earlier decisions stay unchanged. */
export async function setRatio(
  { pool, clock }: PromotionDeps,
  by: Actor,
  { inviter_id, ratio, remark }: AdminSetRatioBody,
): Promise<RatioSet> {
  const override = ratio === null ? null : ratioBp(ratio)
  if (override !== null && override > WHOLE_BP)
    throw new AppError('VALIDATION', { faults: [{ field: 'ratio', error: 'NOT_A_RATIO', params: {} }] })
  const reason = readRemark(remark)
  if (inviter_id === by.accountId)
    throw new AppError('OWN_ORDER', { sentences: [{ key: 'OWN_SETTLEMENT', params: {} }] })
  return inTransactionWithRetry(pool, async (client) => {
    const promoter = await lockPromoter(client, inviter_id)
    if (promoter === null) throw new AppError('NOT_FOUND')
    const now = clock.now()
    const { levels } = await loadPromotionTerms(client, now)
    const { level, ratioBp: after } = computeStanding(levels, promoter.payingInvitees, override)
    const textOf = (own: number | null): string | null => (own === null ? null : ratioText(own))
    if (override !== promoter.ratioBpOverride) {
      await setOverride(client, inviter_id, override)
      await recordAudit(client, {
        at: now,
        actorId: by.accountId,
        ipHash: by.ipHash,
        action: 'set_ratio',
        objectType: 'account',
        objectId: inviter_id,
        before: { ratio: textOf(promoter.ratioBpOverride) },
        after: { ratio: textOf(override), remark: reason },
      })
    }
    return { inviter_id, level, ratio: ratioText(after) }
  })
}

/**
 * Sets an inviter's payout address. A changed address can be used after the cooling time, and its owner is notified at
 * once.
 */
export async function setReceiveAddress(
  deps: PromotionDeps,
  by: Actor,
  body: SetReceiveAddressBody,
): Promise<ReceiveAddress> {
  const address = body.receive_address.trim()
  if (address === '') throw invalidAddress('REQUIRED')
  // Money sent to the token contract is lost.
  if (!isTronAddress(address) || address === USDT_CONTRACT) throw invalidAddress('BAD_ADDRESS')
  const { accountId } = by
  return inTransactionWithRetry(deps.pool, async (client) => {
    const now = deps.clock.now()
    if ((await lockPromoter(client, accountId)) === null) throw new AppError('FORBIDDEN')
    if ((await loadPaymentTerms(client, now)).receiveAddress === address) throw invalidAddress('BAD_ADDRESS')
    const { coolingMs } = await loadPromotionTerms(client, now)
    const before = await findAddress(client, accountId)
    const usableAt = (known: NonNullable<typeof before>): string =>
      new Date(computeUsableAt(known, coolingMs)).toISOString()
    if (before?.address === address) return { receive_address: address, usable_at: usableAt(before) }
    const after = { address, setAt: now, isFirst: before === null }
    await insertAddress(client, accountId, after)
    await recordAudit(client, {
      at: now,
      actorId: accountId,
      ipHash: by.ipHash,
      action: 'set_receive_address',
      objectType: 'account',
      objectId: accountId,
      before: before === null ? null : { receive_address: before.address },
      after: { receive_address: address },
    })
    const hours = (computeUsableAt(after, coolingMs) - now) / HOUR_MS
    const key = `payout_address ${accountId} ${now} ${address}`
    await sendAddressChanged(client, deps, await findPromoterAccount(client, accountId), {
      key,
      address,
      at: now,
      hours,
      isFirst: after.isFirst,
    })
    return { receive_address: address, usable_at: usableAt(after) }
  })
}

function invalidAddress(error: 'REQUIRED' | 'BAD_ADDRESS'): AppError {
  return new AppError(error === 'REQUIRED' ? 'VALIDATION' : 'BAD_ADDRESS', {
    faults: [{ field: 'receive_address', error, params: {} }],
  })
}
