import type { Language } from '@flowprint/i18n'
import { useTranslation } from 'react-i18next'

/** The current language; rerenders when it changes. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language
}
