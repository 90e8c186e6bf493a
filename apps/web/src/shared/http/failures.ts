import i18next, { type TFunction } from 'i18next'
import { go, here, loginAddress } from '../navigation.ts'
import { dropToken } from '../session/token.ts'
import { showToast } from '../ui/toasts.ts'
import { CallFailure } from './envelope.ts'

/**
 * How the application handles a failed call (specification section 8):
 *
 *   401             toast, the token is cleared; the guard redirects protected pages to /login
 *   403             /401
 *   '501'           its message as a toast, /send-active
 *   'Token' rule    logged out, /login
 *   everything else one toast of 3 s: the server's message, or the catalogue's text
 */

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** Shows one toast for a failure. Aborted calls are ignored. */
export function showFailure(error: unknown): void {
  if (isAborted(error)) return
  const show = () => showToast(failureText(i18next.t, error))
  // Read the user before the texts have loaded.
  if (i18next.isInitialized) show()
  else i18next.on('initialized', show)
}

/** Whether the failure concerns the session or permissions: then it is handled here and the page does nothing. */
export function endsHere(error: unknown): boolean {
  return (
    error instanceof CallFailure &&
    ['sessionExpired', 'forbidden', 'notActivated', 'logOut', 'signedOut'].includes(error.kind)
  )
}

/** Handles a failure. `toast: false`: the page shows ordinary failures itself. */
export function reactToFailure(failure: CallFailure, toast = true): void {
  switch (failure.kind) {
    case 'sessionExpired':
      showFailure(failure)
      dropToken()
      return
    case 'forbidden':
      go('/401')
      return
    case 'notActivated':
      showFailure(failure)
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
      if (toast) showFailure(failure)
  }
}

/** The user-visible text of a failed call (specification section 8). */
export function failureText(t: TFunction, error: unknown): string {
  if (!(error instanceof CallFailure)) return t('errors.unknown')
  switch (error.kind) {
    case 'sessionExpired':
    case 'signedOut':
      return t('errors.sessionExpired')
    case 'connection':
      return t('errors.connection')
    case 'timeout':
      return t('errors.timeout')
    case 'status':
      return t('errors.status', { status: error.code })
    case 'unreadable':
      return t('errors.unreadable', { code: error.code })
    case 'unknown':
      return t('errors.unknown')
    default:
      return error.words || t('errors.code', { code: error.code })
  }
}
