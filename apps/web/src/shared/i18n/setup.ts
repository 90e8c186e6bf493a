import type { Language, Messages } from '@flowprint/i18n'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { STORAGE_KEYS, writeText } from '../local-store.ts'
import { currentLanguage, localeOf } from './language.ts'
import type { Parts } from './parts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'web'
    resources: { web: Messages & Parts }
  }
}

/** Each language is a separate chunk, so that only the shown one is loaded. */
const catalogues: Record<Language, () => Promise<{ messages: Messages }>> = {
  zh: () => import('@flowprint/i18n/zh'),
  en: () => import('@flowprint/i18n/en'),
}

async function loadPart<Part extends keyof Parts>(part: Part, language: Language): Promise<Pick<Parts, Part>> {
  // In a separate chunk, so that the first load does not contain their names.
  const { loaders } = await import('./parts.ts')
  return loaders[part][language]()
}

/** Loaded namespaces; a language change reloads them. */
const wanted = new Set<keyof Parts>()
const ready = Promise.withResolvers<void>()

/** Loads the current language; resolves when texts are available. */
export async function setUpLanguage(language = currentLanguage()): Promise<void> {
  const { messages } = await catalogues[language]()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'web',
    resources: { [language]: { web: messages } },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  // There is no document at the build.
  if (typeof document !== 'undefined') document.documentElement.lang = localeOf(language)
  ready.resolve()
}

/** Loads a namespace in the current language, and in every language chosen later. */
export async function needWords(part: keyof Parts): Promise<void> {
  wanted.add(part)
  // In parallel; i18next accepts texts only after its setup.
  await Promise.all([loadPart(part, currentLanguage()), ready.promise])
  await addPart(part, i18next.language as Language)
}

async function addPart<Part extends keyof Parts>(part: Part, language: Language): Promise<void> {
  const words = await loadPart(part, language)
  i18next.addResourceBundle(language, 'web', { [part]: words[part] }, true)
}

export async function changeLanguage(language: Language): Promise<void> {
  // The account's preferences may have loaded before the texts.
  if (!i18next.isInitialized) await ready.promise
  const [{ messages }] = await Promise.all([
    catalogues[language](),
    ...[...wanted].map((part) => addPart(part, language)),
  ])
  i18next.addResourceBundle(language, 'web', messages, true)
  writeText(STORAGE_KEYS.language, language)
  forgetNamedLanguage()
  document.documentElement.lang = localeOf(language)
  await i18next.changeLanguage(language)
}

/** Remove the language from the URL: a reload must not override the later choice. */
function forgetNamedLanguage(): void {
  if (typeof location === 'undefined') return
  const address = new URL(location.href)
  if (!address.searchParams.has('language')) return
  address.searchParams.delete('language')
  history.replaceState(history.state, '', address)
}
