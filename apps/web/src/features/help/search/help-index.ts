import type { Language } from '@flowprint/i18n'
import MiniSearch from 'minisearch'
import { queryTokens, tokensOf } from '../../../shared/search/tokens.ts'
import { type Slug, SLUGS } from '../topics.ts'
import type { Texts } from '../texts.ts'
import { highlight, type Piece } from './highlight.ts'

interface Entry {
  /** slug#section */
  readonly id: string
  readonly slug: Slug
  readonly section: string
  readonly topic: string
  readonly heading: string
  readonly keywords: string
  readonly text: string
}

export interface Hit {
  readonly slug: Slug
  /** '' for the start of the topic. */
  readonly section: string
  /** In the language of the page. */
  readonly title: readonly Piece[]
  readonly heading: readonly Piece[]
  readonly excerpt: readonly Piece[]
  /** Language of the excerpt. */
  readonly language: Language
}

const MAX_HITS = 12

export interface HelpIndex {
  find(query: string): readonly Hit[]
}

/**
 * Help search in both languages. Matches in the page's language come first; matches found only in the other language
 * (an English term on the Chinese page) follow, with titles in the page's language.
 */
export function buildIndex(language: Language, texts: Readonly<Record<Language, Texts>>): HelpIndex {
  const other: Language = language === 'zh' ? 'en' : 'zh'
  const own = indexOf(texts[language])
  const foreign = indexOf(texts[other])
  return {
    find(query) {
      if (queryTokens(query).length === 0) return []
      const found = own.find(query).map((entry) => ({ ...entry, language }))
      const known = new Set(found.map(({ entry }) => entry.id))
      const more = foreign
        .find(query)
        .filter(({ entry }) => !known.has(entry.id))
        .map((one) => ({ ...one, language: other }))
      return [...found, ...more].slice(0, MAX_HITS).map(({ entry, terms, language: said }) => {
        const named = own.entries.get(entry.id) ?? entry
        return {
          slug: entry.slug,
          section: entry.section,
          language: said,
          title: highlight(named.topic, terms),
          heading: highlight(named.heading, terms),
          excerpt: highlight(entry.text, terms, EXCERPT_LENGTH),
        }
      })
    },
  }
}

const EXCERPT_LENGTH = 90

function indexOf(texts: Texts) {
  const entries = new Map<string, Entry>()
  for (const slug of SLUGS) {
    const { title, summary, keywords, sections } = texts[slug]
    const intro = sections.find(({ id }) => id === '')
    const begin = {
      id: `${slug}#`,
      slug,
      section: '',
      topic: title,
      heading: '',
      keywords,
      text: plainText(`${summary} ${intro?.text ?? ''}`),
    }
    entries.set(begin.id, begin)
    for (const { id, title: heading, text } of sections) {
      if (id !== '')
        entries.set(`${slug}#${id}`, {
          id: `${slug}#${id}`,
          slug,
          section: id,
          topic: title,
          heading,
          keywords: '',
          text: plainText(text),
        })
    }
  }
  const index = new MiniSearch<Entry>({
    fields: ['topic', 'heading', 'keywords', 'text'],
    tokenize: tokensOf,
    processTerm: (term) => term,
    searchOptions: {
      tokenize: queryTokens,
      boost: { topic: 4, heading: 3, keywords: 3 },
      combineWith: 'AND',
      prefix: (term) => /^[\p{L}\p{N}]/u.test(term) && !/\p{Script=Han}/u.test(term),
      fuzzy: (term) => (/^[a-z]{5,}$/.test(term) ? 1 : false),
    },
  })
  index.addAll([...entries.values()].map((entry) => ({ ...entry, topic: entry.section === '' ? entry.topic : '' })))
  return {
    entries,
    find: (query: string) =>
      index.search(query).flatMap(({ id, terms }) => {
        const entry = entries.get(String(id))
        return entry ? [{ entry, terms }] : []
      }),
  }
}

/** Markdown as plain text, for search and results. Images and code are removed. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^```[\s\S]*?^```$/gm, ' ')
    .replace(/^\|[\s:|-]+\|$/gm, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/^\s*(?:[-*]|\d+\.)\s+/gm, '')
    .replace(/\*\*|`/g, '')
    .replace(/[>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
