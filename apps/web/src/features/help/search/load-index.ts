import type { Language } from '@flowprint/i18n'
import { loadTexts } from '../texts.ts'
import type { HelpIndex } from './help-index.ts'

const built = new Map<Language, Promise<HelpIndex>>()

/** Loads the search code and the other language's texts on the first search. */
export function loadIndex(language: Language): Promise<HelpIndex> {
  const known = built.get(language)
  if (known) return known
  const index = build(language)
  built.set(language, index)
  index.catch(() => built.delete(language))
  return index
}

async function build(language: Language): Promise<HelpIndex> {
  const [{ buildIndex }, zh, en] = await Promise.all([import('./help-index.ts'), loadTexts('zh'), loadTexts('en')])
  return buildIndex(language, { zh, en })
}
