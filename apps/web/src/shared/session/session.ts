/**
 * Signing in and out.
 *
 *   signIn(token)         after /login; the guard then leads away from /login, to ?next= or the chart
 *   replaceToken(token)   after /reset_name and /reset_email
 *   endSession()          after a change of password: the guard leads to /login
 *   logOut()              what the confirmed Logout does
 */
import { call } from '../http/call.ts'
import { readKeys, STORAGE_KEYS, writeText } from '../local-store.ts'
import { dropToken, keepToken } from './token.ts'

const LOGOUT_TIMEOUT_MS = 4000

export const signIn = keepToken
export const replaceToken = keepToken

/** Forgets the user, the token and everything that was kept for them; only the language stays. */
export function endSession(): void {
  clearStored()
  dropToken(true)
}

/** Tells the server, clears what this browser keeps and opens the login page. */
export async function logOut(open: (address: string) => void = openAnew): Promise<void> {
  // Few have one, so what deals with it is not loaded before.
  if ('serviceWorker' in navigator)
    await import('./forget-push.ts').then(({ forgetPush }) => forgetPush()).catch(() => undefined)
  // Whatever the server answers, this browser forgets: a session that ended by itself is no reason to stay.
  await call('/logout', { method: 'POST', body: {}, say: false, timeoutMs: LOGOUT_TIMEOUT_MS }).catch(() => undefined)
  clearStored()
  open('/login')
}

function clearStored(): void {
  for (const key of readKeys()) {
    if (key === STORAGE_KEYS.token || key === STORAGE_KEYS.symbolHistory || key.startsWith('flowprint:'))
      writeText(key, null)
  }
}

/** A new document: what stores and caches still hold of the user goes with the old one. */
function openAnew(address: string): void {
  location.replace(address)
}
