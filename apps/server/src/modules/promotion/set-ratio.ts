import type { AdminSetRatioBody, RatioSet } from '@flowprint/contract'
import { ratioBp, ratioText } from '@flowprint/contract'
import { recordAudit } from '../../platform/audit/index.ts'
import { inTransactionWithRetry } from '../../platform/database/index.ts'
import { AppError, readRemark } from '../../platform/http/index.ts'
import { loadPromotionTerms } from './load-terms.ts'
import type { Actor, PromotionDeps } from './promotion-deps.ts'
import { lockPromoter, setOverride } from './repository/promoter-rows.ts'
import { computeStanding } from './rules/levels.ts'

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
