import { useStore } from 'zustand'
import { tokenStore } from '../shared/session/token.ts'
import { useUser } from '../shared/session/user.ts'
import { entriesFor, type Entry } from './menus.ts'

export function useSignedIn(): boolean {
  return useStore(tokenStore, ({ token }) => token !== null)
}

/** Those of the entries that lead somewhere for whoever is here now. */
export function useEntries(entries: readonly Entry[]): readonly Entry[] {
  const signedIn = useSignedIn()
  const user = useUser((state) => state.user)
  return entriesFor(entries, { signedIn, user })
}
