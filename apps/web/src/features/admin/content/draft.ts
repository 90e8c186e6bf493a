/** What is being written, and whether it can be saved. Pure; the server checks the same again. */
import { CONTENT_SUMMARY_MAX, CONTENT_TITLE_MAX, MARKDOWN_MAX_BYTES, type AdminContent } from '@flowprint/contract'

/** Where a text names the product. */
export const PRODUCT = '{{product}}'

export interface Draft {
  readonly title: string
  readonly summary: string
  readonly picture: string | null
  readonly markdown: string
}

export type DraftField = Exclude<keyof Draft, 'picture'>
export type DraftFault = 'title' | 'titleLong' | 'summaryLong' | 'text' | 'textLong'
export type DraftFaults = Partial<Record<DraftField, DraftFault>>

export const EMPTY: Draft = { title: '', summary: '', picture: null, markdown: '' }

export function draftOf({ title, summary, picture, markdown }: Pick<AdminContent, keyof Draft>): Draft {
  return { title, summary, picture, markdown }
}

export function isSame(a: Draft, b: Draft): boolean {
  return a.title === b.title && a.summary === b.summary && a.picture === b.picture && a.markdown === b.markdown
}

const encoder = new TextEncoder()

/** Bytes of a text as it is sent. */
export function bytesOf(text: string): number {
  return encoder.encode(text).length
}

/** A title is one line: what comes with a pasted line break goes on in the same line. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

const letters = (text: string) => [...text].length

/** What is wrong with it; a draft may still be without a text. */
export function draftFaults({ title, summary, markdown }: Draft, isPublic: boolean): DraftFaults {
  const faults: { -readonly [Field in keyof DraftFaults]: DraftFaults[Field] } = {}
  if (title.trim() === '') faults.title = 'title'
  else if (letters(title.trim()) > CONTENT_TITLE_MAX) faults.title = 'titleLong'
  if (letters(summary.trim()) > CONTENT_SUMMARY_MAX) faults.summary = 'summaryLong'
  if (isPublic && markdown.trim() === '') faults.markdown = 'text'
  else if (bytesOf(markdown) > MARKDOWN_MAX_BYTES) faults.markdown = 'textLong'
  return faults
}

/** As it is saved. */
export function tidy({ title, summary, picture, markdown }: Draft): Draft {
  return { title: oneLine(title).trim(), summary: oneLine(summary).trim(), picture, markdown }
}

/** How many pictures of a text have no words for those who cannot see them. */
export function barePictures(markdown: string): number {
  return [...markdown.matchAll(/!\[\s*\]\(/g)].length
}
