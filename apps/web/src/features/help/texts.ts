import type { Language } from '@flowprint/i18n'
import { use } from 'react'
import { facts } from './examples/facts.ts'
import { type Slug, SLUGS } from './topics.ts'
import { useLanguage } from '../../shared/i18n/language.ts'

/** Parses a topic file for the page and the search. */
export interface Topic {
  readonly title: string
  readonly summary: string
  /** Alternative names for the search. */
  readonly keywords: string
  readonly sections: readonly Section[]
}

export interface Section {
  /** The same in every language, so that links are too; '' before the first heading. */
  readonly id: string
  readonly title: string
  /** Markdown; a fenced block `figure` names a picture. */
  readonly text: string
}

const HEADING = /^## (.+?) \{#([a-z][a-z0-9-]*)\}$/
const FRONT = /^---\n([\s\S]*?)\n---\n/

/**
 * Parses the text of a topic: front matter (title, summary, keywords), then sections that begin with `## Title {#id}`.
 *
 * Throws  Error naming the topic when the front matter is missing or a heading has no id.
 */
export function readTopic(name: string, source: string): Topic {
  const front = FRONT.exec(source)
  if (front === null) throw new Error(`${name}: the text has no front matter`)
  const meta = new Map(
    front[1].split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
  const title = meta.get('title')
  const summary = meta.get('summary')
  if (!title || !summary) throw new Error(`${name}: the front matter lacks title or summary`)
  return {
    title,
    summary,
    keywords: meta.get('keywords') ?? '',
    sections: readSections(name, source.slice(front[0].length)),
  }
}

function readSections(name: string, body: string): readonly Section[] {
  const sections: { id: string; title: string; lines: string[] }[] = [{ id: '', title: '', lines: [] }]
  let isCode = false
  for (const line of body.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    if (!isCode && line.startsWith('## ')) {
      const heading = HEADING.exec(line)
      if (heading === null) throw new Error(`${name}: the heading "${line}" has no id`)
      sections.push({ id: heading[2], title: heading[1], lines: [] })
    } else sections[sections.length - 1].lines.push(line)
  }
  return sections
    .map(({ id, title, lines }) => ({ id, title, text: lines.join('\n').trim() }))
    .filter(({ id, text }) => id !== '' || text !== '')
}

/** Replaces `{{name}}` with its value. Unknown names stay: a test rejects them. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{([\w.]+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name] : whole,
  )
}

export type Texts = Readonly<Record<Slug, Topic>>

/** All topics of a language are one chunk, so that navigation and search need no further requests. */
const files: Record<Language, () => Promise<{ readonly sources: Readonly<Record<string, string>> }>> = {
  zh: () => import('./texts/zh.ts'),
  en: () => import('./texts/en.ts'),
}

const loaded = new Map<Language, Promise<Texts>>()

/** Texts of a language, parsed once. Numbers of the examples are filled in as computed by the engine. */
export function loadTexts(language: Language): Promise<Texts> {
  const known = loaded.get(language)
  if (known) return known
  const texts = read(language)
  loaded.set(language, texts)
  // Retry after a network failure.
  texts.catch(() => loaded.delete(language))
  return texts
}

async function read(language: Language): Promise<Texts> {
  const { sources } = await files[language]()
  return Object.fromEntries(
    SLUGS.map((slug) => {
      const source = sources[`./${language}/${slug}.md`]
      if (source === undefined) throw new Error(`the help has no text ${language}/${slug}`)
      return [slug, readTopic(slug, fillIn(source, facts))]
    }),
  ) as unknown as Texts
}

/** Texts in the page's language; suspends while another language loads. */
export function useTexts(): Texts {
  return use(loadTexts(useLanguage()))
}
