import type { TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  codeRules,
  emailRules,
  nameRules,
  newPasswordRules,
  repeatRules,
  usernameRules,
} from '../../src/features/accounts/field-rules.ts'
import type { Rule } from '../../src/shared/forms/rules.ts'
import { speakEnglish } from './words.ts'

let t: TFunction
beforeAll(async () => {
  t = await speakEnglish()
})

/** The field's error: that of the first failing rule. */
function faultOf<Values>(rules: readonly Rule<Values>[], value: string, values: Values): string | null {
  for (const rule of rules) {
    const fault = rule(value, values)
    if (fault !== null) return fault
  }
  return null
}

describe('an e-mail', () => {
  it.each(['ada@example.com', ' Ada@Example.COM ', '李雷@例子.中国', "o'hara+x@mail.example.org"])(
    '%s is one',
    (text) => {
      expect(faultOf(emailRules(t), text, {})).toBeNull()
    },
  )

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@localhost',
    'ada@exa mple.com',
    'a@b@c.com',
    'ada@example.com.',
    '"ada"@example.com',
  ])('%s is none', (text) => expect(faultOf(emailRules(t), text, {})).toBe('The mailbox format is incorrect'))

  it('requires an e-mail', () => expect(faultOf(emailRules(t), '   ', {})).toBe('Please fill this in'))
})

describe('a username', () => {
  it.each(['ada', 'ada.lovelace+1@x_y-z', '李雷', 'ｆｕｌｌ', 'x'.repeat(150)])('%s may be one', (text) => {
    expect(faultOf(usernameRules(t), text, {})).toBeNull()
  })

  it('has at most 150 characters, counted in code points', () => {
    expect(faultOf(usernameRules(t), 'x'.repeat(151), {})).toBe('At most 150 characters')
    expect(faultOf(nameRules(t), '\u{20000}'.repeat(150), {})).toBeNull()
  })

  it.each(['ada lovelace', 'ada!', '<ada>'])('%s holds what may not stand in one', (text) => {
    expect(faultOf(usernameRules(t), text, {})).toBe('Only letters, digits and @ . + - _ are allowed')
  })

  it.each(['deleted-7', 'Deleted-12'])('%s is kept for deleted accounts', (text) => {
    expect(faultOf(usernameRules(t), text, {})).toBe('This username is reserved')
  })
})

describe('a new password', () => {
  const person = { username: 'jonathan', first_name: 'Jo', last_name: 'Smith', email: 'jonathan@example.com' }
  const fault = (text: string) =>
    faultOf(
      newPasswordRules(t, 6, () => person),
      text,
      {},
    )

  it('accepts a password that satisfies the rules', () => expect(fault('Tr0ub4dor&3')).toBeNull())
  it('requires a password', () => expect(fault('')).toBe('Please fill this in'))
  it('requires the configured number of characters', () =>
    expect(fault('ab1c2')).toBe('The password must have at least 6 characters'))
  it('rejects only digits', () => expect(fault('83650274')).toBe('The password must not consist of digits only'))
  it('rejects only digits of another script', () =>
    expect(fault('１２３４５６７８')).toBe('The password must not consist of digits only'))

  it('rejects resemblance to personal data and names the field', () => {
    expect(fault('nahtanoj1')).toBe('The password is too similar to: Username')
    expect(fault('smith1')).toBe('The password is too similar to: Last name')
  })

  it('has a maximum length', () => expect(fault('x1'.repeat(129))).toBe('At most 256 characters'))
})

describe('the repeated password', () => {
  const fault = (text: string) => faultOf(repeatRules(t, 'password'), text, { password: 'secret horse' })

  it('must match', () => expect(fault('secret horse')).toBeNull())
  it.each(['secret Horse', 'secret horse '])('"%s" is another', (text) =>
    expect(fault(text)).toBe('The two passwords are inconsistent'),
  )
})

describe('a code of the authenticator', () => {
  it.each(['123456', '123 456', ' 012345 '])('%s has six digits', (text) =>
    expect(faultOf(codeRules(t), text, {})).toBeNull(),
  )
  it.each(['12345', '1234567', '12345a'])('%s has not', (text) =>
    expect(faultOf(codeRules(t), text, {})).toBe('Please enter six digits'),
  )
})
