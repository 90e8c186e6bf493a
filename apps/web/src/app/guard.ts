/** Who may pass to which page. Pure; guarded-page.tsx acts on it. */
import { loginAddress, safeNext } from '../shared/navigation.ts'
import { hasRole, type User } from '../shared/session/user.ts'
import type { AppRoute } from './routes.ts'
import { START } from './start.ts'

/** What is known of the visitor when a page is asked for. */
export interface Visitor {
  readonly signedIn: boolean
  /** Null while the server has not said who it is. */
  readonly user: User | null
  /** Signed out on purpose a moment ago. */
  readonly left: boolean
  /** The server could not be asked who it is. */
  readonly failed: boolean
}

const SECURITY = '/setting/security'
const BEFORE_OTP = [SECURITY, '/logout']

export type Passage =
  | { readonly go: 'show' }
  /** User info comes first; then the same navigation is decided again. */
  | { readonly go: 'wait' }
  | { readonly go: 'redirect'; readonly to: string }
  | { readonly go: 'unknown' }
  /** User info did not come: the page may ask again. */
  | { readonly go: 'failed' }

/** Whether a page asks for a login. */
export function needsLogin(route: AppRoute): boolean {
  return route.role !== undefined || route.auth
}

/** Whether a page is there for somebody: routes of a role join only for those who have it. */
export function isThereFor(route: AppRoute, user: User | null): boolean {
  return route.role === undefined || hasRole(user, route.role)
}

/**
 * Decides a navigation to `address` (path and search). `route` is the row of the table at its path, or undefined.
 * With a token the first navigation waits for user info: only then is it known which routes there are.
 */
export function decidePassage(route: AppRoute | undefined, address: string, visitor: Visitor): Passage {
  if (route === undefined) return { go: 'unknown' }
  if (!visitor.signedIn) {
    if (!needsLogin(route)) return { go: 'show' }
    return { go: 'redirect', to: visitor.left ? '/login' : loginAddress(address) }
  }
  if (route.guest)
    return { go: 'redirect', to: safeNext(new URLSearchParams(address.split('?')[1]).get('next'), START) }
  if (!needsLogin(route)) return { go: 'show' }
  if (visitor.user === null) return { go: visitor.failed ? 'failed' : 'wait' }
  // An administrator in production sets up the authenticator first: no other call would be answered.
  if (visitor.user.otp_required && !BEFORE_OTP.includes(route.path)) return { go: 'redirect', to: SECURITY }
  return isThereFor(route, visitor.user) ? { go: 'show' } : { go: 'unknown' }
}
