import type { Queryable } from '../../../platform/database/index.ts'

/** Who was brought, and what followed. Times in ms. */
export interface Referral {
  readonly inviteeId: number
  /** Null: the code belonged to nobody who may invite. */
  readonly inviterId: number | null
  readonly activatedAt: number | null
  readonly firstPaidAt: number | null
  readonly paidOrders: number
  readonly dividends: number
}

interface ReferralRow {
  invitee_id: number
  inviter_id: number | null
  activated_at: Date | null
  first_paid_at: Date | null
  paid_orders: number
  dividends: number
}

async function one(client: Queryable, where: string, inviteeId: number): Promise<Referral | null> {
  const { rows } = await client.query<ReferralRow>(
    `select invitee_id, inviter_id, activated_at, first_paid_at, paid_orders, dividends from referral where ${where}`,
    [inviteeId],
  )
  if (rows.length === 0) return null
  const [row] = rows
  return {
    inviteeId: row.invitee_id,
    inviterId: row.inviter_id,
    activatedAt: row.activated_at?.getTime() ?? null,
    firstPaidAt: row.first_paid_at?.getTime() ?? null,
    paidOrders: row.paid_orders,
    dividends: row.dividends,
  }
}

export const findReferral = (client: Queryable, inviteeId: number): Promise<Referral | null> =>
  one(client, 'invitee_id = $1', inviteeId)

/** Locked until the end of the transaction. */
export const lockReferral = (client: Queryable, inviteeId: number): Promise<Referral | null> =>
  one(client, 'invitee_id = $1 for no key update', inviteeId)

export async function noteActivation(client: Queryable, inviteeId: number, at: number): Promise<void> {
  await client.query('update referral set activated_at = $2 where invitee_id = $1', [inviteeId, new Date(at)])
}

/** Writes how a referral that is locked stands now. */
export async function saveReferral(
  client: Queryable,
  { inviteeId, firstPaidAt, paidOrders, dividends }: Referral,
): Promise<void> {
  await client.query('update referral set first_paid_at = $2, paid_orders = $3, dividends = $4 where invitee_id = $1', [
    inviteeId,
    firstPaidAt === null ? null : new Date(firstPaidAt),
    paidOrders,
    dividends,
  ])
}

/** Activated invitees who registered at a time (ms) or later. */
export async function countInvitedSince(client: Queryable, inviterId: number, since: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from referral where inviter_id = $1 and registered_at >= $2 and activated_at is not null',
    [inviterId, new Date(since)],
  )
  return rows[0].n
}

/** When the week of a moment began in a time zone: Monday, midnight there (ms). */
export async function weekStart(client: Queryable, now: number, timeZone: string): Promise<number> {
  const { rows } = await client.query<{ start: Date }>(
    "select date_trunc('week', $1::timestamptz at time zone $2) at time zone $2 as start",
    [new Date(now), timeZone],
  )
  return rows[0].start.getTime()
}
