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

/** Clears the user, the token and their stored data; only the language stays. */
export function endSession(): void {
  clearStored()
  dropToken(true)
}

/** Logs out on the server, clears this browser's data and opens the login page. */
export async function logOut(open: (address: string) => void = loadDocument): Promise<void> {
  // Few users have a subscription, so the code is lazy.
  if ('serviceWorker' in navigator)
    await import('./forget-push.ts').then(({ forgetPush }) => forgetPush()).catch(() => undefined)
  // Clear local data whatever the server answers: an expired session must not prevent a logout.
  await call('POST /logout', { toast: false, timeoutMs: LOGOUT_TIMEOUT_MS }).catch(() => undefined)
  clearStored()
  await forgetAnswers()
  open('/login')
}

/** Deletes the copies of the account's answers that the service worker keeps, which names the cache, too. */
async function forgetAnswers(): Promise<void> {
  if ('caches' in globalThis) await caches.delete('flowprint-answers').catch(() => false)
}

function clearStored(): void {
  void forgetAnswers()
  for (const key of readKeys()) {
    if (key === STORAGE_KEYS.token || key === STORAGE_KEYS.symbolHistory || key.startsWith('flowprint:'))
      writeText(key, null)
  }
}

/** Load a new document, to discard the user's data in stores and caches. */
function loadDocument(address: string): void {
  location.replace(address)
}
