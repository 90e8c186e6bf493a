import type { Language } from '@flowprint/i18n'
import { useEffect, useState } from 'react'
import type { HelpIndex, Hit } from './help-index.ts'
import { loadTexts } from '../texts.ts'

const NONE: readonly Hit[] = []

interface Loaded {
  readonly language: Language
  readonly index: HelpIndex | 'failed'
}

/** Results of a query; the index is built on the first one. */
export function useHits(
  query: string,
  language: Language,
): { readonly hits: readonly Hit[]; readonly state: 'ready' | 'loading' | 'failed' } {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const isWanted = query.trim() !== ''
  const isKnown = loaded?.language === language && loaded.index !== 'failed'
  useEffect(() => {
    if (!isWanted || isKnown) return
    let isLeft = false
    loadIndex(language).then(
      (index) => isLeft || setLoaded({ language, index }),
      () => isLeft || setLoaded({ language, index: 'failed' }),
    )
    return () => {
      isLeft = true
    }
  }, [isWanted, isKnown, language])
  const index = loaded?.language === language ? loaded.index : undefined
  if (index === 'failed') return { hits: NONE, state: 'failed' }
  if (index === undefined) return { hits: NONE, state: 'loading' }
  return { hits: index.find(query), state: 'ready' }
}

const built = new Map<Language, Promise<HelpIndex>>()

/** Loads the search code and the other language's texts on the first search. */
function loadIndex(language: Language): Promise<HelpIndex> {
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

/** The list index a key moves to, wrapping around; null when the key does not move. */
export function moved(key: string, at: number, length: number): number | null {
  if (length === 0) return null
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % length
    case 'ArrowUp':
      return (at + length - 1) % length
    default:
      return null
  }
}
