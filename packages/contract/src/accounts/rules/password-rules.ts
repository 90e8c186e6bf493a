import { quickRatio } from './quick-ratio.ts'

/** Slugs of the error catalogue, in the order in which the rules are checked. */
export type PasswordFaultSlug = 'PASSWORD_SIMILAR' | 'PASSWORD_TOO_SHORT' | 'PASSWORD_COMMON' | 'PASSWORD_NUMERIC'

/** Attributes a password is compared with, in this order. */
export const PASSWORD_ATTRIBUTES = ['username', 'first_name', 'last_name', 'email'] as const
export type PasswordAttribute = (typeof PASSWORD_ATTRIBUTES)[number]

export interface PasswordFault {
  readonly error: PasswordFaultSlug
  /** The first attribute it resembles; only with PASSWORD_SIMILAR. */
  readonly attribute?: PasswordAttribute
}

export interface PasswordRules {
  /** Minimum characters (code points). */
  readonly min: number
  readonly attributes: Readonly<Partial<Record<PasswordAttribute, string>>>
  /** Called with the password in lowercase, trimmed. */
  readonly isCommon?: (password: string) => boolean
}

const MAX_SIMILARITY = 0.7

/**
 * Validates a password with the four validators of Django 3.2.25 in its order; all of them are checked. Nothing is
 * trimmed or folded first: a trailing space is part of the password.
 */
export function passwordFaults(password: string, { min, attributes, isCommon }: PasswordRules): PasswordFault[] {
  const faults: PasswordFault[] = []
  const attribute = PASSWORD_ATTRIBUTES.find((name) => isSimilarTo(password, attributes[name] ?? ''))
  if (attribute !== undefined) faults.push({ error: 'PASSWORD_SIMILAR', attribute })
  if ([...password].length < min) faults.push({ error: 'PASSWORD_TOO_SHORT' })
  if (isCommon?.(strip(password.toLowerCase())) === true) faults.push({ error: 'PASSWORD_COMMON' })
  if (DIGITS.test(password)) faults.push({ error: 'PASSWORD_NUMERIC' })
  return faults
}

/** Whether a password resembles a text or one of its words (0.7 of the characters in common, whatever their order). */
export function isSimilarTo(password: string, text: string): boolean {
  if (text === '') return false
  const wanted = password.toLowerCase()
  const value = text.toLowerCase()
  return [...value.split(/[^\p{L}\p{N}_]+/u), value].some(
    (part) => !isMuchShorter(part, wanted) && quickRatio(wanted, part) >= MAX_SIMILARITY,
  )
}

/** Too short compared to the password to reach the ratio; also skips the empty pieces of the split. */
function isMuchShorter(part: string, password: string): boolean {
  const [length, passwordLength] = [[...part].length, [...password].length]
  return passwordLength >= 10 * length && length < (MAX_SIMILARITY / 2) * passwordLength
}

/** Digits as in Python's `str.isdigit`: decimal digits of every script, superscripts, circled digits and similar. */
const DIGITS =
  /^[\p{Nd}\u00b2\u00b3\u00b9\u1369-\u1371\u19da\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468\u2474-\u247c\u2488-\u2490\u24ea\u24f5-\u24fd\u24ff\u2776-\u277e\u2780-\u2788\u278a-\u2792\u{10a40}-\u{10a43}\u{10e60}-\u{10e68}\u{11052}-\u{1105a}\u{1f100}-\u{1f10a}]+$/u

/** White space as in Python's `str.strip`: includes the separators FS to US and NEL, excludes the byte order mark. */
const BLANK = '[\\p{White_Space}\u{1c}-\u{1f}]+'
const BLANKS_AROUND = new RegExp(`^${BLANK}|${BLANK}$`, 'gu')

const strip = (text: string): string => text.replace(BLANKS_AROUND, '')
