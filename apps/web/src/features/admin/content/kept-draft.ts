/**
 * Unsaved drafts are stored per tab, so that an expired session, a crash or a reload loses nothing. Deleted once saved
 * or discarded, and with the tab; restored only for their author.
 */
import { readJson, writeJson, writeText, type KeyValueStore } from '../../../shared/local-store.ts'
import type { Draft } from './draft.ts'

export interface KeptDraft {
  readonly draft: Draft
  /** The version it is based on. */
  readonly version: number
  readonly at: string
}

const tab = (): KeyValueStore => sessionStorage

/** Key of the text, its language and its author. */
export interface Place {
  readonly writer: number
  readonly key: string
  readonly language: string
}

const nameOf = ({ writer, key, language }: Place) => `flowprint:content:${writer}:${language}:${key}`

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  const { title, summary, picture, markdown } = value as Record<string, unknown>
  return (
    [title, summary, markdown].every((text) => typeof text === 'string') &&
    (picture === null || typeof picture === 'string')
  )
}

export function readKept(place: Place, store = tab()): KeptDraft | null {
  const value = readJson(nameOf(place), store)
  if (typeof value !== 'object' || value === null) return null
  const { draft, version, at } = value as Record<string, unknown>
  if (!isDraft(draft) || !Number.isSafeInteger(version) || typeof at !== 'string' || Number.isNaN(Date.parse(at)))
    return null
  return { draft, version: version as number, at }
}

export function keepDraft(place: Place, kept: KeptDraft | null, store = tab()): void {
  if (kept === null) writeText(nameOf(place), null, store)
  else writeJson(nameOf(place), kept, store)
}
