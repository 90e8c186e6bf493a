/**
 * What somebody must still be told after the act that ended their session. The login page tells it: every other page is
 * closed to them by then, in this tab and, through the stored token, by any other. Kept in memory only.
 */
import { create } from 'zustand'

export interface Parting {
  /** Shown this once. */
  readonly recoveryCodes?: readonly string[]
  /** ISO time at which the account will be deleted. */
  readonly deleteAt?: string
}

export const useParting = create<Parting>()(() => ({}))

export function keepParting(parting: Parting): void {
  useParting.setState(parting, true)
}
