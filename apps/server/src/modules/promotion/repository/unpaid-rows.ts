import { sql } from 'kysely'
import type { NotNull } from 'kysely'
import { db } from '../../../platform/database/index.ts'
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
  { inviterId }: { readonly inviterId?: number },
  afterId: number,
  size: number,
): Promise<UnpaidInvitee[]> {
  const invitees = db(client)
    .selectFrom('referral')
    .selectAll()
    .where('invitee_id', '>', afterId)
    .where('inviter_id', 'is not', null)
    .where('dividends', '=', 0)
    .$if(inviterId !== undefined, (query) => query.where('inviter_id', '=', inviterId ?? null))
    .orderBy('invitee_id')
    .limit(size)
    .$narrowType<{ inviter_id: NotNull }>()
  const rows = await db(client)
    .selectFrom(invitees.as('r'))
    .select(['r.invitee_id as id', 'r.registered_at', 'r.inviter_id'])
    .select(sql<string>`(select username from account where id = r.invitee_id)`.as('invitee_name'))
    .select(sql<string>`(select username from account where id = r.inviter_id)`.as('inviter_name'))
    .orderBy('r.invitee_id')
    .execute()
  return rows.map(({ registered_at, ...row }) => ({ ...row, register_time: registered_at.toISOString() }))
}
