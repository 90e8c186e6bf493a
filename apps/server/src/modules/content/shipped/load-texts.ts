import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  MAX_CONTENT_SUMMARY_LENGTH,
  MAX_CONTENT_TITLE_LENGTH,
  MARKDOWN_MAX_BYTES,
  PICTURE_PATH,
  CONTENT_KEY,
} from '@flowprint/contract'
import type { ContentKind } from '@flowprint/contract'
import { LANGUAGES } from '@flowprint/i18n'
import type { Language } from '@flowprint/i18n'
import { StartError } from '../../../platform/errors/index.ts'

/** Content of a bundled Markdown file. */
export interface ReadText {
  readonly title: string
  readonly summary: string
  /** ms: the date in the front matter, at midnight UTC. */
  readonly at: number
  readonly picture: string | null
  readonly markdown: string
}

const FENCE = '---'
const FIELDS = ['title', 'summary', 'date', 'picture'] as const
type Field = (typeof FIELDS)[number]

/**
 * Parses the front matter ("title: …", one field per line, between two lines of ---) and the text after it. Throws
 * "file:line: …" at the first fault.
 */
export function readText(file: string, content: string): ReadText {
  const fail = (line: number, what: string): never => {
    throw new Error(`${file}:${line}: ${what}`)
  }
  const lines = content.replaceAll('\r\n', '\n').split('\n')
  const end = lines.indexOf(FENCE, 1)
  if (lines[0] !== FENCE || end < 0) fail(1, 'must begin with title, summary and date between two lines of ---')
  const found = new Map<Field, string>()
  for (let at = 1; at < end; at++) {
    const colon = lines[at].indexOf(':')
    const name = FIELDS.find((field) => field === lines[at].slice(0, colon).trim())
    if (name === undefined) return fail(at + 1, `"${lines[at]}" is none of ${FIELDS.join(', ')}`)
    if (found.has(name)) fail(at + 1, `${name} is given twice`)
    found.set(name, lines[at].slice(colon + 1).trim())
    checkField(name, found.get(name) ?? '', (what) => fail(at + 1, what))
  }
  for (const name of ['title', 'summary', 'date'] as const) if (!found.has(name)) fail(end + 1, `${name} is missing`)
  const markdown = lines
    .slice(end + 1)
    .join('\n')
    .trim()
  if (markdown === '') fail(end + 2, 'the text is missing')
  if (Buffer.byteLength(markdown) > MARKDOWN_MAX_BYTES)
    fail(end + 2, `the text has more than ${MARKDOWN_MAX_BYTES} bytes`)
  return {
    title: found.get('title') ?? '',
    summary: found.get('summary') ?? '',
    at: Date.parse(found.get('date') ?? ''),
    picture: found.get('picture') ?? null,
    markdown: `${markdown}\n`,
  }
}

function checkField(name: Field, value: string, fail: (what: string) => void): void {
  if (value === '') fail(`${name} is empty`)
  if (name === 'title' && value.length > MAX_CONTENT_TITLE_LENGTH)
    fail(`title is longer than ${MAX_CONTENT_TITLE_LENGTH} characters`)
  if (name === 'summary' && value.length > MAX_CONTENT_SUMMARY_LENGTH)
    fail(`summary is longer than ${MAX_CONTENT_SUMMARY_LENGTH} characters`)
  if (name === 'date' && !isDay(value)) fail(`date "${value}" is no day such as 2026-11-20`)
  if (name === 'picture' && !new RegExp(PICTURE_PATH).test(value))
    fail(`picture "${value}" is no path of a picture of this site`)
}

/** Date.parse turns 30 February into 2 March. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

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
