/** API calls of the pages around the chart. Failures are thrown to the page. */
import type { Content, ContentListed, SendContactBody } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { call } from '../../shared/http/call.ts'

export type { Content, ContentListed }

export const loadContent = (key: string, language: Language, signal?: AbortSignal) =>
  call('GET /content', { query: { key, language }, signal, say: false })

export const loadArticles = (language: Language, signal?: AbortSignal) =>
  call('POST /contents', { body: { kind: 'media', language }, signal, say: false })

export const sendContact = (body: SendContactBody) => call('POST /send_contact', { body, say: false })
