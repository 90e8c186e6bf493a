import { MAX_EMAIL_LENGTH } from '../limits.ts'

const FORM = /^[\p{L}\p{N}_.@+-]+$/u
/** Names of deleted accounts. */
const RESERVED = /^deleted-\d+$/i

/** Normalizes a username for storage: compatibility forms folded (full-width letters, ligatures), trimmed. */
export const normalizeUsername = (text: string): string => text.trim().normalize('NFKC')

/** Case-insensitive uniqueness key of a username. */
export const usernameKey = (username: string): string => normalizeUsername(username).toLowerCase().normalize('NFKC')

/**
 * Whether a normalized text is a valid username, except for its length: visible letters, digits and @ . + - _ of any
 * script.
 */
export const isUsername = (username: string): boolean => FORM.test(username) && !hasHiddenCharacters(username)

export const isReservedUsername = (username: string): boolean => RESERVED.test(usernameKey(username))

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN = /^([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u
const MAX_LOCAL_PART_LENGTH = 64

/**
 * Normalizes an address for storage: composed (NFC), trimmed, the domain in lowercase. The part before the @ keeps its
 * case, since only its host defines whether case matters; uniqueness always ignores case (`emailKey`).
 */
export function normalizeEmail(text: string): string {
  const trimmed = text.trim().normalize('NFC')
  const at = trimmed.lastIndexOf('@')
  return at < 0 ? trimmed : trimmed.slice(0, at) + trimmed.slice(at).toLowerCase()
}

/** Case-insensitive uniqueness key of an address. */
export const emailKey = (email: string): string => normalizeEmail(email).toLowerCase()

/** Whether a normalized text is a valid address; quoted local parts and bare hosts are rejected. */
export function isEmail(email: string): boolean {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  return (
    at > 0 &&
    email.length <= MAX_EMAIL_LENGTH &&
    local.length <= MAX_LOCAL_PART_LENGTH &&
    LOCAL.test(local) &&
    DOMAIN.test(email.slice(at + 1))
  )
}

/** Control, format and private-use characters, line separators, and invisible letters and symbols. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Whether a name has characters that are invisible or change the text direction: two such names could look identical.
 */
export const hasHiddenCharacters = (name: string): boolean => HIDDEN.test(name)
