import { useQuery } from '@tanstack/react-query'
import { CallFailure, failureSlug } from '../../../shared/http/envelope.ts'
import { useLanguage } from '../../../shared/i18n/use-language.ts'
import { loadArticles, loadContent } from '../calls.ts'

/** Nothing is published under this key, in any language. */
export function isMissing(error: unknown): boolean {
  // A key that cannot be one is refused as an argument; to a reader both are the same.
  return error instanceof CallFailure && ['NOT_FOUND', 'VALIDATION'].includes(failureSlug(error))
}

/** A text of the site in the language of the page. */
export function useContent(key: string) {
  const language = useLanguage()
  return useQuery({
    queryKey: ['content', key, language],
    queryFn: ({ signal }) => loadContent(key, language, signal),
    retry: (failures, error) => failures < 1 && !isMissing(error),
  })
}

/** The articles, the one published last first. */
export function useArticles() {
  const language = useLanguage()
  return useQuery({ queryKey: ['contents', language], queryFn: ({ signal }) => loadArticles(language, signal) })
}
