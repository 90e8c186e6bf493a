import type { Language } from '@flowprint/i18n'
import type { MailTemplate } from '@flowprint/i18n/mail'
import type { Pool } from 'pg'
import type { Queryable } from '../database/index.ts'

/** A mail that this process has taken to send; nobody else touches it before `LEASE_MS` have passed. */
export interface TakenMail {
  readonly id: number
  readonly dedupeKey: string
  readonly template: MailTemplate
  readonly language: Language
  readonly to: string
  /** Sealed. */
  readonly params: string
  /** This attempt included. */
  readonly attempts: number
  readonly expiresAt: number | null
  readonly messageId: string
}

/** Longer than the longest attempt (see smtp-transport.ts): who is silent for so long has died. */
export const LEASE_MS = 90_000

/** Takes the mail that is due longest, or null. Several senders never take the same one. */
export async function takeMail(pool: Pool, now: number): Promise<TakenMail | null> {
  const { rows } = await pool.query(
    `update mail_outbox set status = 'sending', attempts = attempts + 1, next_at = $2
     where id = (select id from mail_outbox where status in ('queued', 'sending') and next_at <= $1
                 order by next_at, id limit 1 for update skip locked)
     returning id, dedupe_key, template, language, recipient, params, attempts, expires_at, message_id`,
    [new Date(now), new Date(now + LEASE_MS)],
  )
  if (rows.length === 0) return null
  const [row] = rows
  return {
    id: row.id,
    dedupeKey: row.dedupe_key,
    template: row.template,
    language: row.language,
    to: row.recipient,
    params: row.params,
    attempts: row.attempts,
    expiresAt: row.expires_at === null ? null : row.expires_at.getTime(),
    messageId: row.message_id,
  }
}

/** What was sent or given up keeps no link. Does nothing when somebody else has the mail by now. */
export async function closeMail(
  pool: Pool,
  mail: TakenMail,
  status: 'sent' | 'dead',
  now: number,
  error: string | null,
): Promise<void> {
  await pool.query(
    `update mail_outbox set status = $3, params = null, sent_at = case when $3 = 'sent' then $4::timestamptz end,
       last_error = coalesce($5, last_error)
     where id = $1 and status = 'sending' and attempts = $2`,
    [mail.id, mail.attempts, status, new Date(now), error],
  )
}

export async function postponeMail(pool: Pool, mail: TakenMail, until: number, error: string): Promise<void> {
  await pool.query(
    "update mail_outbox set status = 'queued', next_at = $3, last_error = $4 where id = $1 and status = 'sending' and attempts = $2",
    [mail.id, mail.attempts, new Date(until), error],
  )
}

/** Deletes mails of before `time`, whatever became of them. */
export async function deleteMailsBefore(pool: Pool, time: number): Promise<void> {
  await pool.query("delete from mail_outbox where created_at < $1 and status in ('sent', 'dead', 'kept')", [
    new Date(time),
  ])
}

/** Deletes every mail to an address, whatever became of it: its row and its last error name the address. */
export async function deleteMailsTo(client: Queryable, address: string): Promise<void> {
  await client.query('delete from mail_outbox where lower(recipient) = lower($1)', [address])
}
