import {
  MAX_EMAIL_LENGTH,
  ERRORS,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  hasHiddenCharacters,
  isEmail,
  isReservedUsername,
  isUsername,
  normalizeEmail,
  normalizeUsername,
} from '@flowprint/contract'
import type { ErrorSlug, PasswordAttribute } from '@flowprint/contract'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import { AppError } from '../../../platform/http/index.ts'
import type { Fault, Params, Sentence } from '../../../platform/http/index.ts'

/** Reads the fields of a body and collects every fault, so that a response can report all of them. */
export class AccountForm {
  readonly faults: Fault[] = []
  readonly #body: Readonly<Record<string, unknown>>

  constructor(body: unknown) {
    this.#body = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  }

  /** The text as sent; '' if it is missing or invalid. */
  text(
    field: string,
    max: number,
    options: { readonly optional?: boolean; readonly blankCounts?: boolean } = {},
  ): string {
    const value = this.#body[field]
    const isBlank = typeof value === 'string' && (options.blankCounts === true ? value : value.trim()) === ''
    if (value === undefined || value === null || isBlank) {
      if (options.optional !== true) this.fault(field, 'REQUIRED', {}, 'FIELD_REQUIRED')
      return ''
    }
    if (typeof value !== 'string') {
      this.fault(field, 'BAD_BODY', { expected: 'string' })
      return ''
    }
    if (value.length > 4 * max || [...value].length > max) {
      this.fault(field, 'TOO_LONG', { max }, 'FIELD_TOO_LONG')
      return ''
    }
    return value.toWellFormed()
  }

  email(field = 'email'): string {
    const email = normalizeEmail(this.text(field, MAX_EMAIL_LENGTH))
    if (email !== '' && !isEmail(email)) this.fault(field, 'BAD_EMAIL')
    return email
  }

  username(field = 'username', options: { readonly optional?: boolean } = {}): string {
    const username = normalizeUsername(this.text(field, MAX_NAME_LENGTH, options))
    if (username === '') return ''
    // Normalization may lengthen a name: check the limit on the stored form.
    if ([...username].length > MAX_NAME_LENGTH)
      this.fault(field, 'TOO_LONG', { max: MAX_NAME_LENGTH }, 'FIELD_TOO_LONG')
    else if (!isUsername(username)) this.fault(field, 'BAD_USERNAME')
    else if (isReservedUsername(username)) this.fault(field, 'USERNAME_TAKEN')
    return username
  }

  name(field: string): string {
    const name = this.text(field, MAX_NAME_LENGTH).trim()
    if (hasHiddenCharacters(name)) this.fault(field, 'BAD_NAME')
    return name
  }

  /** Whitespace is part of a password. */
  password(field: string, options: { readonly optional?: boolean } = {}): string {
    return this.text(field, MAX_PASSWORD_LENGTH, { ...options, blankCounts: true })
  }

  same(field: string, first: string, second: string): void {
    if (first !== '' && second !== '' && first !== second) this.fault(field, 'PASSWORDS_DIFFER')
  }

  fault(field: string, error: ApiMessageKey, params: Params = {}, sentence?: ApiMessageKey): void {
    this.faults.push({ field, error, params, ...(sentence === undefined ? {} : { sentence }) })
  }

  hasFault(field: string): boolean {
    return this.faults.some((fault) => fault.field === field)
  }

  /** Throws if there are faults. `incomplete` is the message when a field is missing. */
  refuse(incomplete: ApiMessageKey = 'VALIDATION'): void {
    if (this.faults.length > 0) throw formError(this.faults, incomplete)
  }
}

/** Faults of a single kind with an error slug become that error; mixed kinds become VALIDATION. */
export function formError(faults: readonly Fault[], incomplete: ApiMessageKey): AppError {
  const [first] = faults
  const isOne = faults.every((fault) => fault.error === first.error)
  const slug: ErrorSlug = isOne && Object.hasOwn(ERRORS, first.error) ? (first.error as ErrorSlug) : 'VALIDATION'
  return new AppError(slug, { faults, sentences: sentencesOf(faults, incomplete) })
}

function sentencesOf(faults: readonly Fault[], incomplete: ApiMessageKey): Sentence[] {
  if (faults.some((fault) => fault.error === 'REQUIRED' || fault.error === 'BAD_BODY'))
    return [{ key: incomplete, params: {} }]
  const sentences = faults.map(({ error, sentence, params }) => ({ key: sentence ?? error, params }))
  return sentences.filter(({ key }, i) => sentences.findIndex((other) => other.key === key) === i)
}

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
