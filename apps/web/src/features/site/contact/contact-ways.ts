import { isEmail } from '@flowprint/contract'
import { linkTarget } from '../../../shared/ui/markdown/addresses.ts'

export interface ContactWay {
  readonly kind: 'mail' | 'link' | 'other'
  readonly text: string
  /** Link target; null: text only. */
  readonly href: string | null
}

/** Contact addresses from the operator's text, one per line or separated by commas and semicolons. */
export function readContactWays(contact: string | null): readonly ContactWay[] {
  const texts = (contact ?? '')
    .split(/[\n,;，；、]+/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
  return [...new Set(texts)].map(readWay)
}

/** Characters around an address in a sentence; the same as on the server. */
const SEPARATORS = /[\s:<>()[\]"|：。（）《》「」“”]+/u

function readWay(text: string): ContactWay {
  const mail = text
    .split(SEPARATORS)
    .map((word) => word.replace(/[.!?]+$/, ''))
    .find((word) => isEmail(word))
  if (mail !== undefined) return { kind: 'mail', text: text.replace(/^mailto:/i, ''), href: `mailto:${mail}` }
  const link = /https?:\/\/[^\s<>"]+/i.exec(text)?.[0] ?? ''
  if (linkTarget(link) === 'outside') return { kind: 'link', text: text.replace(/https?:\/\/|\/$/gi, ''), href: link }
  return { kind: 'other', text, href: null }
}
