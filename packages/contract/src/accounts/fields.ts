import { Type } from 'typebox'
import { Choice, IsoTime, Nullable } from '../schemas.ts'
import { EMAIL_MAX, NAME_MAX, PASSWORD_MAX, ROLES, THEMES, LANGUAGE_CODES } from './limits.ts'

export const Username = Type.String({
  maxLength: NAME_MAX,
  description: 'letters, digits and @ . + - _; unique, ignoring case',
})
export const PersonName = Type.String({ maxLength: NAME_MAX })
export const Email = Type.String({ maxLength: EMAIL_MAX, examples: ['ada@example.com'] })
export const Password = Type.String({ maxLength: PASSWORD_MAX, format: 'password' })
export const LinkToken = Type.String({ maxLength: 128, description: 'token from the link in the mail' })
export const SessionToken = Type.String({ description: 'for the Authorization header; replaces the previous token' })
export const OneTimeCode = Type.String({
  maxLength: 64,
  description: 'six-digit authenticator code, or a recovery code where accepted',
})

export const Role = Choice(ROLES)
export const Theme = Choice(THEMES)
export const LanguageCode = Choice(LANGUAGE_CODES)
export const NullableTime = Nullable(IsoTime)

/** Empty response of calls that return no data. */
export const Done = Type.Object({}, { additionalProperties: false })
