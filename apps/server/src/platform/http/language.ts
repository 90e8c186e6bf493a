import { DEFAULT_LANGUAGE, LANGUAGES } from '@flowprint/i18n'
import type { Language } from '@flowprint/i18n'
import { apiMessages } from '@flowprint/i18n/api'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import type { FastifyRequest } from 'fastify'
import type { Params } from './app-error.ts'

/** DEFAULT_LANGUAGE: a fixed language, or the browser's. */
export type DefaultLanguage = Language | 'auto'

declare module 'fastify' {
  interface FastifyInstance {
    /** zh unless the app sets it. */
    defaultLanguage?: DefaultLanguage
  }
}

/** Language of a request: its `language` header, else the default. */
export const languageOf = (request: FastifyRequest): Language =>
  knownLanguage(request.headers['language']) ?? defaultLanguageOf(request)

export const knownLanguage = (text: unknown): Language | undefined => LANGUAGES.find((language) => language === text)

/** Language of a request that names none. */
export function defaultLanguageOf(request: FastifyRequest): Language {
  const setting = request.server.defaultLanguage ?? DEFAULT_LANGUAGE
  return setting === 'auto' ? languageOfBrowser(request.headers['accept-language']) : setting
}

/** The first supported language of an Accept-Language header; otherwise en. */
function languageOfBrowser(header: string | undefined): Language {
  if (header === undefined || header.trim() === '' || header.trim() === '*') return DEFAULT_LANGUAGE
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag, ...params] = part.trim().toLowerCase().split(';')
      const quality = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find((text) => text !== undefined)
      return { language: knownLanguage(tag.split('-')[0]), quality: Number(quality ?? 1) }
    })
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return wanted[0]?.language ?? 'en'
}

/** Translates a key and fills its {{placeholders}}. */
export function translate(language: Language, key: ApiMessageKey, params: Params = {}): string {
  return apiMessages[language][key].replace(/\{\{(\w+)\}\}/g, (_place, name: string) => String(params[name] ?? ''))
}
