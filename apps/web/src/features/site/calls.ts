import type { Content, ContentListed } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { useQuery } from '@tanstack/react-query'
import { bodyCall, call } from '../../shared/http/call.ts'
import { failureSlug } from '../../shared/http/envelope.ts'
import { useLanguage } from '../../shared/i18n/language.ts'

/** API calls of the pages around the chart. Failures are thrown to the page. */

export type { Content, ContentListed }

const loadContent = (key: string, language: Language, signal?: AbortSignal) =>
  call('GET /content', { query: { key, language }, signal, toast: false })

const loadArticles = (language: Language, signal?: AbortSignal) =>
  call('POST /contents', { body: { kind: 'media', language }, signal, toast: false })

export const sendContact = bodyCall('POST /send_contact')

/** Nothing is published under this key, in any language. */
export function isMissing(error: unknown): boolean {
  // An invalid key is rejected as an argument; readers see no difference.
  return ['NOT_FOUND', 'VALIDATION'].includes(failureSlug(error))
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

/** The articles, most recently published first. */
export function useArticles() {
  const language = useLanguage()
  return useQuery({ queryKey: ['contents', language], queryFn: ({ signal }) => loadArticles(language, signal) })
}
