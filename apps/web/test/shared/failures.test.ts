import { createInstance } from 'i18next'
import { messages as en } from '@flowprint/i18n/en'
import { messages as zh } from '@flowprint/i18n/zh'
import { describe, expect, it } from 'vitest'
import { CallFailure, type FailureKind } from '../../src/shared/http/envelope.ts'
import { fieldFaults } from '../../src/shared/forms/field-faults.ts'
import { failureText } from '../../src/shared/http/failures.ts'

const i18n = createInstance()
await i18n.init({
  lng: 'en',
  defaultNS: 'web',
  resources: { en: { web: en }, zh: { web: zh } },
  interpolation: { escapeValue: false },
})

/** The sentences of specification section 8, word for word. */
const CATALOGUE: readonly [FailureKind, string, string, string][] = [
  ['sessionExpired', '401', '', 'login identity has expired, please log in again'],
  ['connection', '', '', 'backend connection error'],
  ['timeout', '', '', 'backend request timeout'],
  ['status', '502', '', 'backend interface 502 error'],
  ['code', '409', '', 'backend interface 409 error'],
  ['unknown', '', '', 'backend unknown error'],
  ['message', '400', 'The two passwords are inconsistent', 'The two passwords are inconsistent'],
]

describe('the text of a failed call', () => {
  it.each(CATALOGUE)('%s %s says its sentence', (kind, code, words, sentence) => {
    expect(failureText(i18n.getFixedT('en'), new CallFailure(kind, code, words))).toBe(sentence)
  })

  it.each(CATALOGUE.slice(0, 6))('%s %s has a different text in Chinese', (kind, code, words, sentence) => {
    const text = failureText(i18n.getFixedT('zh'), new CallFailure(kind, code, words))
    expect(text).toMatch(/\p{Script=Han}/u)
    expect(text).not.toBe(sentence)
  })

  it('treats any other thrown value as unknown', () => {
    expect(failureText(i18n.getFixedT('en'), new Error('boom'))).toBe('backend unknown error')
  })
})

const failure = (data: unknown) => new CallFailure('message', '400', 'words', data)

describe('field errors of a failure', () => {
  it('are joined per field', () => {
    const data = {
      fields: {
        password: [
          { error: 'A', message: 'too short' },
          { error: 'B', message: 'too common' },
        ],
      },
    }
    expect(fieldFaults(failure(data), ['email', 'password'])).toEqual({ password: 'too short too common' })
  })

  it.each([
    ['it names a field the form does not have', { fields: { otp: [{ message: 'x' }] } }],
    ['it names none', { fields: {} }],
    ['fields are no lists', { fields: { email: 'x' } }],
    ['there are no fields', { error: 'VALIDATION' }],
    ['there is no data', null],
    ['the data are a text', 'x'],
  ])('is nothing where %s', (_why, data) => expect(fieldFaults(failure(data), ['email'])).toBeNull())

  it('are null for an error that is no failed call', () => expect(fieldFaults(new Error('x'), ['email'])).toBeNull())
})
