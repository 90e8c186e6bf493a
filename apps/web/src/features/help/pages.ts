/** The pages of the help, with the texts of the language beside them. Apart from the table of routes: its first load carries none of it. */
import { currentLanguage } from '../../shared/i18n/language.ts'
import { needWords } from '../../shared/i18n/setup.ts'
import { loadTexts } from './texts.ts'

async function beside<File>(file: Promise<File>): Promise<File> {
  return (await Promise.all([file, loadTexts(currentLanguage())]))[0]
}

/** The keyboard sheet has the words of the tools it is about. */
async function withKeys() {
  const [file] = await Promise.all([import('./topic-page.tsx'), needWords('alerts'), needWords('drawings')])
  return file
}

export const pages = {
  contents: () => beside(import('./contents-page.tsx')),
  topic: () => beside(withKeys()),
}

export type HelpPage = keyof typeof pages
