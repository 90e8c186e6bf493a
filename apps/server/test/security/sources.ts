import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** Every source file of the program below a folder of the repository, by its path. */
export function sourcesOf(...folders: readonly string[]): readonly { readonly path: string; readonly text: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({ path: relative(ROOT, file), text: readFileSync(file, 'utf8') })),
  )
}

/** Paths of the files in which a pattern occurs. */
export const filesWith = (pattern: RegExp, ...folders: readonly string[]): readonly string[] =>
  sourcesOf(...folders)
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort()
