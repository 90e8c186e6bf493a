// docs/security.md against the list of requirements of ASVS 5.0.0, and against the tests it names.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const page = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8')
const [rules, table] = page.split('# Requirement by requirement')

/** Levels 1 and 2, by section: the numbers of its requirements. */
const REQUIREMENTS: Readonly<Record<string, readonly number[]>> = {
  '1.1': upTo(2),
  '1.2': upTo(9),
  '1.3': upTo(11),
  '1.4': upTo(3),
  '1.5': upTo(2),
  '2.1': upTo(3),
  '2.2': upTo(3),
  '2.3': upTo(4),
  '2.4': upTo(1),
  '3.2': upTo(2),
  '3.3': upTo(4),
  '3.4': upTo(6),
  '3.5': upTo(5),
  '3.7': upTo(2),
  '4.1': upTo(3),
  '4.2': upTo(1),
  '4.3': upTo(2),
  '4.4': upTo(4),
  '5.1': upTo(1),
  '5.2': upTo(3),
  '5.3': upTo(2),
  '5.4': upTo(3),
  '6.1': upTo(3),
  '6.2': upTo(12),
  '6.3': upTo(4),
  '6.4': upTo(4),
  '6.5': upTo(5),
  '6.6': upTo(3),
  '6.8': upTo(4),
  '7.1': upTo(3),
  '7.2': upTo(4),
  '7.3': upTo(2),
  '7.4': upTo(5),
  '7.5': upTo(2),
  '7.6': upTo(2),
  '8.1': upTo(2),
  '8.2': upTo(3),
  '8.3': upTo(1),
  '8.4': upTo(1),
  '9.1': upTo(3),
  '9.2': upTo(4),
  '10.1': upTo(2),
  '10.2': upTo(2),
  '10.3': upTo(4),
  '10.4': upTo(11),
  '10.5': upTo(5),
  '10.6': upTo(2),
  '10.7': upTo(3),
  '11.1': upTo(2),
  '11.2': upTo(3),
  '11.3': upTo(3),
  '11.4': upTo(4),
  '11.5': upTo(1),
  '11.6': upTo(1),
  '12.1': upTo(3),
  '12.2': upTo(2),
  '12.3': upTo(4),
  '13.1': upTo(1),
  '13.2': upTo(5),
  '13.3': upTo(2),
  '13.4': upTo(5),
  '14.1': upTo(2),
  '14.2': upTo(4),
  '14.3': upTo(3),
  '15.1': upTo(3),
  '15.2': upTo(3),
  '15.3': upTo(7),
  '16.1': upTo(1),
  '16.2': upTo(5),
  '16.3': upTo(4),
  '16.4': upTo(3),
  '16.5': upTo(3),
  '17.1': upTo(1),
  '17.2': upTo(4),
  '17.3': upTo(2),
}

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, i) => i + 1)
}

const rows = table.split('\n').flatMap((line) => {
  const cells = line.split('|').map((cell) => cell.trim())
  return /^\d/.test(cells[1] ?? '') ? [{ ids: cells[1].split(', '), verdict: cells[2], how: cells[3] }] : []
})
const ids = rows.flatMap((row) => row.ids)

describe('docs/security.md', () => {
  test('covers every requirement of levels 1 and 2 once', () => {
    const wanted = Object.entries(REQUIREMENTS).flatMap(([section, numbers]) =>
      numbers.map((number) => `${section}.${number}`),
    )
    expect(wanted.length).toBeGreaterThan(230)
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([])
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  })

  test('states for each how it is met, or why not', () => {
    for (const {
      ids: [id],
      verdict,
      how,
    } of rows) {
      expect([id, ['met', 'part', 'operator', '–'].includes(verdict), how.length > 3]).toEqual([id, true, true])
    }
  })

  test('explains every deviation and nothing else', () => {
    const explained = [...(rules.split('## Deviations')[1] ?? '').matchAll(/^- \*\*([\d.]+)\*\*/gm)].map(
      (match) => match[1],
    )
    expect(explained.sort()).toEqual(
      rows
        .filter(({ verdict }) => verdict === 'part')
        .flatMap((row) => row.ids)
        .sort(),
    )
  })

  test('names existing files and sections', () => {
    for (const [, file] of page.matchAll(/`((?:test|packages|apps)\/[\w./-]+?\.ts)`/g)) {
      const path = file.startsWith('test/') ? `../../${file}` : `../../../../${file}`
      expect([file, existsSync(new URL(path, import.meta.url))]).toEqual([file, true])
    }
    for (const [, file] of page.matchAll(/`(v\d\d-[\w-]+\.test\.ts)`/g))
      expect([file, existsSync(new URL(file, import.meta.url))]).toEqual([file, true])
    for (const [, name] of table.matchAll(/"([A-Z][\w' ]+)"/g)) expect(rules).toContain(`## ${name}`)
  })

  test('has a test file for every chapter that applies', () => {
    for (const chapter of [1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16]) {
      expect(table).toMatch(
        new RegExp(`^## V${chapter} .*\`v${String(chapter).padStart(2, '0')}-[\\w-]+\\.test\\.ts\``, 'm'),
      )
    }
  })
})
