/** Account limits, separate from the schemas so that pages can import them without TypeBox. */

/** Maximum length of username, first and last name, in characters. */
export const NAME_MAX = 150
export const EMAIL_MAX = 254
/** Longer passwords are rejected, never truncated. */
export const PASSWORD_MAX = 256
/** Lifetime of links in mails. */
export const LINK_MINUTES = 30
/** Time between requesting the deletion of an account and the deletion. Logging in cancels it. */
export const DELETION_DAYS = 14
/** Lifetime of a step-up. */
export const STEP_UP_MINUTES = 10
/** Maximum sessions of one account; a new one replaces the least recently used. */
export const MAX_SESSIONS = 10

export const ROLES = ['admin', 'inviter'] as const
export const THEMES = ['light', 'dark'] as const
export const LANGUAGE_CODES = ['zh', 'en'] as const
