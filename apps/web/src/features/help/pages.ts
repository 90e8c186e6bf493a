/** Help pages with the texts of the language. Not in the route table, so that its first load contains none of them. */
import { currentLanguage } from '../../shared/i18n/language.ts'
import { needWords } from '../../shared/i18n/setup.ts'
import { loadTexts } from './texts.ts'

async function loadWith<File>(file: Promise<File>, ...more: readonly Promise<unknown>[]): Promise<File> {
  return (await Promise.all([file, loadTexts(currentLanguage()), ...more]))[0]
}

export const pages = {
  contents: () => loadWith(import('./contents-page.tsx')),
  // The keyboard sheet uses the texts of the tools.
  topic: () =>
    loadWith(
      import('./topic-page.tsx'),
      ...(['keys', 'workspaces', 'alerts', 'depth', 'replay', 'drawings'] as const).map(needWords),
    ),
}

export type HelpPage = keyof typeof pages
