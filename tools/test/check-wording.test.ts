import { describe, expect, it } from 'vitest'
import { findWordingFaults } from '../check-wording.mjs'

describe('findWordingFaults', () => {
  it.each([
    ['// Whoever asks gets it', '"whoever"'],
    ['The copy is made anew.', '"anew"'],
    ['A table of its own', '"of its own"'],
    ['const MOST_ROWS = 3', '"MOST"'],
    ['export class HoleFinder {}', '"Hole"'],
    ['const openHoles = []', '"Holes"'],
    ["import x from './hole-finder.ts'", '"hole"'],
    ['const LONGEST_PAUSE = 3', '"LONGEST"'],
    ['const NAME_MAX = 3', '"NAME_MAX"'],
    ['const ROWS_AT_ONCE = 3', '"ROWS_AT_ONCE"'],
    ['const LOOK_MS = 3', '"LOOK_MS"'],
  ])('reports %s', (line, phrase) => {
    const faults = findWordingFaults('src/a.ts', `const fine = 1\n${line}\n`)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(`src/a.ts:2: ${phrase}`)
  })

  it.each([
    'const almost = 1',
    'at least two',
    'the whole tape',
    'MAX_ROWS',
    'PASSWORD_MIN',
    'a gap in the tape',
    'renewed',
  ])('accepts %s', (line) => expect(findWordingFaults('src/a.ts', line)).toEqual([]))

  it('accepts old names on a line marked as such', () => {
    expect(findWordingFaults('src/a.ts', 'holes?: Row[] // wording: old name of gaps')).toEqual([])
  })

  it.each(['apps/server/src/migrations/0000_tape.sql', 'tools/check-wording.mjs'])('leaves %s alone', (path) =>
    expect(findWordingFaults(path, 'anew')).toEqual([]),
  )
})
