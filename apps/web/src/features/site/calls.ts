/** API calls of the pages around the chart. Failures are thrown to the page. */
import type { Content, ContentListed, Contents, SendContactBody } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { call } from '../../shared/http/call.ts'

export type { Content, ContentListed }

export const loadContent = (key: string, language: Language, signal?: AbortSignal) =>
  call('/content', { query: { key, language }, signal, say: false }) as Promise<Content>

export const loadArticles = (language: Language, signal?: AbortSignal) =>
  call('/contents', { method: 'POST', body: { kind: 'media', language }, signal, say: false }) as Promise<Contents>

export const sendContact = (body: SendContactBody) => call('/send_contact', { method: 'POST', body, say: false })
