import { hasHiddenCharacters } from './hidden-characters.ts'

const FORM = /^[\p{L}\p{N}_.@+-]+$/u
/** Names that deleted accounts bear. */
const RESERVED = /^deleted-\d+$/i

/** A username as it is kept: compatibility forms folded (full-width letters, ligatures), without blanks around. */
export const normalizeUsername = (text: string): string => text.trim().normalize('NFKC')

/** What two equal usernames have in common, whatever their case. */
export const usernameKey = (username: string): string => normalizeUsername(username).toLowerCase().normalize('NFKC')

/** Whether a normalized text may be a username, its length aside: visible letters, digits and @ . + - _ of any script. */
export const isUsername = (username: string): boolean => FORM.test(username) && !hasHiddenCharacters(username)

export const isReservedUsername = (username: string): boolean => RESERVED.test(usernameKey(username))
