import {
  type AdminContent,
  MAX_CONTENT_SUMMARY_LENGTH,
  MAX_CONTENT_TITLE_LENGTH,
  MARKDOWN_MAX_BYTES,
} from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { useEffect, useState } from 'react'
import { useUser } from '../../../shared/session/user.ts'
import { withoutWaiting } from './uploads.ts'
import { readRecord, asRecord, writeJson, writeText } from '../../../shared/local-store.ts'

/** The edited draft and its validation. Pure; the server validates again. */

/** Placeholder for the product name. */
export const PRODUCT = '{{product}}'

export interface Draft {
  readonly title: string
  readonly summary: string
  readonly picture: string | null
  readonly markdown: string
}

type DraftField = Exclude<keyof Draft, 'picture'>
export type DraftFault = 'title' | 'titleLong' | 'summaryLong' | 'text' | 'textLong'
export type DraftFaults = Partial<Record<DraftField, DraftFault>>

const EMPTY: Draft = { title: '', summary: '', picture: null, markdown: '' }

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
  else if (letters(title.trim()) > MAX_CONTENT_TITLE_LENGTH) faults.title = 'titleLong'
  if (letters(summary.trim()) > MAX_CONTENT_SUMMARY_LENGTH) faults.summary = 'summaryLong'
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

const SAVE_DEBOUNCE_MS = 400

interface Base {
  readonly draft: Draft
  /** The version a save is based on. */
  readonly version: number
}

export interface WorkingDraft {
  readonly draft: Draft
  readonly version: number
  readonly isChanged: boolean
  /** When a restored draft was typed. */
  readonly foundAt: string | null
  readonly change: (changes: Partial<Draft>) => void
  /** Marks everything up to here as saved in this version. */
  readonly saved: (draft: Draft, version: number) => void
  /** Bases the next save on this version, overwriting it. */
  readonly buildOn: (version: number) => void
  readonly discard: () => void
  /** Discards the draft. */
  readonly forget: () => void
}

/** The edited draft on top of the loaded version; unsaved changes are stored in the tab. */
export function useDraft(key: string, language: Language, loaded: AdminContent | null): WorkingDraft {
  const writer = useUser(({ user }) => user?.id) ?? 0
  const [base, setBase] = useState<Base>(() =>
    loaded === null ? { draft: EMPTY, version: 0 } : { draft: draftOf(loaded), version: loaded.version },
  )
  const [found, setFound] = useState(() => {
    const kept = readKept({ writer, key, language })
    if (kept === null) return null
    const draft = { ...kept.draft, markdown: withoutWaiting(kept.draft.markdown) }
    return isSame(draft, base.draft) ? null : { ...kept, draft }
  })
  const [draft, setDraft] = useState(found?.draft ?? base.draft)
  // A restored draft keeps its base version: the server reports when it is outdated.
  const [version, setVersion] = useState(found?.version ?? base.version)
  const isChanged = !isSame(draft, base.draft)

  useEffect(() => {
    if (!isChanged) {
      keepDraft({ writer, key, language }, null)
      return
    }
    const keep = () => keepDraft({ writer, key, language }, { draft, version, at: new Date().toISOString() })
    const timer = setTimeout(keep, SAVE_DEBOUNCE_MS)
    // Also store what was typed just before the page is unloaded.
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
    }
  }, [writer, key, language, draft, version, isChanged])

  return {
    draft,
    version,
    isChanged,
    foundAt: found?.at ?? null,
    change: (changes) => setDraft((now) => ({ ...now, ...changes })),
    saved: (written, next) => {
      setBase({ draft: written, version: next })
      setDraft(written)
      setVersion(next)
      setFound(null)
    },
    buildOn: setVersion,
    discard: () => {
      setDraft(base.draft)
      setVersion(base.version)
      setFound(null)
    },
    forget: () => keepDraft({ writer, key, language }, null),
  }
}

/**
 * Unsaved drafts are stored per tab, so that an expired session, a crash or a reload loses nothing. Deleted once saved
 * or discarded, and with the tab; restored only for their author.
 */

interface KeptDraft {
  readonly draft: Draft
  /** The version it is based on. */
  readonly version: number
  readonly at: string
}

/** Key of the text, its language and its author. */
interface Place {
  readonly writer: number
  readonly key: string
  readonly language: string
}

const nameOf = ({ writer, key, language }: Place) => `flowprint:content:${writer}:${language}:${key}`

function isDraft(value: unknown): value is Draft {
  const { title, summary, picture, markdown } = asRecord(value)
  return (
    [title, summary, markdown].every((text) => typeof text === 'string') &&
    (picture === null || typeof picture === 'string')
  )
}

export function readKept(place: Place): KeptDraft | null {
  const { draft, version, at } = readRecord(nameOf(place), 'sessionStorage')
  if (!isDraft(draft) || !Number.isSafeInteger(version) || typeof at !== 'string' || Number.isNaN(Date.parse(at)))
    return null
  return { draft, version: version as number, at }
}

export function keepDraft(place: Place, kept: KeptDraft | null): void {
  if (kept === null) writeText(nameOf(place), null, 'sessionStorage')
  else writeJson(nameOf(place), kept, 'sessionStorage')
}
