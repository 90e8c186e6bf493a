import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Email } from '../accounts/fields.ts'
import { CONTACT_NAME_MAX, CONTACT_TEXT_MAX } from './limits.ts'

/**
 * Emailed to the operator; limited to three per hour and address. CONTACT_NOT_SET when no email address is configured.
 */
export const SendContactBody = Type.Object({
  name: Type.String({ maxLength: CONTACT_NAME_MAX }),
  email: Email,
  // Twice the length: the limit applies to the trimmed text.
  text: Type.String({ maxLength: CONTACT_TEXT_MAX * 2 }),
  website: Type.Optional(Type.String({ maxLength: 500, description: 'honeypot: must stay empty' })),
})
export type SendContactBody = Static<typeof SendContactBody>
