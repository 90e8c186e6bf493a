import { EMAIL_MAX } from '../limits.ts'

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN = /^([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u
const LOCAL_MAX = 64

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
    email.length <= EMAIL_MAX &&
    local.length <= LOCAL_MAX &&
    LOCAL.test(local) &&
    DOMAIN.test(email.slice(at + 1))
  )
}
