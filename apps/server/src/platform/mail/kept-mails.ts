import type { Outbox } from '@flowprint/contract'
import type { Pool } from 'pg'
import type { Composer } from './compose-mail.ts'

const MAX = 200

/** The newest mails kept because no mail server is configured, rendered as they would be sent. */
export async function listKeptMails(pool: Pool, composer: Composer): Promise<Outbox['list']> {
  const { rows } = await pool.query(
    `select id, dedupe_key, template, language, recipient, params, created_at from mail_outbox
     where status = 'kept' order by created_at desc, id desc limit $1`,
    [MAX],
  )
  return rows.flatMap((row) => {
    const { id, template, language } = row
    try {
      const { subject, text, html, links } = composer.compose({
        dedupeKey: row.dedupe_key,
        template,
        language,
        params: row.params,
      })
      return [
        {
          id,
          to: row.recipient,
          template,
          language,
          subject,
          text,
          html,
          created_at: row.created_at.toISOString(),
          links: [...links],
        },
      ]
    } catch {
      // Sealed with an unknown key: unreadable.
      return []
    }
  })
}
