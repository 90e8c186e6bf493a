/** Field rules of the account forms: the contract's rules with the page's texts. */
import {
  COMMONEST_PASSWORDS,
  MAX_EMAIL_LENGTH,
  isReservedUsername,
  isUsername,
  MAX_NAME_LENGTH,
  normalizeUsername,
  MAX_PASSWORD_LENGTH,
  passwordFaults,
  type PasswordAttribute,
  type PasswordFault,
} from '@flowprint/contract'
import type { TFunction } from 'i18next'
import { atMost, isEmail, required, sameAs, type Rule } from '../../shared/forms/rules.ts'

/** Personal data that a password must not resemble. */
export type OwnWords = Readonly<Partial<Record<PasswordAttribute, string>>>

const tooLong = (t: TFunction, max: number) => atMost(max, t('accounts.form.fault.tooLong', { max }))

export const filled = (t: TFunction): Rule<unknown> => required(t('accounts.form.fault.required'))

export const emailRules = (t: TFunction): readonly Rule<unknown>[] => [
  filled(t),
  isEmail(t('accounts.form.fault.emailFormat')),
  tooLong(t, MAX_EMAIL_LENGTH),
]

export const nameRules = (t: TFunction): readonly Rule<unknown>[] => [filled(t), tooLong(t, MAX_NAME_LENGTH)]

export const usernameRules = (t: TFunction): readonly Rule<unknown>[] => [
  ...nameRules(t),
  (value) => (isUsername(normalizeUsername(value)) ? null : t('accounts.form.fault.usernameFormat')),
  (value) => (isReservedUsername(value) ? t('accounts.form.fault.usernameReserved') : null),
]

/** Rules for a new password. The most common passwords are rejected here, the full list is checked by the server. */
export const newPasswordRules = <Values>(
  t: TFunction,
  min: number,
  ownWordsOf: (values: Values) => OwnWords,
): readonly Rule<Values>[] => [
  filled(t),
  tooLong(t, MAX_PASSWORD_LENGTH),
  (value, values) => {
    const [fault] = passwordFaults(value, {
      min,
      attributes: ownWordsOf(values),
      isCommon: (text) => COMMONEST_PASSWORDS.has(text),
    })
    return fault === undefined ? null : passwordFaultText(t, fault, min)
  },
]

export const repeatRules = <Name extends string>(t: TFunction, name: Name): readonly Rule<Record<Name, string>>[] => [
  filled(t),
  sameAs(name, t('accounts.form.fault.passwordsDiffer')),
]

/** The six digits of an authenticator code, with any grouping. */
export const codeRules = (t: TFunction): readonly Rule<unknown>[] => [
  filled(t),
  (value) => (/^\d{6}$/.test(value.replaceAll(/\s/g, '')) ? null : t('accounts.form.fault.otpFormat')),
]

const ATTRIBUTE_FIELDS = {
  username: 'username',
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
} as const

function passwordFaultText(t: TFunction, { error, attribute }: PasswordFault, min: number): string {
  switch (error) {
    case 'PASSWORD_SIMILAR':
      return t('accounts.form.fault.passwordSimilar', {
        attribute: t(`accounts.form.field.${ATTRIBUTE_FIELDS[attribute ?? 'username']}`),
      })
    case 'PASSWORD_TOO_SHORT':
      return t('accounts.form.fault.passwordTooShort', { min })
    case 'PASSWORD_NUMERIC':
      return t('accounts.form.fault.passwordNumeric')
    case 'PASSWORD_COMMON':
      return t('accounts.form.fault.passwordCommon')
  }
}
