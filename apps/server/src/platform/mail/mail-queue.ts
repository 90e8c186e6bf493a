import type { Language } from '@flowprint/i18n'
import type { MailParams, MailTemplate } from '@flowprint/i18n/mail'
import type { Clock } from '../clock/index.ts'
import type { Queryable } from '../database/index.ts'
import type { Keys } from '../keys/index.ts'

export interface Mail<Template extends MailTemplate = MailTemplate> {
  readonly template: Template
  readonly to: string
  readonly language: Language
  readonly params: MailParams[Template]
  /** Names the event: enqueued again under the same key it stays one mail. Random where every call is a mail of its own. */
  readonly dedupeKey: string
  /** ms since the epoch; the mail is of no use afterwards (its link is dead) and is given up. */
  readonly expiresAt?: number
}

export interface MailQueue {
  /** Writes the mail into the transaction of `client`; it leaves after the commit, or never existed. False: it was there already. */
  enqueueMail<Template extends MailTemplate>(client: Queryable, mail: Mail<Template>): Promise<boolean>
}

export interface MailQueueOptions {
  readonly keys: Keys
  readonly clock: Clock
  /** There is no mail server: mails are kept for the outbox page. */
  readonly keep: boolean
}

export function createMailQueue({ keys, clock, keep }: MailQueueOptions): MailQueue {
  return {
    async enqueueMail(client, mail) {
      const now = new Date(clock.now())
      const { rowCount } = await client.query(
        `insert into mail_outbox (dedupe_key, template, language, recipient, params, status, next_at, expires_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $7) on conflict (dedupe_key) do nothing`,
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
