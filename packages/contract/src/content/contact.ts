import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Email } from '../accounts/fields.ts'
import { CONTACT_NAME_MAX, CONTACT_TEXT_MAX } from './limits.ts'

/** Goes to the operator by mail; three an hour and address. CONTACT_NOT_SET where no e-mail address is set. */
export const SendContactBody = Type.Object({
  name: Type.String({ maxLength: CONTACT_NAME_MAX }),
  email: Email,
  // Twice the length: what counts is the text without the spaces around it.
  text: Type.String({ maxLength: CONTACT_TEXT_MAX * 2 }),
  website: Type.Optional(Type.String({ maxLength: 500, description: 'stays empty: only programs fill it in' })),
})
export type SendContactBody = Static<typeof SendContactBody>
