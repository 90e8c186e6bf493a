import type { Queryable } from '../../../platform/database/index.ts'

/** An invitee who has not earned the inviter a share. */
export interface UnpaidInvitee {
  /** ID of the invitee. */
  readonly id: number
  readonly invitee_name: string
  readonly register_time: string
  readonly inviter_id: number
  readonly inviter_name: string
}

/** Unpaid invitees of one inviter or of all, after an ID, in order of their IDs: for exports. */
export async function unpaidAfter(
  client: Queryable,
  filter: { readonly inviterId?: number },
  afterId: number,
  size: number,
): Promise<UnpaidInvitee[]> {
  const { rows } = await client.query<UnpaidInvitee & { registered_at: Date }>(
    `select r.invitee_id as id, (select username from account where id = r.invitee_id) as invitee_name, r.registered_at, r.inviter_id,
       (select username from account where id = r.inviter_id) as inviter_name
     from (select * from referral
       where invitee_id > $1 and inviter_id is not null and dividends = 0 and ($3::bigint is null or inviter_id = $3) order by invitee_id limit $2) r
     order by r.invitee_id`,
    [afterId, size, filter.inviterId ?? null],
  )
  return rows.map(({ id, invitee_name, registered_at, inviter_id, inviter_name }) => ({
    id,
    invitee_name,
    register_time: registered_at.toISOString(),
    inviter_id,
    inviter_name,
  }))
}
