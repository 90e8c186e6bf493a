import { isEmail } from '@flowprint/contract'
import { linkTarget } from '../../../shared/ui/markdown/addresses.ts'

export interface ContactWay {
  readonly kind: 'mail' | 'link' | 'other'
  readonly text: string
  /** Where it leads; null: it is only to be read and copied. */
  readonly href: string | null
}

/** The ways the operator entered, one a line or separated by commas and semicolons. */
export function readContactWays(contact: string | null): readonly ContactWay[] {
  const texts = (contact ?? '').split(/[\n,;，；、]+/).map((text) => text.trim()).filter((text) => text !== '')
  return [...new Set(texts)].map(readWay)
}

function readWay(text: string): ContactWay {
  const address = text.replace(/^mailto:/i, '')
  if (isEmail(address)) return { kind: 'mail', text: address, href: `mailto:${address}` }
  if (/^https?:/i.test(text) && linkTarget(text) === 'outside') return { kind: 'link', text: text.replace(/^https?:\/\/|\/$/gi, ''), href: text }
  return { kind: 'other', text, href: null }
}
