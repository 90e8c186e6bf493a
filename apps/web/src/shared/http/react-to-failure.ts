/**
 * How the application handles a failed call (specification section 8):
 *
 *   401             toast, the token is cleared; the guard redirects protected pages to /login
 *   403             /401
 *   '501'           its message as a toast, /send-active
 *   'Token' rule    logged out, /login
 *   everything else one toast of 3 s: the server's message, or the catalogue's text
 */
import i18next from 'i18next'
import { go, here, loginAddress } from '../navigation.ts'
import { dropToken } from '../session/token.ts'
import { showToast } from '../ui/toasts.ts'
import { CallFailure } from './envelope.ts'
import { failureText } from './failure-text.ts'

/** Shows one toast for a failure. Aborted calls are ignored. */
export function sayFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  const say = () => showToast(failureText(i18next.t, error))
  // Read the user before the texts have loaded.
  if (i18next.isInitialized) say()
  else i18next.on('initialized', say)
}

/** Whether the failure concerns the session or permissions: then it is handled here and the page does nothing. */
export function endsHere(error: unknown): boolean {
  return (
    error instanceof CallFailure &&
    ['sessionExpired', 'forbidden', 'notActivated', 'logOut', 'signedOut'].includes(error.kind)
  )
}

/** Handles a failure. `say: false`: the page shows ordinary failures itself. */
export function reactToFailure(failure: CallFailure, say = true): void {
  switch (failure.kind) {
    case 'sessionExpired':
      sayFailure(failure)
      dropToken()
      return
    case 'forbidden':
      go('/401')
      return
    case 'notActivated':
      sayFailure(failure)
      go('/send-active')
      return
    case 'logOut':
      dropToken(true)
      go('/login')
      return
    case 'signedOut':
      // The guard may have redirected already; keep its URL.
      if (!here().startsWith('/login')) go(loginAddress(here()), { replace: true })
      return
    default:
      if (say) sayFailure(failure)
  }
}
