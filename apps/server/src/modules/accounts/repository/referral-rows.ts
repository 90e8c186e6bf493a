import type { Queryable } from '../../../platform/database/index.ts'

const INVITER =
  'select id from account where invite_code = $2 and is_inviter and disabled_at is null and deleted_at is null and id <> $1'

/**
 * Sets the invite code of an unactivated account to that of its latest registration; null if that had none. The account
 * must be locked. The sums of both inviters change, so they are locked in order of their IDs.
 */
export async function replaceReferral(
  client: Queryable,
  inviteeId: number,
  code: string | null,
  at: number,
): Promise<void> {
  await client.query(
    `select from promoter where account_id in (select inviter_id from referral where invitee_id = $1 union ${INVITER}) order by account_id for no key update`,
    [inviteeId, code],
  )
  await client.query('delete from referral where invitee_id = $1 and activated_at is null', [inviteeId])
  if (code !== null) await insertReferral(client, inviteeId, code, at)
}

/** Stores the code given at registration, and the inviter it belongs to, if any. */
export async function insertReferral(client: Queryable, inviteeId: number, code: string, at: number): Promise<void> {
  await client.query(
    `insert into referral (invitee_id, inviter_id, code, registered_at)
     values ($1, (${INVITER}), $2, $3)
     on conflict (invitee_id) do nothing`,
    [inviteeId, code, new Date(at)],
  )
}

/** Name of the active inviter with this code, or null. */
export async function findInviterName(client: Queryable, code: string): Promise<string | null> {
  const { rows } = await client.query<{ username: string }>(
    'select username from account where invite_code = $1 and is_inviter and disabled_at is null and deleted_at is null',
    [code],
  )
  return rows[0]?.username ?? null
}

export interface Referral {
  readonly inviterId: number | null
  readonly code: string
  /** ms since the epoch. */
  readonly registeredAt: number
}

export async function findReferral(client: Queryable, inviteeId: number): Promise<Referral | null> {
  const { rows } = await client.query<{ inviter_id: number | null; code: string; registered_at: Date }>(
    'select inviter_id, code, registered_at from referral where invitee_id = $1',
    [inviteeId],
  )
  if (rows.length === 0) return null
  const [row] = rows
  return { inviterId: row.inviter_id, code: row.code, registeredAt: row.registered_at.getTime() }
}
