import {
  MAX_CONTACT_NAME_LENGTH,
  MAX_CONTACT_TEXT_LENGTH,
  MIN_CONTACT_TEXT_LENGTH,
  hasHiddenCharacters,
  isEmail,
  normalizeEmail,
} from '@flowprint/contract'
import type { SendContactBody } from '@flowprint/contract'
import { refuse } from '../../../platform/http/index.ts'
import type { Fault } from '../../../platform/http/index.ts'

export interface ContactMessage {
  readonly name: string
  readonly email: string
  readonly text: string
}

/**
 * Parses a message to the operator, or throws VALIDATION with every fault. Name and address must be single lines,
 * because they become mail headers.
 */
export function readContact(body: SendContactBody): ContactMessage {
  const faults: Fault[] = []
  const fault = (field: string, error: Fault['error'], sentence?: Fault['error'], params: Fault['params'] = {}) =>
    void faults.push({ field, error, params, ...(sentence === undefined ? {} : { sentence }) })
  const name = body.name.trim().toWellFormed()
  if (name === '') fault('name', 'REQUIRED', 'FIELD_REQUIRED')
  else if ([...name].length > MAX_CONTACT_NAME_LENGTH)
    fault('name', 'TOO_LONG', 'FIELD_TOO_LONG', { max: MAX_CONTACT_NAME_LENGTH })
  else if (hasHiddenCharacters(name)) fault('name', 'BAD_NAME')
  const email = normalizeEmail(body.email)
  if (email === '') fault('email', 'REQUIRED', 'FIELD_REQUIRED')
  else if (!isEmail(email)) fault('email', 'BAD_EMAIL')
  // Remove control characters except line ends and tabs.
  const text = body.text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
    .trim()
  const length = [...text].length
  if (text === '') fault('text', 'REQUIRED', 'FIELD_REQUIRED')
  else if (length < MIN_CONTACT_TEXT_LENGTH) fault('text', 'TOO_SHORT', undefined, { min: MIN_CONTACT_TEXT_LENGTH })
  else if (length > MAX_CONTACT_TEXT_LENGTH)
    fault('text', 'TOO_LONG', 'FIELD_TOO_LONG', { max: MAX_CONTACT_TEXT_LENGTH })
  refuse(faults)
  return { name, email, text }
}

/** Separators around an address in a sentence, in either language. */
const SEPARATORS = /[\s,;:<>()[\]"，、；：。（）《》「」“”|]+/u

/** The first e-mail address in the operator's contact text, or null. */
export function findMailAddress(text: string | null): string | null {
  const words = (text ?? '').split(SEPARATORS).map((word) => normalizeEmail(word.replace(/[.!?]+$/, '')))
  return words.find(isEmail) ?? null
}
