import { Type } from 'typebox'
import { Choice, IsoTime, Nullable } from '../schemas.ts'

/** Longest username, first and last name, in characters. */
export const NAME_MAX = 150
export const EMAIL_MAX = 254
/** Nothing is cut off; a text longer than this is no password. */
export const PASSWORD_MAX = 256
/** How long the links in mails work. */
export const LINK_MINUTES = 30
/** Between asking for the deletion of an account and its end. Logging in meanwhile calls it off. */
export const DELETION_DAYS = 14
/** How long a step-up lasts. */
export const STEP_UP_MINUTES = 10
/** Sessions of one account; the one used longest ago gives way. */
export const MAX_SESSIONS = 10

export const ROLES = ['admin', 'inviter'] as const
export const THEMES = ['light', 'dark'] as const
export const LANGUAGE_CODES = ['zh', 'en'] as const

export const Username = Type.String({ maxLength: NAME_MAX, description: 'letters, digits and @ . + - _, unique whatever the case' })
export const PersonName = Type.String({ maxLength: NAME_MAX })
export const Email = Type.String({ maxLength: EMAIL_MAX, examples: ['ada@example.com'] })
export const Password = Type.String({ maxLength: PASSWORD_MAX, format: 'password' })
export const LinkToken = Type.String({ maxLength: 128, description: 'of the link in the mail' })
export const SessionToken = Type.String({ description: 'for the Authorization header; replaces the one stored before' })
export const OneTimeCode = Type.String({ maxLength: 64, description: 'six digits of the authenticator, or a recovery code where one may stand' })

export const Role = Choice(ROLES)
export const Theme = Choice(THEMES)
export const LanguageCode = Choice(LANGUAGE_CODES)
export const NullableTime = Nullable(IsoTime)

/** Calls whose answer is only that it was done. */
export const Done = Type.Object({}, { additionalProperties: false })
