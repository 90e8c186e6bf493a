import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  emailKey,
  hasHiddenCharacters,
  isEmail,
  isReservedUsername,
  isUsername,
  normalizeEmail,
  normalizeUsername,
  usernameKey,
} from '../../src/index.ts'

describe('usernames', () => {
  test('compatibility forms are folded, so that look-alikes of one letter are one', () => {
    expect(normalizeUsername(' Ａｄａ１ ')).toBe('Ada1')
    expect(normalizeUsername('ﬁn')).toBe('fin')
    expect(usernameKey('ＡＤＡ')).toBe(usernameKey('ada'))
    expect(usernameKey('İstanbul')).toBe(usernameKey('i\u0307stanbul'))
  })

  test.each(['ada', 'a.b@c+d-e_f', '张伟', 'Ñandú', '٣٤', '²'])('%s may be one', (name) =>
    expect(isUsername(name)).toBe(true),
  )
  test.each(['', 'a b', 'a/b', 'a\u0000', 'a\n', '😀', 'a\u200b', "o'neil"])('%j may not', (name) =>
    expect(isUsername(name)).toBe(false),
  )

  test('reserves the names of deleted accounts', () => {
    expect(isReservedUsername('Deleted-12')).toBe(true)
    expect(isReservedUsername('ｄeleted-12')).toBe(true)
    expect(isReservedUsername('deleted-me')).toBe(false)
  })

  test('normalizing twice changes nothing more, and keys do not depend on case', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const name = normalizeUsername(text)
        expect(normalizeUsername(name)).toBe(name)
        expect(usernameKey(usernameKey(name))).toBe(usernameKey(name))
      }),
    )
  })
})

describe('e-mail addresses', () => {
  test('are kept without blanks around and with the domain in small letters', () => {
    expect(normalizeEmail('  Ada.L@EXAMPLE.Com\n')).toBe('Ada.L@example.com')
    expect(emailKey('Ada.L@EXAMPLE.Com')).toBe('ada.l@example.com')
    expect(normalizeEmail('no-one')).toBe('no-one')
  })

  test.each([
    'a@b.co',
    'ada.l+tag@mail.example.com',
    "o'neil@example.com",
    '张三@例子.中国',
    'x@1.de',
    `${'a'.repeat(64)}@example.com`,
  ])('%s is one', (email) => expect(isEmail(email)).toBe(true))

  test.each([
    '',
    '@',
    'a',
    'a@',
    '@b.co',
    'a@b',
    'a b@c.de',
    'a@b .de',
    '.a@b.de',
    'a.@b.de',
    'a..b@c.de',
    'a@-b.de',
    'a@b-.de',
    'a@b.d',
    'a@b..de',
    'a@@b.de',
    'a,b@c.de',
    'a@b.de,c@d.de',
    '"a b"@c.de',
    'a@b.de\r\nbcc: c@d.de',
    'a\u0000@b.de',
    'a@[127.0.0.1]',
    '<a@b.de>',
    `${'a'.repeat(65)}@b.de`,
    `a@${'b'.repeat(64)}.de`,
    `a@${'bcdefghi.'.repeat(30)}de`,
  ])('%j is none', (email) => expect(isEmail(email)).toBe(false))
})

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
