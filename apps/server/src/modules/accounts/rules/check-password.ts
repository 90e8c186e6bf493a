import { isSimilarTo, passwordFaults } from '@flowprint/contract'
import type { PasswordAttribute, PasswordFault } from '@flowprint/contract'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import type { AccountForm } from './account-form.ts'

/** Minimum length of administrators' passwords, even if PASSWORD_MIN is lower. */
const ADMIN_MIN_LENGTH = 12

export interface PasswordPolicy {
  readonly passwordMin: number
  readonly productName: string
}

export interface PasswordOwner {
  readonly attributes: Readonly<Partial<Record<PasswordAttribute, string>>>
  readonly isAdmin: boolean
}

const minimumOf = ({ passwordMin }: PasswordPolicy, isAdmin: boolean): number =>
  isAdmin ? Math.max(passwordMin, ADMIN_MIN_LENGTH) : passwordMin

/**
 * Adds every fault of a new password to the form: Django's four rules, with the product name and similar context words
 * treated as common passwords.
 */
export function checkPassword(
  form: AccountForm,
  field: string,
  password: string,
  owner: PasswordOwner,
  policy: PasswordPolicy,
  isCommon: (password: string) => boolean,
): void {
  if (password === '') return
  const min = minimumOf(policy, owner.isAdmin)
  const contextWords = [policy.productName, 'orderflow', 'order flow']
  const faults = passwordFaults(password, {
    min,
    attributes: owner.attributes,
    isCommon: (text) => isCommon(text) || contextWords.some((word) => isSimilarTo(text, word)),
  })
  for (const fault of faults)
    form.fault(field, fault.error, fault.error === 'PASSWORD_TOO_SHORT' ? { min } : {}, sentenceOf(fault))
}

const SIMILAR: Readonly<Record<PasswordAttribute, ApiMessageKey>> = {
  username: 'PASSWORD_SIMILAR_USERNAME',
  first_name: 'PASSWORD_SIMILAR_FIRST_NAME',
  last_name: 'PASSWORD_SIMILAR_LAST_NAME',
  email: 'PASSWORD_SIMILAR_EMAIL',
}

function sentenceOf({ error, attribute }: PasswordFault): ApiMessageKey {
  if (attribute !== undefined) return SIMILAR[attribute]
  return error === 'PASSWORD_TOO_SHORT' ? 'PASSWORD_AT_LEAST' : error // wording: old name
}
