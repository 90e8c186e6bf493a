/**
 * A notice that outlives the session, shown on the login page: all other pages are closed by then, in this tab and,
 * through the stored token, in others. In memory only.
 */
import { create } from 'zustand'

export interface Parting {
  /** Shown only once. */
  readonly recoveryCodes?: readonly string[]
  /** ISO time of the account's deletion. */
  readonly deleteAt?: string
}

export const useParting = create<Parting>()(() => ({}))

export function keepParting(parting: Parting): void {
  useParting.setState(parting, true)
}
