import type { Language, Messages } from '@flowprint/messages'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { STORAGE_KEYS, writeText } from '../local-store.ts'
import { currentLanguage, localeOf } from './language.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'web'
    resources: { web: Messages }
  }
}

/** Each language is a chunk of its own: a visitor loads only the one that is shown. */
const catalogues: Record<Language, () => Promise<{ messages: Messages }>> = {
  zh: () => import('@flowprint/messages/zh'),
  en: () => import('@flowprint/messages/en'),
}

/** Loads the current language; resolves when the pages can speak. */
export async function setUpLanguage(): Promise<void> {
  const language = currentLanguage()
  const { messages } = await catalogues[language]()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'web',
    resources: { [language]: { web: messages } },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  document.documentElement.lang = localeOf(language)
}

export async function changeLanguage(language: Language): Promise<void> {
  const { messages } = await catalogues[language]()
  i18next.addResourceBundle(language, 'web', messages)
  writeText(STORAGE_KEYS.language, language)
  document.documentElement.lang = localeOf(language)
  await i18next.changeLanguage(language)
}
