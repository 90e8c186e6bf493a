import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import { readText, STORAGE_KEYS, writeText } from '../local-store.ts'

/**
 * The token of this browser: in local storage under `Authorization`, shared by all tabs.
 * The sign-in state is derived from it; pages use session.ts and the user store instead.
 */

interface TokenState {
  /** Null: not signed in. */
  readonly token: string | null
  /** The user logged out deliberately: the login page does not return to the previous page. */
  readonly left: boolean
}

export const tokenStore = createStore<TokenState>()(() => ({ token: null, left: false }))
// Read after the store is created: a prerendered page starts signed out.
tokenStore.setState({ token: readText(STORAGE_KEYS.token) || null })

export function currentToken(): string | null {
  return tokenStore.getState().token
}

/** Stores a token: of a login, or its replacement after a change of name or e-mail. */
export function keepToken(token: string): void {
  writeText(STORAGE_KEYS.token, token)
  tokenStore.setState({ token, left: false })
}

/** Clears the token. `left`: by the user's choice, so login does not return to the previous page. */
export function dropToken(left = false): void {
  writeText(STORAGE_KEYS.token, null)
  tokenStore.setState({ token: null, left })
}

/** Follows tokens that other tabs store. A frozen page misses the events, so it reads the token when shown again. */
export function followToken(target: EventTarget = globalThis): void {
  // Prerendered markup is the same for all visitors: until hydration, style sheets hide what does not apply.
  const show = () => {
    if (typeof document !== 'undefined')
      document.documentElement.dataset.reader = currentToken() === null ? 'visitor' : 'member'
  }
  show()
  tokenStore.subscribe(show)
  const look = () => {
    const token = readText(STORAGE_KEYS.token) || null
    if (token !== currentToken()) tokenStore.setState({ token, left: false })
  }
  target.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent
    // Null: the whole storage was emptied.
    if (key === STORAGE_KEYS.token || key === null) look()
  })
  target.addEventListener('pageshow', look)
}

/** Whether this browser holds a login. */
export function useSignedIn(): boolean {
  return useStore(tokenStore, ({ token }) => token !== null)
}
