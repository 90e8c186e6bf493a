import type { Language } from '@flowprint/i18n'
import { fillIn, readTopic, type Topic } from './read-topic.ts'
import { facts } from './examples/facts.ts'
import { SLUGS, type Slug } from './topics.ts'

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
