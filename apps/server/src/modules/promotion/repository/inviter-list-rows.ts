import type { Queryable } from '../../../platform/database/index.ts'
import { normalizeUsername } from '@flowprint/contract'

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

const FROM = 'from promoter p join account a on a.id = p.account_id'

function conditions(keyword: string, values: unknown[]): string {
  const shown = '(a.is_inviter or p.pending_count > 0)'
  if (keyword === '') return shown
  const id = /^\d{1,15}$/.test(keyword) ? Number(keyword) : null
  const like = `${normalizeUsername(keyword)
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  return `${shown} and (a.id = $${values.push(id)} or a.username_key like $${values.push(like)})`
}

/**
 * Inviters, and former inviters who are still owed shares; largest amount owed first. `keyword`: an ID, or the prefix
 * of a username.
 */
export async function listInviters(
  client: Queryable,
  keyword: string,
  weekStart: number,
  page: { readonly from: number; readonly size: number },
): Promise<InviterListRow[]> {
  const values: unknown[] = [new Date(weekStart), page.size, page.from]
  const where = conditions(keyword, values)
  const { rows } = await client.query<InviterListRow>(
    `select a.id, a.username, a.email, a.is_inviter, p.paying_invitees, p.ratio_bp_override, p.activated_invitees, p.pending_count, p.pending_amount::text,
       (select count(*)::int from referral r where r.inviter_id = a.id and r.registered_at >= $1 and r.activated_at is not null) as invited_week,
       exists (select from payout_address w where w.account_id = a.id) as receive_address_set
     ${FROM} where ${where} order by p.pending_amount desc, p.account_id limit $2 offset $3`,
    values,
  )
  return rows
}

export async function countInviters(client: Queryable, keyword: string): Promise<number> {
  const values: unknown[] = []
  const where = conditions(keyword, values)
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n ${FROM} where ${where}`, values)
  return rows[0].n
}
