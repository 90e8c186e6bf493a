import type { Language } from '@flowprint/i18n'
import { useEffect, useState } from 'react'
import type { Hit, HelpIndex } from './help-index.ts'
import { loadIndex } from './load-index.ts'

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
