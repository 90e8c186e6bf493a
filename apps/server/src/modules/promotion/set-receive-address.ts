import type { ReceiveAddress, SetReceiveAddressBody } from '@flowprint/contract'
import { isTronAddress, USDT_CONTRACT } from '@flowprint/contract'
import { HOUR_MS } from '@flowprint/orderflow'
import { recordAudit } from '../../platform/audit/index.ts'
import { inTransactionWithRetry } from '../../platform/database/index.ts'
import { AppError } from '../../platform/http/index.ts'
import { loadPaymentTerms } from '../membership/index.ts'
import { loadPromotionTerms } from './load-terms.ts'
import type { Actor, PromotionDeps } from './promotion-deps.ts'
import { findAddress, insertAddress } from './repository/address-rows.ts'
import { findPromoterAccount, lockPromoter } from './repository/promoter-rows.ts'
import { computeUsableAt } from './rules/payout-address.ts'
import { sendAddressChanged } from './send-mails.ts'

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
