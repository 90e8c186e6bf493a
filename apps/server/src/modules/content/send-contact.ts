import { randomUUID } from 'node:crypto'
import type { SendContactBody } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { AppError } from '../../platform/http/index.ts'
import type { ContentDeps } from './content-deps.ts'
import { loadSiteSettings } from './load-site-settings.ts'
import { findMailAddress } from './rules/find-mail-address.ts'
import { readContact } from './rules/read-contact.ts'

type Deps = Pick<ContentDeps, 'pool' | 'clock' | 'mail' | 'limits'>

/** Where a message comes from. */
export interface Sender {
  readonly ip: string
  /** Of the page it was written on: the answer should be in it, and so the mail is. */
  readonly language: Language
}

/**
 * Sends a message to the operator's address by the outbox; answers go to who wrote it. What fills the field that no person
 * sees hears the same and reaches nobody.
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
