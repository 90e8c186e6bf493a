import type { AdminSettlement } from '@flowprint/contract'
import { amountText } from '@flowprint/contract'
import { AppError } from '../../platform/http/index.ts'
import { EXPLORER_URL } from '../membership/index.ts'
import { settlementText } from './list-dividends.ts'
import type { PromotionDeps } from './promotion-deps.ts'
import { listSettled } from './repository/dividend-list-rows.ts'
import { findPromoterAccount } from './repository/promoter-rows.ts'
import { findSettlement } from './repository/settlement-rows.ts'

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
