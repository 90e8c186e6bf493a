/** Decides access to pages. Pure; guarded-page.tsx executes the decision. */
import { loginAddress, safeNext, START } from '../shared/navigation.ts'
import { hasRole, type User } from '../shared/session/user.ts'
import type { AppRoute } from './routes.ts'

/** State of the visitor when a page is requested. */
export interface Visitor {
  readonly signedIn: boolean
  /** Null until the server has returned the user. */
  readonly user: User | null
  /** Just logged out deliberately. */
  readonly left: boolean
  /** Loading the user failed. */
  readonly failed: boolean
}

const SECURITY = '/setting/security'
const BEFORE_OTP = [SECURITY, '/logout']

export type Passage =
  | { readonly go: 'show' }
  /** Load the user first; then decide the same navigation again. */
  | { readonly go: 'wait' }
  | { readonly go: 'redirect'; readonly to: string }
  | { readonly go: 'unknown' }
  /** Loading the user failed: the page may retry. */
  | { readonly go: 'failed' }

/** Whether a page requires login. */
export function needsLogin(route: AppRoute): boolean {
  return route.role !== undefined || route.auth
}

/** Whether a page exists for a user: role pages exist only for users with the role. */
export function isThereFor(route: AppRoute, user: User | null): boolean {
  return route.role === undefined || hasRole(user, route.role)
}

/**
 * Decides a navigation to `address` (path and search). `route` is the table row at its path, or undefined. With a token
 * the first navigation waits for the user, which determines the available routes.
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
  // An administrator in production must set up the authenticator first: the server refuses all other calls.
  if (visitor.user.otp_required && !BEFORE_OTP.includes(route.path)) return { go: 'redirect', to: SECURITY }
  return isThereFor(route, visitor.user) ? { go: 'show' } : { go: 'unknown' }
}
