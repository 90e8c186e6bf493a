import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '@flowprint/i18n'
import { useTranslation } from 'react-i18next'
import { readText, STORAGE_KEYS } from '../local-store.ts'

/** The stored language, otherwise the document's initial language (public/first-paint.js): the operator's default. */
export function currentLanguage(): Language {
  const stored =
    readText(STORAGE_KEYS.language) ?? (typeof document === 'undefined' ? null : document.documentElement.lang)
  return LANGUAGES.find((language) => language === stored) ?? DEFAULT_LANGUAGE
}

/** Whether a language was chosen in this browser. */
export function hasChosenLanguage(): boolean {
  return readText(STORAGE_KEYS.language) !== null
}

/** The language tag for Intl and the document's lang attribute. */
export function localeOf(language: Language): string {
  return language === 'zh' ? 'zh-CN' : 'en'
}

/** The current language; rerenders when it changes. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language
}
