import { readText, STORAGE_KEYS, writeText, type KeyValueStore } from '../../../shared/local-store.ts'

const NOBODY = 'direct'
const MAX_LENGTH = 64

/** The invite code of an address, or null where nobody invited. A code that cannot be one is none. */
export function inviteCodeOf(segment: string | undefined): string | null {
  const code = segment?.trim() ?? ''
  return code === '' || code === NOBODY || code.length > MAX_LENGTH ? null : code
}

/** The code somebody came with before: visits to other pages lead back here without it. */
export const keptInviteCode = (store?: KeyValueStore): string | null =>
  inviteCodeOf(readText(STORAGE_KEYS.invite, store) ?? undefined)

/** Null: the account is registered, or the code turned out to be invalid. */
export const keepInviteCode = (code: string | null, store?: KeyValueStore): void =>
  writeText(STORAGE_KEYS.invite, code, store)
