import type { Language } from '@flowprint/messages'
import { fillIn, readTopic, type Topic } from './read-topic.ts'
import { facts } from './examples/facts.ts'
import { SLUGS, type Slug } from './topics.ts'

export type Texts = Readonly<Record<Slug, Topic>>

/** All topics of a language are one file: the next one, and the search, ask for nothing more. */
const files: Record<Language, () => Promise<{ readonly sources: Readonly<Record<string, string>> }>> = {
  zh: () => import('./texts/zh.ts'),
  en: () => import('./texts/en.ts'),
}

const loaded = new Map<Language, Promise<Texts>>()

/** The texts of a language, read once. The numbers of the examples are filled in as the engine computed them. */
export function loadTexts(language: Language): Promise<Texts> {
  const known = loaded.get(language)
  if (known) return known
  const texts = read(language)
  loaded.set(language, texts)
  // A network that was away is asked again.
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
