import type { AdminInviters, AdminInvitersBody } from '@flowprint/contract'
import { amountText, ratioText } from '@flowprint/contract'
import { loadPromotionTerms } from './load-terms.ts'
import type { PromotionDeps } from './promotion-deps.ts'
import { countInviters, listInviters } from './repository/inviter-list-rows.ts'
import { weekStart } from './repository/referral-rows.ts'
import { computeStanding } from './rules/levels.ts'

/** Inviters for the administrator, largest amount owed first. */
export async function loadInviters(
  { pool, clock, businessTz }: PromotionDeps,
  body: AdminInvitersBody,
): Promise<AdminInviters> {
  const { page_cur = 1, page_size = 10 } = body
  const keyword = body.keyword?.trim() ?? ''
  const now = clock.now()
  const { levels } = await loadPromotionTerms(pool, now)
  const rows = await listInviters(pool, keyword, await weekStart(pool, now, businessTz), {
    from: (page_cur - 1) * page_size,
    size: page_size,
  })
  const list = rows.map((row) => {
    const { level, ratioBp } = computeStanding(levels, row.paying_invitees, row.ratio_bp_override)
    return {
      id: row.id,
      username: row.username,
      email: row.email,
      is_inviter: row.is_inviter,
      level,
      ratio: ratioText(ratioBp),
      invited_total: row.activated_invitees,
      invited_week: row.invited_week,
      pending_count: row.pending_count,
      pending_amount: amountText(BigInt(row.pending_amount)),
      receive_address_set: row.receive_address_set,
    }
  })
  return { list, total: await countInviters(pool, keyword), page_cur, page_size }
}
