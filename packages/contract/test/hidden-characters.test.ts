import { describe, expect, test } from 'vitest'
import { hasHiddenCharacters, isUsername } from '../src/index.ts'

const HIDDEN = [
  ['a line break', '\n'],
  ['a right-to-left override', '\u202e'],
  ['a right-to-left mark', '\u200f'],
  ['an isolate', '\u2066'],
  ['an Arabic letter mark', '\u061c'],
  ['a zero-width space', '\u200b'],
  ['a joiner', '\u200d'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a Hangul filler', '\u3164'],
  ['a Hangul choseong filler', '\u115f'],
  ['a grapheme joiner', '\u034f'],
  ['a variation selector', '\ufe0f'],
  ['a tag character', '\u{e0041}'],
  ['a Braille blank', '\u2800'],
  ['a Mongolian vowel separator', '\u180e'],
  ['a line separator', '\u2028'],
  ['a private-use character', '\ue000'],
] as const

describe('a name', () => {
  test.each(HIDDEN)('with %s has a hidden character', (_name, character) => {
    expect(hasHiddenCharacters(`Ada${character}Byron`)).toBe(true)
    expect(isUsername(`ada${character}byron`)).toBe(false)
  })

  test.each(['Ada Byron', "Renée O'Neill-Łukasz", '李 小龙', 'محمد علي', 'Ωμέγα', 'अनिल', 'คนไทย', 'Nguyễn Thị'])(
    '%s has none',
    (name) => {
      expect(hasHiddenCharacters(name)).toBe(false)
    },
  )
})
