/** Running uploads and their placeholders in the text. Pure. */
import type { TextEdit } from './markdown-edits.ts'

export interface Upload {
  readonly id: number
  readonly name: string
  /** From 0 to 1; null while queued. */
  readonly share: number | null
  /** Why it failed. */
  readonly fault: string | null
}

/** Placeholder URL until the upload is done. Not an allowed URL, so it never renders. */
export const placeOf = (id: number): string => `uploading:${id}`

/** Whether a text still contains a placeholder. */
export function isWaiting(text: string): boolean {
  return /\]\(uploading:\d+\)/.test(text)
}

/** A restored draft may contain placeholders of uploads that were interrupted. */
export function withoutWaiting(text: string): string {
  return text.replaceAll(/!\[[^\]]*\]\(uploading:\d+\)\n{0,2}/g, '').trimEnd()
}

/** Replaces the placeholder with the URL, or removes the image; null when the placeholder was deleted. */
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

/** Adjusts a position after an edit elsewhere in the text. */
export function shifted(at: number, { from, to, insert }: Pick<TextEdit, 'from' | 'to' | 'insert'>): number {
  if (at <= from) return at
  return at >= to ? at + insert.length - (to - from) : from + insert.length
}
