import { use } from 'react'
import { useLanguage } from '../../shared/i18n/use-language.ts'
import { loadTexts, type Texts } from './texts.ts'

/** Texts in the page's language; suspends while another language loads. */
export function useTexts(): Texts {
  return use(loadTexts(useLanguage()))
}
