/** Numbers of the account rules, apart from the schemas so that a page may have them without TypeBox. */

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
