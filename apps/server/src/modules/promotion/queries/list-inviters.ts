import { amountText, ratioText, normalizeUsername } from '@flowprint/contract'
import type { AdminInviters, AdminInvitersBody } from '@flowprint/contract'
import { sql } from 'kysely'
import { loadPromotionTerms } from './load-terms.ts'
import type { PromotionDeps } from '../promotion-deps.ts'
import { weekStart } from './promoter-rows.ts'
import { computeStanding } from '../rules/levels.ts'
import { db, likePrefix } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

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

export interface InviterListRow {
  readonly id: number
  readonly username: string
  readonly email: string | null
  readonly is_inviter: boolean
  readonly paying_invitees: number
  readonly ratio_bp_override: number | null
  readonly activated_invitees: number
  readonly invited_week: number
  readonly pending_count: number
  readonly pending_amount: string
  readonly receive_address_set: boolean
}

function matching(client: Queryable, keyword: string) {
  const query = db(client)
    .selectFrom('promoter as p')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .where(({ or, eb }) => or([eb.ref('a.is_inviter'), eb('p.pending_count', '>', 0)]))
  if (keyword === '') return query
  const id = /^\d{1,15}$/.test(keyword) ? Number(keyword) : null
  const prefix = likePrefix(normalizeUsername(keyword).toLowerCase())
  return query.where(({ or, eb }) => or([eb('a.id', '=', id), eb('a.username_key', 'like', prefix)]))
}

/**
 * Inviters, and former inviters who are still owed shares; largest amount owed first. `keyword`: an ID, or the prefix
 * of a username.
 */
function listInviters(
  client: Queryable,
  keyword: string,
  weekStart: number,
  page: { readonly from: number; readonly size: number },
): Promise<InviterListRow[]> {
  return matching(client, keyword)
    .select(['a.id', 'a.username', 'a.email', 'a.is_inviter', 'p.paying_invitees', 'p.ratio_bp_override'])
    .select(['p.activated_invitees', 'p.pending_count', sql<string>`p.pending_amount::text`.as('pending_amount')])
    .select(
      sql<number>`(select count(*) from referral r
        where r.inviter_id = a.id and r.registered_at >= ${new Date(weekStart)} and r.activated_at is not null)`.as(
        'invited_week',
      ),
    )
    .select(sql<boolean>`exists (select from payout_address w where w.account_id = a.id)`.as('receive_address_set'))
    .orderBy('p.pending_amount', 'desc')
    .orderBy('p.account_id')
    .limit(page.size)
    .offset(page.from)
    .execute()
}

async function countInviters(client: Queryable, keyword: string): Promise<number> {
  const query = matching(client, keyword).select(({ fn }) => fn.countAll<number>().as('n'))
  return (await query.executeTakeFirstOrThrow()).n
}
