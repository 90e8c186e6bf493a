import { messages } from '@flowprint/i18n/en'
import { accounts } from '@flowprint/i18n/en/accounts'
import { accounts as chinese } from '@flowprint/i18n/zh/accounts'
import { describe, expect, it } from 'vitest'

/** Texts of specification.md, sections 5 and 8, on the account pages, with their keys. */
const SENTENCES: readonly (readonly [string, string])[] = [
  ['The two passwords are inconsistent', accounts.form.fault.passwordsDiffer],
  ['Please complete the registration information first', accounts.form.fault.registrationIncomplete],
  ['Please complete the login account', accounts.form.fault.loginIncomplete],
  ['The mailbox format is incorrect', accounts.form.fault.emailFormat],
  ['Please fill in the modification data', accounts.form.fault.modificationIncomplete],
  ['Please fill in complete information', accounts.form.fault.incomplete],
  ['Parameter error', accounts.changePassword.invalid],
  ['Parameter error', accounts.changeEmail.invalid],
  ['Account activation failed', accounts.active.failed],
  ['Account activation succeeded', accounts.active.success],
  ['Reset successful', accounts.changePassword.success],
  ['Modification successful, please log in again', accounts.restorePassword.success],
  ['Successfully modified', accounts.profile.success],
  ['Successfully modified', accounts.changeEmail.success],
  ['Successfully modified', accounts.theme.success],
  ['Successfully modified', accounts.language.success],
  ['Copy Success', messages.common.copySuccess],
  [
    'Registration is successful, please go to the registered email to activate within 30 minutes',
    accounts.create.success.replace('{{minutes}}', '30'),
  ],
]

describe('the texts of the specification', () => {
  it.each(SENTENCES)('"%s" stands as it is written', (sentence, said) => expect(said).toBe(sentence))

  it('the notice of the activation link starts and ends as specified', () => {
    const said = accounts.sendActive.success.replace('{{minutes}}', '30')
    expect(said).toMatch(/^The activation link is sent successfully.*activate within 30 minutes$/)
  })

  it('the notice of the reset mail depends on the account and mentions spam', () => {
    expect(accounts.recovery.success).toMatch(/if an account .* exists/i)
    expect(accounts.recovery.spam).toMatch(/spam/)
  })

  it('lists the four displayed password rules', () => {
    const { similar, min, common, numeric } = accounts.form.rules
    expect([similar, min.replace('{{min}}', '6'), common, numeric]).toEqual([
      'Not too similar to your personal information',
      'At least 6 characters',
      'Not a common password',
      'Not all digits',
    ])
  })
})

function everySentence(tree: object): string[] {
  return Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : everySentence(value as object)))
}

describe('no sentence of the accounts', () => {
  it.each([
    ['English', accounts],
    ['Chinese', chinese],
  ])('says the word that logs out, in %s', (_name, catalogue) => {
    expect(everySentence(catalogue).filter((sentence) => sentence.includes('Token'))).toEqual([])
  })
})
