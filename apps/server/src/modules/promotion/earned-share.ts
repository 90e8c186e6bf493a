import type { Queryable } from '../../platform/database/index.ts'
import type { EarnedShare } from '../membership/index.ts'
import { findShare } from './repository/dividend-rows.ts'
import { findPromoterAccount } from './repository/promoter-rows.ts'

/** The share an order earned and that is not void, for the preview of a reversal; null if none. */
export async function earnedShare(client: Queryable, orderId: number): Promise<EarnedShare | null> {
  const found = await findShare(client, orderId)
  if (found === null || found.status === 'void') return null
  const { inviterId, amount: share, status } = found
  const { username: inviterName } = await findPromoterAccount(client, inviterId)
  return { inviterId, inviterName, share, isSettled: status === 'settled' }
}
