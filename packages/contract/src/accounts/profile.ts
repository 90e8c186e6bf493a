import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Nullable } from '../schemas.ts'
import { Email, LanguageCode, LinkToken, Password, PersonName, SessionToken, Theme, Username } from './fields.ts'

/** The address changes once the link sent to the new address is opened. */
export const ResetEmailBody = Type.Object({ email: Email, password: Password })
export type ResetEmailBody = Static<typeof ResetEmailBody>

export const ResetEmail = Type.Object({ token: SessionToken, email: Email, pending_email: Nullable(Email) })
export type ResetEmail = Static<typeof ResetEmail>

export const ActiveEmailQuery = Type.Object({ token: LinkToken })
export type ActiveEmailQuery = Static<typeof ActiveEmailQuery>

export const ActiveEmail = Type.Object({ email: Email })
export type ActiveEmail = Static<typeof ActiveEmail>

export const ResetNameBody = Type.Object({
  username: Type.Optional(Username),
  first_name: PersonName,
  last_name: PersonName,
})
export type ResetNameBody = Static<typeof ResetNameBody>

export const ResetName = Type.Object({
  token: SessionToken,
  username: Username,
  first_name: PersonName,
  last_name: PersonName,
})
export type ResetName = Static<typeof ResetName>

export const ResetTheme = Type.Object({ theme: Theme })
export type ResetTheme = Static<typeof ResetTheme>

export const ResetLanguage = Type.Object({ language: LanguageCode })
export type ResetLanguage = Static<typeof ResetLanguage>
