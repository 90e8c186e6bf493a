/**
 * What was typed and not saved stays in the tab: a session that ends, a crash or a reload lose nothing. Forgotten once it
 * is saved or left on purpose, and with the tab; found again by nobody but its writer.
 */
import { readJson, writeJson, writeText, type KeyValueStore } from '../../../shared/local-store.ts'
import type { Draft } from './draft.ts'

export interface KeptDraft {
  readonly draft: Draft
  /** The version it was written on. */
  readonly version: number
  readonly at: string
}

const tab = (): KeyValueStore => sessionStorage

/** Which text, and who writes it. */
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
