import type { Language } from '@flowprint/messages'
import { renderMail } from '@flowprint/messages/mail'
import type { MailParams, MailTemplate, MailText } from '@flowprint/messages/mail'
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

const LOCALES: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en-GB' }

/** Opens what the queue has sealed and writes the mail; times are shown in the time zone of the business. */
export function createComposer(options: { readonly keys: Keys; readonly productName: string; readonly businessTz: string }): Composer {
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

/** A day; a mail enqueued by an older version carries it as text already. */
function formatDay(until: string, language: Language, timeZone: string): string {
  if (!until.includes('T')) return until
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeZone }).format(new Date(until))
}

function formatTime(iso: string, language: Language, timeZone: string): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return `${format.format(new Date(iso))} (${timeZone})`
}
