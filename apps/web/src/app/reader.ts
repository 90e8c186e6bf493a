import { useUser } from '../shared/session/user.ts'
import { useSignedIn } from '../shared/session/use-signed-in.ts'
import { entriesFor, type Entry } from './menus.ts'

/** The entries accessible to the current user. */
export function useEntries(entries: readonly Entry[]): readonly Entry[] {
  const signedIn = useSignedIn()
  const user = useUser((state) => state.user)
  return entriesFor(entries, { signedIn, user })
}
