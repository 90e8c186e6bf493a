/** Pictures on their way, and where in the text they will stand. Pure. */
import type { TextEdit } from './markdown-edits.ts'

export interface Upload {
  readonly id: number
  readonly name: string
  /** From 0 to 1; null while it waits for its turn. */
  readonly share: number | null
  /** Why it failed. */
  readonly fault: string | null
}

/** Stands for the address until there is one. Nothing a text may show: nobody sees it. */
export const placeOf = (id: number): string => `uploading:${id}`

/** Whether a text still waits for a picture. */
export function isWaiting(text: string): boolean {
  return /\]\(uploading:\d+\)/.test(text)
}

/** Texts of before a reload may still wait for a picture that will not come. */
export function withoutWaiting(text: string): string {
  return text.replaceAll(/!\[[^\]]*\]\(uploading:\d+\)\n{0,2}/g, '').trimEnd()
}

/** Puts the address in the place kept for it, or takes the whole picture out again; null where it was deleted meanwhile. */
export function settleUpload(
  text: string,
  id: number,
  url: string | null,
): Pick<TextEdit, 'from' | 'to' | 'insert'> | null {
  const found = new RegExp(`(\\n{0,2})!\\[([^\\]]*)\\]\\(${placeOf(id)}\\)\\n{0,2}`).exec(text)
  if (!found) return null
  const [whole, lead, words] = found
  const end = found.index + whole.length
  if (url === null) return { from: found.index, to: end, insert: found.index > 0 && end < text.length ? '\n\n' : '' }
  const from = found.index + lead.length + words.length + 4
  return { from, to: from + placeOf(id).length, insert: url }
}

/** A place in the text after an edit elsewhere in it. */
export function shifted(at: number, { from, to, insert }: Pick<TextEdit, 'from' | 'to' | 'insert'>): number {
  if (at <= from) return at
  return at >= to ? at + insert.length - (to - from) : from + insert.length
}
