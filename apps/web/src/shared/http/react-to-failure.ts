/**
 * What a failed call makes the application do (specification section 8), whoever made it.
 *
 *   401             toast, the token is forgotten; the guard leads a page that needs it to /login
 *   403             /401
 *   '501'           its message as a toast, /send-active
 *   'Token' rule    logged out, /login
 *   everything else one toast of 3 s: the server's words, or the catalogue's
 */
import i18next from 'i18next'
import { go, here, loginAddress } from '../navigation.ts'
import { dropToken } from '../session/token.ts'
import { showToast } from '../ui/toasts.ts'
import { CallFailure } from './envelope.ts'
import { failureText } from './failure-text.ts'

/** One toast with what went wrong. A call that was given up says nothing. */
export function sayFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  const say = () => showToast(failureText(i18next.t, error))
  // Who is here is asked while the words are still on their way.
  if (i18next.isInitialized) say()
  else i18next.on('initialized', say)
}

/** Whether the failure is about who one is: then it is dealt with here, and the page has nothing to add. */
export function endsHere(error: unknown): boolean {
  return (
    error instanceof CallFailure &&
    ['sessionExpired', 'forbidden', 'notActivated', 'logOut', 'signedOut'].includes(error.kind)
  )
}

/** Deals with a failure. `say: false`: the page shows ordinary ones itself, at the field or in place of its content. */
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
      // The guard may have been faster; what it wrote into the address stays.
      if (!here().startsWith('/login')) go(loginAddress(here()), { replace: true })
      return
    default:
      if (say) sayFailure(failure)
  }
}
