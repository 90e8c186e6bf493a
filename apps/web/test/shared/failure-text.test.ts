import { createInstance } from 'i18next'
import { messages as en } from '@flowprint/i18n/en'
import { messages as zh } from '@flowprint/i18n/zh'
import { describe, expect, it } from 'vitest'
import { CallFailure, type FailureKind } from '../../src/shared/http/envelope.ts'
import { failureText } from '../../src/shared/http/failure-text.ts'

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
