import { create } from 'zustand'

/**
 * A notice that outlives the session, shown on the login page: all other pages have closed, in this tab and,
 * through the stored token, in others. In memory only.
 */

interface Parting {
  /** Shown only once. */
  readonly recoveryCodes?: readonly string[]
  /** ISO time of the account's deletion. */
  readonly deleteAt?: string
}

export const useParting = create<Parting>()(() => ({}))

export function keepParting(parting: Parting): void {
  useParting.setState(parting, true)
}

/** The e-mail typed on an account page, for the next one. In memory only. */
let typed = ''

export function keepTypedEmail(email: string): void {
  typed = email.trim()
}

export function typedEmail(): string {
  return typed
}
