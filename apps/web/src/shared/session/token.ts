/**
 * The token of this browser: kept in local storage under `Authorization`, shared by all tabs.
 * Everything else about being signed in follows from it; pages use session.ts and the user store instead.
 */
import { createStore } from 'zustand/vanilla'
import { readText, STORAGE_KEYS, writeText } from '../local-store.ts'

interface TokenState {
  /** Null: nobody is signed in. */
  readonly token: string | null
  /** It was given up on purpose: the login page that follows leads back to nothing. */
  readonly left: boolean
}

export const tokenStore = createStore<TokenState>()(() => ({ token: null, left: false }))
// Said after the store is made: a page from the build begins as everybody's and becomes that of its reader.
tokenStore.setState({ token: readText(STORAGE_KEYS.token) || null })

export function currentToken(): string | null {
  return tokenStore.getState().token
}

/** Remembers a token: of a login, or the one that replaces it after a change of name or e-mail. */
export function keepToken(token: string): void {
  writeText(STORAGE_KEYS.token, token)
  tokenStore.setState({ token, left: false })
}

/** Forgets the token. `left`: by the user's own wish, so the page of before is not come back to. */
export function dropToken(left = false): void {
  writeText(STORAGE_KEYS.token, null)
  tokenStore.setState({ token: null, left })
}

/** Takes over what another tab stored. A page that was frozen missed the events: it looks when it is shown again. */
export function followToken(target: EventTarget = globalThis): void {
  // Markup from the build is everybody's: until it is taken over, style sheets hide what is not for its reader.
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
