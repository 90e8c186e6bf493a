import type { Language } from '@flowprint/messages'
import { useTranslation } from 'react-i18next'

/** The language the page is shown in; a component that uses it renders again when it changes. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language
}
