import type { Queryable } from '../../../platform/database/index.ts'

/** Records which dividends a mail is about; a database trigger records when the mail server accepts it. */
export async function insertDividendMail(
  client: Queryable,
  mail: { readonly inviterId: number; readonly key: string; readonly at: number },
  ids: readonly number[],
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    'insert into dividend_mail (inviter_id, mail_key, enqueued_at) values ($1, $2, $3) returning id',
    [mail.inviterId, mail.key, new Date(mail.at)],
  )
  await client.query('insert into dividend_mail_row (dividend_id, mail_id) select unnest($1::bigint[]), $2', [
    ids,
    rows[0].id,
  ])
}

/** IDs of the pending dividends. */
export async function pendingIds(client: Queryable, inviterId: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    "select id from dividend where inviter_id = $1 and status = 'pending'",
    [inviterId],
  )
  return rows.map((row) => row.id)
}

/**
 * State of a mail about dividends: waiting, accepted, or over (failed permanently, or stored because there is no mail
 * server).
 */
export async function mailState(client: Queryable, key: string): Promise<'waiting' | 'accepted' | 'over'> {
  const { rows } = await client.query<{ accepted: boolean; status: string | null }>(
    'select m.accepted_at is not null as accepted, o.status from dividend_mail m left join mail_outbox o on o.dedupe_key = m.mail_key where m.mail_key = $1',
    [key],
  )
  if (rows.length === 0) return 'over'
  const [{ accepted, status }] = rows
  if (accepted) return 'accepted'
  return status === 'queued' || status === 'sending' ? 'waiting' : 'over'
}
