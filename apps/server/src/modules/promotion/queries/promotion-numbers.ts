import { amountText } from '@flowprint/contract'
import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

export interface PromotionNumbers {
  /** Inviters with shares that can be settled now. */
  readonly pendingSettlements: number
  /**
   * Decimal text of the total owed, including shares that cannot be settled yet. Negative balances do not reduce it.
   */
  readonly pendingAmount: string
  /** Inviters with an amount owed and no payout address. */
  readonly missingAddresses: number
  /** Time (ms) and result of the last books check; null if there was none. */
  readonly booksCheck: { readonly at: number; readonly ok: boolean } | null
}

/**
 * Figures of the shares at a time (ms), computed from the promoters' sums, so that the cost does not grow with the
 * number of shares.
 */
export async function promotionNumbers(client: Queryable, now: number): Promise<PromotionNumbers> {
  const { rows } = await sql<{
    settlements: number
    amount: string
    missing: number
    checked_at: Date | null
    ok: boolean | null
  }>`
    select count(*) filter (where exists (
        select from dividend d where d.inviter_id = p.account_id and d.status = 'pending' and d.available_at <= ${new Date(now)}))::int as settlements,
      coalesce(sum(p.pending_amount), 0)::text as amount,
      count(*) filter (where not exists (select from payout_address w where w.account_id = p.account_id))::int as missing,
      (select checked_at from books_check order by id desc limit 1) as checked_at,
      (select jsonb_array_length(faults) = 0 from books_check order by id desc limit 1) as ok
    from promoter p where p.pending_amount > 0`.execute(db(client))
  const [row] = rows
  return {
    pendingSettlements: row.settlements,
    pendingAmount: amountText(BigInt(row.amount)),
    missingAddresses: row.missing,
    booksCheck: row.checked_at === null ? null : { at: row.checked_at.getTime(), ok: row.ok === true },
  }
}

/**
 * micro-USDT of an inviter's pending shares that cannot be settled yet at a time (ms): they are few, while summing the
 * others is slow.
 */
export async function sumUnavailable(client: Queryable, inviterId: number, now: number): Promise<bigint> {
  const { amount } = await db(client)
    .selectFrom('dividend')
    .select(sql<string>`coalesce(sum(amount), 0)::text`.as('amount'))
    .where(({ and }) => and({ inviter_id: inviterId, status: 'pending' }))
    .where('available_at', '>', new Date(now))
    .executeTakeFirstOrThrow()
  return BigInt(amount)
}
