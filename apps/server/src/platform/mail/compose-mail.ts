import type { Language } from '@flowprint/i18n'
import { renderMail } from '@flowprint/i18n/mail'
import type { MailParams, MailTemplate, MailText } from '@flowprint/i18n/mail'
import type { Outbox } from '@flowprint/contract'
import type { Pool } from 'pg'
import type { Keys } from '../keys/index.ts'

export interface Composer {
  compose(mail: SealedMail): MailText & { readonly links: readonly string[] }
}

export interface SealedMail {
  readonly dedupeKey: string
  readonly template: MailTemplate
  readonly language: Language
  readonly params: string
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Opens sealed mail parameters and renders the mail; times are in the business time zone. */
export function createComposer(options: {
  readonly keys: Keys
  readonly productName: string
  readonly businessTz: string
}): Composer {
  const { keys, productName, businessTz } = options
  return {
    compose({ dedupeKey, template, language, params: sealed }) {
      const params = JSON.parse(keys.open('mail', dedupeKey, sealed)) as Record<string, unknown>
      const shown = {
        ...params,
        ...(typeof params.at === 'string' ? { at: formatTime(params.at, language, businessTz) } : {}),
        ...(typeof params.until === 'string' ? { until: formatDay(params.until, language, businessTz) } : {}),
      }
      const links = Object.entries(params).flatMap(([name, value]) => (/(^|_)link$/.test(name) ? [String(value)] : []))
      return { ...renderMail(template, language, shown as unknown as MailParams[typeof template], productName), links }
    },
  }
}

/** "2026.11.20" or "20 Nov 2026", as on the pages. Mails enqueued by older versions already contain formatted text. */
function formatDay(until: string, language: Language, timeZone: string): string {
  if (!until.includes('T')) return until
  const { year, month, day } = partsOf(until, timeZone)
  return language === 'zh' ? `${year}.${month}.${day}` : `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
}

function formatTime(at: string, language: Language, timeZone: string): string {
  const { hour, minute } = partsOf(at, timeZone)
  return `${formatDay(at, language, timeZone)}${language === 'zh' ? ' ' : ', '}${hour}:${minute} (${timeZone})`
}

function partsOf(iso: string, timeZone: string): Readonly<Record<string, string>> {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return Object.fromEntries(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
}

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
