import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../support/environment.ts'

export const MACHINE = `${cpus()[0].model.trim()}, ${cpus().length} cores`

/** Writes the results of a run between the markers of its section in docs/reliability.md. */
export function updateReliabilityPage(section: 'chaos' | 'cluster' | 'soak', lines: readonly string[]): void {
  const file = join(ROOT, 'docs', 'reliability.md')
  const text = [`<!-- ${section} -->`, ...lines, `<!-- /${section} -->`].join('\n')
  const marked = new RegExp(`<!-- ${section} -->[\\s\\S]*<!-- /${section} -->`)
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(marked, () => text),
  )
}

export function formatTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
