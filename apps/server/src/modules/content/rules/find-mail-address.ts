import { isEmail, normalizeEmail } from '@flowprint/contract'

/** What stands around an address in a sentence, in either language. */
const BETWEEN = /[\s,;:<>()[\]"，、；：。（）《》「」“”|]+/u

/** The first e-mail address in what the operator wrote about how to be reached; null: none. */
export function findMailAddress(text: string | null): string | null {
  const words = (text ?? '').split(BETWEEN).map((word) => normalizeEmail(word.replace(/[.!?]+$/, '')))
  return words.find(isEmail) ?? null
}
