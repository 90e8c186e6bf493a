import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '@flowprint/i18n'
import { facts } from '../../src/features/help/examples/facts.ts'
import { fillIn, readTopic, type Texts, type Topic } from '../../src/features/help/texts.ts'
import { SLUGS, type Slug } from '../../src/features/help/topics.ts'

const folder = join(import.meta.dirname, '..', '..', 'src', 'features', 'help', 'texts')

export const sourceOf = (language: Language, slug: Slug) => readFileSync(join(folder, language, `${slug}.md`), 'utf8')

export function topicOf(language: Language, slug: Slug): Topic {
  return readTopic(`${language}/${slug}`, fillIn(sourceOf(language, slug), facts))
}

export const textsOf = (language: Language) =>
  Object.fromEntries(SLUGS.map((slug) => [slug, topicOf(language, slug)])) as unknown as Texts

/** Every topic in every language. */
export const ALL = LANGUAGES.flatMap((language) =>
  SLUGS.map((slug) => ({ language, slug, name: `${language}/${slug}` })),
)

/** Code blocks of a text: info string and content. */
export function codeBlocks(source: string): readonly { readonly info: string; readonly code: string }[] {
  return [...source.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, info, code]) => ({ info, code }))
}
