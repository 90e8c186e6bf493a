import { useUser } from '../shared/session/user.ts'
import { useSignedIn } from '../shared/session/use-signed-in.ts'
import { entriesFor, type Entry } from './menus.ts'

/** Those of the entries that lead somewhere for whoever is here now. */
export function useEntries(entries: readonly Entry[]): readonly Entry[] {
  const signedIn = useSignedIn()
  const user = useUser((state) => state.user)
  return entriesFor(entries, { signedIn, user })
}
