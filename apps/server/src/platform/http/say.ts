import { DEFAULT_LANGUAGE, LANGUAGES } from '@flowprint/messages'
import type { Language } from '@flowprint/messages'
import { apiMessages } from '@flowprint/messages/api'
import type { ApiMessageKey } from '@flowprint/messages/api'
import type { Params } from './app-error.ts'

/** The language of a request: its `language` header, else the default. */
export function languageOf(header: unknown): Language {
  return LANGUAGES.find((language) => language === header) ?? DEFAULT_LANGUAGE
}

/** The sentence of a key with its {{places}} filled. */
export function say(language: Language, key: ApiMessageKey, params: Params = {}): string {
  return apiMessages[language][key].replace(/\{\{(\w+)\}\}/g, (_place, name: string) => String(params[name] ?? ''))
}
