import { Type } from 'typebox'
import { Choice, IsoTime, Nullable } from '../schemas.ts'
import { EMAIL_MAX, NAME_MAX, PASSWORD_MAX } from './limits.ts'

export const ROLES = ['admin', 'inviter'] as const
export const THEMES = ['light', 'dark'] as const
export const LANGUAGE_CODES = ['zh', 'en'] as const

export const Username = Type.String({
  maxLength: NAME_MAX,
  description: 'letters, digits and @ . + - _, unique whatever the case',
})
export const PersonName = Type.String({ maxLength: NAME_MAX })
export const Email = Type.String({ maxLength: EMAIL_MAX, examples: ['ada@example.com'] })
export const Password = Type.String({ maxLength: PASSWORD_MAX, format: 'password' })
export const LinkToken = Type.String({ maxLength: 128, description: 'of the link in the mail' })
export const SessionToken = Type.String({ description: 'for the Authorization header; replaces the one stored before' })
export const OneTimeCode = Type.String({
  maxLength: 64,
  description: 'six digits of the authenticator, or a recovery code where one may stand',
})

export const Role = Choice(ROLES)
export const Theme = Choice(THEMES)
export const LanguageCode = Choice(LANGUAGE_CODES)
export const NullableTime = Nullable(IsoTime)

/** Calls whose answer is only that it was done. */
export const Done = Type.Object({}, { additionalProperties: false })
