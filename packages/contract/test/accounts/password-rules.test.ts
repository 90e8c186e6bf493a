import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passwordFaults, quickRatio } from '../../src/index.ts'
import type { PasswordAttribute } from '../../src/index.ts'

const faultsOf = (
  password: string,
  attributes: Partial<Record<PasswordAttribute, string>> = {},
  common: readonly string[] = [],
) =>
  passwordFaults(password, { min: 6, attributes, isCommon: (text) => common.includes(text) }).map(
    (fault) => fault.error,
  )

describe('characters in common', () => {
  test.each([
    ['jonathan1', 'nahtanoj', (2 * 8) / 17],
    ['abcdefgxyz', 'abcdefgqrs', 0.7],
    ['aab', 'abb', (2 * 2) / 6],
    ['张伟1', '张伟', 0.8],
    ['😀😀a', '😀b', (2 * 1) / 5],
    ['', '', 1],
    ['a', '', 0],
  ])('%j and %j: %d', (a, b, ratio) => expect(quickRatio(a, b)).toBeCloseTo(ratio, 12))

  test('order does not matter, neither of the characters nor of the two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(quickRatio([...a].reverse().join(''), b)).toBe(quickRatio(a, b))
        expect(quickRatio(b, a)).toBe(quickRatio(a, b))
        expect(quickRatio(a, a)).toBe(1)
      }),
    )
  })
})

describe('similar to personal information', () => {
  test.each([
    // 8 of 9 and 8 characters: 16/17.
    ['margaret7', { username: 'margaret' }, 'username'],
    ['MARGARET7', { first_name: 'Margaret' }, 'first_name'],
    // The part before the @ counts as a separate word.
    ['margaret7', { email: 'margaret@mail.example' }, 'email'],
    // 7 in common of 10 and 10: 14/20, which is the limit.
    ['abcdefgxyz', { last_name: 'abcdefgqrs' }, 'last_name'],
    // 2 of 3 and 2: 4/5; the words of a Chinese name are words.
    ['张伟1', { first_name: '张伟' }, 'first_name'],
    ['byronada', { last_name: 'Ada-Byron' }, 'last_name'],
    // The first attribute in the order username, first name, last name, email is named.
    ['margaret7', { email: 'margaret@mail.example', username: 'margaret' }, 'username'],
  ] as const)('%s', (password, attributes, attribute) => {
    expect(passwordFaults(password, { min: 1, attributes })).toEqual([{ error: 'PASSWORD_SIMILAR', attribute }])
  })

  test.each([
    // 6 in common of 10 and 10: 12/20.
    ['abcdefwxyz', { last_name: 'abcdefgqrs' }],
    // 2 in common of 4 and 2: 4/6.
    ['张伟张伟', { first_name: '张伟' }],
    // A word of a tenth of the length is not looked at, whatever it shares.
    ['aaaaaaaaaa', { username: 'a' }],
    // Nor are the empty pieces around separators.
    ['a long enough one', { username: '--', first_name: '' }],
  ] as const)('%s is far enough away', (password, attributes) => {
    expect(passwordFaults(password, { min: 1, attributes })).toEqual([])
  })
})

describe('the other rules', () => {
  test('length counts characters, not halves of them', () => {
    expect(faultsOf('abcde')).toEqual(['PASSWORD_TOO_SHORT'])
    expect(faultsOf('abcdef')).toEqual([])
    expect(faultsOf('😀😀😀😀😀')).toEqual(['PASSWORD_TOO_SHORT'])
    expect(faultsOf('😀😀😀😀😀😀')).toEqual([])
  })

  test('common passwords are found whatever their case and the blanks around', () => {
    for (const password of ['letmein', 'LetMeIn', '  letmein\t', '\u3000letmein\u001c']) {
      expect(faultsOf(password, {}, ['letmein'])).toEqual(['PASSWORD_COMMON'])
    }
    // The byte order mark is no blank to Python.
    expect(faultsOf('\ufeffletmein', {}, ['letmein'])).toEqual([])
    expect(faultsOf('let mein', {}, ['letmein'])).toEqual([])
  })

  test.each(['829184', '１２３４５６', '٣٤٥٦٧٨', '²²²²²²', '①②③④⑤⑥', '１2²①٣6'])('%s is all digits', (password) => {
    expect(faultsOf(password)).toEqual(['PASSWORD_NUMERIC'])
  })

  test.each(['82918a', '½½½½½½', '一二三四五六', '12 345', '-12345'])('%s is not all digits', (password) => {
    expect(faultsOf(password)).toEqual([])
  })

  test('every rule that is broken is named, in the order of the rules', () => {
    expect(faultsOf('12345', { username: '12345' }, ['12345'])).toEqual([
      'PASSWORD_SIMILAR',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_COMMON',
      'PASSWORD_NUMERIC',
    ])
  })
})
