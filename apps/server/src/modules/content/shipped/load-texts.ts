import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CONTENT_KEY } from '@flowprint/contract'
import type { ContentKind } from '@flowprint/contract'
import { LANGUAGES } from '@flowprint/i18n'
import type { Language } from '@flowprint/i18n'
import { StartError } from '../../../platform/errors/index.ts'
import { readText } from './read-text.ts'
import type { ReadText } from './read-text.ts'

/** A text bundled with the program. */
export interface ShippedText extends ReadText {
  readonly key: string
  readonly kind: ContentKind
  readonly language: Language
}

/** texts/<language>/<pages or medias>/<key>.md */
const FOLDERS = { pages: 'page', medias: 'media' } as const satisfies Record<string, ContentKind>
const TEXTS = join(import.meta.dirname, '..', 'texts')

/**
 * Reads the bundled texts. An invalid text stops the start with its file and line: it is a bug of the program, and
 * visitors would find it otherwise.
 */
export function loadTexts(root: string = TEXTS): readonly ShippedText[] {
  const texts: ShippedText[] = []
  const kinds = new Map<string, ContentKind>()
  const fail = (file: string, what: string): never => {
    throw new StartError(`A bundled text is invalid. ${file}: ${what}`)
  }
  for (const language of LANGUAGES) {
    for (const [folder, kind] of Object.entries(FOLDERS)) {
      const folderPath = join(root, language, folder)
      for (const name of existsSync(folderPath) ? readdirSync(folderPath).toSorted() : []) {
        const path = join(folderPath, name)
        const file = relative(root, path)
        const key = name.replace(/\.md$/, '')
        if (!name.endsWith('.md') || !new RegExp(CONTENT_KEY).test(key)) fail(file, 'is not named <a-z, 0-9 and ->.md')
        if (kinds.has(key) && kinds.get(key) !== kind) fail(file, 'the key is used by a page and by an article')
        kinds.set(key, kind)
        texts.push({ key, kind, language, ...read(path, file) })
      }
    }
  }
  return texts
}

function read(path: string, file: string): ReadText {
  try {
    return readText(file, new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)))
  } catch (error) {
    throw new StartError(
      `A bundled text is invalid. ${error instanceof TypeError ? `${file}: is not UTF-8` : (error as Error).message}`,
    )
  }
}
