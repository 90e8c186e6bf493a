import type { Language } from '@flowprint/i18n'
import type { MailTemplate, MailParams } from '@flowprint/i18n/mail'
import type { Pool } from 'pg'
import type { Queryable, RowTask } from '../database/index.ts'
import { enqueueRowJob } from '../jobs/index.ts'
import type { Clock } from '../clock/index.ts'
import type { Keys } from '../keys/index.ts'

/** A mail leased by this process; others skip it until `LEASE_MS` have passed. */
export interface LeasedMail {
  readonly id: number
  readonly dedupeKey: string
  readonly template: MailTemplate
  readonly language: Language
  readonly to: string
  /** Sealed. */
  readonly params: string
  /** Number of attempts, including this one. */
  readonly attempts: number
  readonly expiresAt: number | null
  readonly messageId: string
}

/** Longer than the longest attempt (smtp-transport.ts): an expired lease means its owner crashed. */
export const LEASE_MS = 90_000

/** Task of the jobs about mails. */
export const MAIL_TASK = 'send_mail' satisfies RowTask

/** Leases a due mail; null: it is not due, leased by another process, or done. */
export async function leaseMail(pool: Pool, id: number, now: number): Promise<LeasedMail | null> {
  const { rows } = await pool.query(
    `update mail_outbox set status = 'sending', attempts = attempts + 1, next_at = $3
     where id = $1 and status in ('queued', 'sending') and next_at <= $2
     returning id, dedupe_key, template, language, recipient, params, attempts, expires_at, message_id`,
    [id, new Date(now), new Date(now + LEASE_MS)],
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

/** Marks a mail as sent or given up and removes its link. Does nothing when another sender has leased it since. */
export async function closeMail(
  pool: Pool,
  mail: LeasedMail,
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

/** Enqueues the next attempt. Does nothing when another process has leased the mail since. */
export async function postponeMail(
  pool: Pool,
  mail: LeasedMail,
  now: number,
  until: number,
  error: string,
): Promise<void> {
  await pool.query(
    `with postponed as (
       update mail_outbox set status = 'queued', next_at = $3, last_error = $4
       where id = $1 and status = 'sending' and attempts = $2 returning id)
     select (${enqueueRowJob(MAIL_TASK, 'id', '$5::float8')}).id from postponed`,
    [mail.id, mail.attempts, new Date(until), error, until - now],
  )
}

export async function enqueueDueMails(pool: Pool, now: number): Promise<void> {
  await pool.query(
    `select (${enqueueRowJob(MAIL_TASK, 'id')}).id from mail_outbox where status in ('queued', 'sending') and next_at <= $1`,
    [new Date(now)],
  )
}

/** Deletes mails created before `time`, whatever their state. */
export async function deleteMailsBefore(pool: Pool, time: number): Promise<void> {
  await pool.query("delete from mail_outbox where created_at < $1 and status in ('sent', 'dead', 'kept')", [
    new Date(time),
  ])
}

/** Deletes every mail to an address, whatever its state: its row and its last error contain the address. */
export async function deleteMailsTo(client: Queryable, address: string): Promise<void> {
  await client.query('delete from mail_outbox where lower(recipient) = lower($1)', [address])
}

export interface Mail<Template extends MailTemplate = MailTemplate> {
  readonly template: Template
  readonly to: string
  readonly language: Language
  readonly params: MailParams[Template]
  /** Deduplication key of the event: enqueued again, it remains one mail. Random when every call is a separate mail. */
  readonly dedupeKey: string
  /** ms since the epoch; afterwards the mail is useless (its link has expired) and is given up. */
  readonly expiresAt?: number
}

/** The account that a mail is about. Without an address it is deleted. */
export interface Recipient {
  readonly username: string
  readonly email: string | null
  readonly language: Language
}

/** A mail that addresses its recipient by name. */
export interface PersonalMail<Template extends MailTemplate> extends Pick<
  Mail<Template>,
  'template' | 'dedupeKey' | 'expiresAt'
> {
  readonly params: Omit<MailParams[Template], 'name'>
}

export interface MailQueue {
  /** Inserts the mail in the transaction of `client`; it is sent after the commit. False: it was already enqueued. */
  enqueueMail<Template extends MailTemplate>(client: Queryable, mail: Mail<Template>): Promise<boolean>
  /** The same for a person. False: it has no address, or the mail was already enqueued. */
  enqueueMailTo<Template extends MailTemplate>(
    client: Queryable,
    to: Recipient,
    mail: PersonalMail<Template>,
  ): Promise<boolean>
}

export interface MailQueueOptions {
  readonly keys: Keys
  readonly clock: Clock
  /** No mail server: keep mails for the outbox page. */
  readonly keep: boolean
}

export function createMailQueue({ keys, clock, keep }: MailQueueOptions): MailQueue {
  const queue: MailQueue = {
    async enqueueMailTo(client, { username: name, email: to, language }, { params, ...mail }) {
      if (to === null) return false
      return queue.enqueueMail(client, { ...mail, to, language, params: { name, ...params } as never })
    },
    async enqueueMail(client, mail) {
      const now = new Date(clock.now())
      const { rowCount } = await client.query(
        `with added as (
           insert into mail_outbox (dedupe_key, template, language, recipient, params, status, next_at, expires_at, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $7) on conflict (dedupe_key) do nothing returning id, status)
         select case when status = 'queued' then (${enqueueRowJob(MAIL_TASK, 'id')}).id end from added`,
        [
          mail.dedupeKey,
          mail.template,
          mail.language,
          mail.to,
          keys.seal('mail', mail.dedupeKey, JSON.stringify(mail.params)),
          keep ? 'kept' : 'queued',
          now,
          mail.expiresAt === undefined ? null : new Date(mail.expiresAt),
        ],
      )
      return rowCount === 1
    },
  }
  return queue
}
