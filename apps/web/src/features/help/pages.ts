/** The pages of the help, with the texts of the language beside them. Apart from the table of routes: its first load carries none of it. */
import { currentLanguage } from '../../shared/i18n/language.ts'
import { needWords } from '../../shared/i18n/setup.ts'
import { loadTexts } from './texts.ts'

async function beside<File>(file: Promise<File>, ...more: readonly Promise<unknown>[]): Promise<File> {
  return (await Promise.all([file, loadTexts(currentLanguage()), ...more]))[0]
}

export const pages = {
  contents: () => beside(import('./contents-page.tsx')),
  // The keyboard sheet has the words of the tools it is about.
  topic: () => beside(import('./topic-page.tsx'), needWords('alerts'), needWords('drawings')),
}

export type HelpPage = keyof typeof pages
