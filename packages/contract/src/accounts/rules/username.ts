import { hasHiddenCharacters } from './hidden-characters.ts'

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
