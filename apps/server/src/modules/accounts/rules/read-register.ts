import type { PasswordAttribute } from '@flowprint/contract'
import type { AccountForm } from './account-form.ts'

export interface Registration {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
  /** Null without an inviter. */
  readonly inviteCode: string | null
}

const INVITE_CODE = /^[A-Za-z0-9_-]{1,64}$/
/** Placeholder in the page path when there is no invite code. */
const NO_CODE = 'direct'

/** Reads the fields of a registration; faults are added to `form`. */
export function readRegister(form: AccountForm): Registration {
  const username = form.username()
  const firstName = form.name('first_name')
  const lastName = form.name('last_name')
  const email = form.email()
  const password = form.password('password')
  form.same('confirm_password', password, form.password('confirm_password'))
  return { username, firstName, lastName, email, password, inviteCode: readInviteCode(form, 'invite_code') }
}

/** A malformed code is ignored: it must not block the registration. */
export function readInviteCode(form: AccountForm, field: string): string | null {
  const code = form.text(field, 1000, { optional: true }).trim()
  return code === NO_CODE || !INVITE_CODE.test(code) ? null : code
}

export const attributesOf = (
  person: Pick<Registration, 'username' | 'firstName' | 'lastName' | 'email'>,
): Record<PasswordAttribute, string> => ({
  username: person.username,
  first_name: person.firstName,
  last_name: person.lastName,
  email: person.email,
})
