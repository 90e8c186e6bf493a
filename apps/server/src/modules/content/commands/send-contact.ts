import { randomUUID } from 'node:crypto'
import type { SendContactBody } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { AppError } from '../../../platform/http/index.ts'
import type { ContentDeps } from '../content-deps.ts'
import { loadSiteSettings } from '../queries/load-settings.ts'
import { findMailAddress, readContact } from '../rules/read-contact.ts'

type Deps = Pick<ContentDeps, 'pool' | 'clock' | 'mail' | 'limits'>

/** Origin of a message. */
export interface Sender {
  readonly ip: string
  /** Language of the page, used for the mail, because the reply should be in it. */
  readonly language: Language
}

/**
 * Enqueues a message to the operator; replies go to its author. Submissions that fill the hidden honeypot field get the
 * same response and are dropped.
 */
export async function sendContact(
  { pool, clock, mail, limits }: Deps,
  body: SendContactBody,
  { ip, language }: Sender,
): Promise<Record<string, never>> {
  const { name, email, text } = readContact(body)
  const now = clock.now()
  const to = findMailAddress((await loadSiteSettings(pool, now)).contact)
  if (to === null) throw new AppError('CONTACT_NOT_SET')
  await limits.take(['contact_from', ip], ['contact_to', to])
  if ((body.website ?? '') !== '') return {}
  await mail.enqueueMail(pool, {
    template: 'contact',
    to,
    language,
    dedupeKey: `contact ${randomUUID()}`,
    params: { from_name: name, from_email: email, text, at: new Date(now).toISOString() },
  })
  return {}
}
