import { isEmail, normalizeEmail } from '@flowprint/contract'

/** Separators around an address in a sentence, in either language. */
const SEPARATORS = /[\s,;:<>()[\]"，、；：。（）《》「」“”|]+/u

/** The first e-mail address in the operator's contact text, or null. */
export function findMailAddress(text: string | null): string | null {
  const words = (text ?? '').split(SEPARATORS).map((word) => normalizeEmail(word.replace(/[.!?]+$/, '')))
  return words.find(isEmail) ?? null
}
