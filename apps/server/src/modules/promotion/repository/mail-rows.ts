import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** Records which dividends a mail is about; a database trigger records when the mail server accepts it. */
export async function insertDividendMail(
  client: Queryable,
  mail: { readonly inviterId: number; readonly key: string; readonly at: number },
  ids: readonly number[],
): Promise<void> {
  const { id } = await db(client)
    .insertInto('dividend_mail')
    .values({ inviter_id: mail.inviterId, mail_key: mail.key, enqueued_at: new Date(mail.at) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into dividend_mail_row (dividend_id, mail_id) select unnest(${ids}::bigint[]), ${id}`.execute(
    db(client),
  )
}

/** IDs of the pending dividends. */
export async function pendingIds(client: Queryable, inviterId: number): Promise<number[]> {
  const query = db(client)
    .selectFrom('dividend')
    .select('id')
    .where(({ and }) => and({ inviter_id: inviterId, status: 'pending' }))
  return (await query.execute()).map(({ id }) => id)
}

/**
 * State of a mail about dividends: waiting, accepted, or over (failed permanently, or stored because there is no mail
 * server).
 */
export async function mailState(client: Queryable, key: string): Promise<'waiting' | 'accepted' | 'over'> {
  const row = await db(client)
    .selectFrom('dividend_mail as m')
    .leftJoin('mail_outbox as o', 'o.dedupe_key', 'm.mail_key')
    .select(['m.accepted_at', 'o.status'])
    .where('m.mail_key', '=', key)
    .executeTakeFirst()
  if (row === undefined) return 'over'
  const { accepted_at, status } = row
  if (accepted_at !== null) return 'accepted'
  return status === 'queued' || status === 'sending' ? 'waiting' : 'over'
}
