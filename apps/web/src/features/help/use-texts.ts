import { use } from 'react'
import { useLanguage } from '../../shared/i18n/use-language.ts'
import { loadTexts, type Texts } from './texts.ts'

/** The texts in the language of the page; waits for another language when it is chosen. */
export function useTexts(): Texts {
  return use(loadTexts(useLanguage()))
}
