import type { Queryable } from '../../../platform/database/index.ts'

/** Keeps the code given at registration, with the inviter it belongs to where there is one. The first one stays for ever. */
export async function insertReferral(client: Queryable, inviteeId: number, code: string, at: number): Promise<void> {
  await client.query(
    `insert into referral (invitee_id, inviter_id, code, registered_at)
     values ($1, (select id from account where invite_code = $2 and is_inviter and disabled_at is null and deleted_at is null and id <> $1), $2, $3)
     on conflict (invitee_id) do nothing`,
    [inviteeId, code, new Date(at)],
  )
}

/** The name of the inviter who has a code now; null where nobody who may invite has it. */
export async function findInviterName(client: Queryable, code: string): Promise<string | null> {
  const { rows } = await client.query<{ username: string }>(
    'select username from account where invite_code = $1 and is_inviter and disabled_at is null and deleted_at is null', [code],
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
