import type { Queryable } from '../../../platform/database/index.ts'

/** An invitee with the sums of their orders and shares. Times in ms. */
export interface Referral {
  readonly inviteeId: number
  /** Null if the code belonged to no active inviter. */
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

async function findOne(client: Queryable, where: string, inviteeId: number): Promise<Referral | null> {
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
  findOne(client, 'invitee_id = $1', inviteeId)

/** Locks the referral until the transaction ends. */
export const lockReferral = (client: Queryable, inviteeId: number): Promise<Referral | null> =>
  findOne(client, 'invitee_id = $1 for no key update', inviteeId)

export async function markActivated(client: Queryable, inviteeId: number, at: number): Promise<void> {
  await client.query('update referral set activated_at = $2 where invitee_id = $1', [inviteeId, new Date(at)])
}

/** Writes the sums of a locked referral. */
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

/** Activated invitees who registered at or after a time (ms). */
export async function countInvitedSince(client: Queryable, inviterId: number, since: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from referral where inviter_id = $1 and registered_at >= $2 and activated_at is not null',
    [inviterId, new Date(since)],
  )
  return rows[0].n
}

/** Start of the week (Monday 00:00 in the time zone, ms). */
export async function weekStart(client: Queryable, now: number, timeZone: string): Promise<number> {
  const { rows } = await client.query<{ start: Date }>(
    "select date_trunc('week', $1::timestamptz at time zone $2) at time zone $2 as start",
    [new Date(now), timeZone],
  )
  return rows[0].start.getTime()
}
