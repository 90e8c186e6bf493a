import { readText, STORAGE_KEYS, writeText, type KeyValueStore } from '../../../shared/local-store.ts'

/** Invite code in the URL of a registration without an inviter. */
const NO_INVITER = 'direct'
const MAX_LENGTH = 64

/** The invite code of a URL, or null when missing or malformed. */
export function inviteCodeOf(segment: string | undefined): string | null {
  const code = segment?.trim() ?? ''
  return code === '' || code === NO_INVITER || code.length > MAX_LENGTH ? null : code
}

/** The code of the first visit: returning visits lack it in the URL. */
export const keptInviteCode = (store?: KeyValueStore): string | null =>
  inviteCodeOf(readText(STORAGE_KEYS.invite, store) ?? undefined)

/** Null clears it: the account is registered, or the code is invalid. */
export const keepInviteCode = (code: string | null, store?: KeyValueStore): void =>
  writeText(STORAGE_KEYS.invite, code, store)
