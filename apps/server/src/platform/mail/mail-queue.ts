import type { Language } from '@flowprint/i18n'
import type { MailParams, MailTemplate } from '@flowprint/i18n/mail'
import type { Clock } from '../clock/index.ts'
import type { Queryable } from '../database/index.ts'
import { enqueueRowJob } from '../jobs/index.ts'
import type { Keys } from '../keys/index.ts'
import { MAIL_TASK } from './mail-rows.ts'

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

export interface MailQueue {
  /** Inserts the mail in the transaction of `client`; it is sent after the commit. False: it was already enqueued. */
  enqueueMail<Template extends MailTemplate>(client: Queryable, mail: Mail<Template>): Promise<boolean>
}

export interface MailQueueOptions {
  readonly keys: Keys
  readonly clock: Clock
  /** No mail server: keep mails for the outbox page. */
  readonly keep: boolean
}

export function createMailQueue({ keys, clock, keep }: MailQueueOptions): MailQueue {
  return {
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
}
