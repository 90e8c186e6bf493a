/** The edited draft and its validation. Pure; the server validates again. */
import { CONTENT_SUMMARY_MAX, CONTENT_TITLE_MAX, MARKDOWN_MAX_BYTES, type AdminContent } from '@flowprint/contract'

/** Placeholder for the product name. */
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

/** Size of a text as sent, in bytes. */
export function bytesOf(text: string): number {
  return encoder.encode(text).length
}

/** A title is one line: line breaks from pasting become spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

const letters = (text: string) => [...text].length

/** Validates the draft; the text itself may be empty. */
export function draftFaults({ title, summary, markdown }: Draft, isPublic: boolean): DraftFaults {
  const faults: { -readonly [Field in keyof DraftFaults]: DraftFaults[Field] } = {}
  if (title.trim() === '') faults.title = 'title'
  else if (letters(title.trim()) > CONTENT_TITLE_MAX) faults.title = 'titleLong'
  if (letters(summary.trim()) > CONTENT_SUMMARY_MAX) faults.summary = 'summaryLong'
  if (isPublic && markdown.trim() === '') faults.markdown = 'text'
  else if (bytesOf(markdown) > MARKDOWN_MAX_BYTES) faults.markdown = 'textLong'
  return faults
}

/** The draft as saved. */
export function tidy({ title, summary, picture, markdown }: Draft): Draft {
  return { title: oneLine(title).trim(), summary: oneLine(summary).trim(), picture, markdown }
}

/** Number of images without alt text. */
export function barePictures(markdown: string): number {
  return [...markdown.matchAll(/!\[\s*\]\(/g)].length
}
