import type { Messages } from '@flowprint/i18n'
import { type User, useUser } from '../shared/session/user.ts'
import { isThereFor, needsLogin } from './guard.ts'
import { type AppRoute, routeAt, ROUTES } from './routes.ts'
import { START } from '../shared/navigation.ts'
import { useSignedIn } from '../shared/session/token.ts'

/**
 * Entries of the header and its menus, in order. Only accessible pages are shown: an entry appears with its page's row
 * in the route table.
 */

export interface Entry {
  readonly to: string
  readonly label: keyof Messages['shell']['menu']
  /** Not for logged-in users: the product name links there too. */
  readonly visitors?: true
}

/** Next to the brand, for all visitors. */
export const PLACES: readonly Entry[] = [
  { to: '/', label: 'home', visitors: true },
  { to: START, label: 'order' },
  { to: '/workspace', label: 'workspace' },
  { to: '/scanner', label: 'scanner' },
]

/** Logged out. */
export const DOORS: readonly Entry[] = [
  { to: '/login', label: 'login' },
  { to: '/create/direct', label: 'create' },
]

/** Settings menu of a logged-in user. */
export const SETTINGS: readonly Entry[] = [
  { to: '/order/center', label: 'orderCenter' },
  { to: '/restore-document', label: 'restoreDocument' },
  { to: '/restore-password', label: 'restorePassword' },
  { to: '/restore-email', label: 'restoreEmail' },
  { to: '/change-language', label: 'changeLanguage' },
  { to: '/setting/theme', label: 'settingTheme' },
  { to: '/setting/security', label: 'settingSecurity' },
  { to: '/promotion-progress', label: 'promotion' },
  { to: '/manager', label: 'manager' },
]

interface Reader {
  readonly signedIn: boolean
  readonly user: User | null
}

/** The entries accessible to this user. */
export function entriesFor(
  entries: readonly Entry[],
  reader: Reader,
  routes: readonly AppRoute[] = ROUTES,
): readonly Entry[] {
  return entries.filter(({ to, visitors }) => {
    if (visitors && reader.signedIn) return false
    const route = routeAt(to, routes)
    return route !== undefined && isThereFor(route, reader.user) && (reader.signedIn || !needsLogin(route))
  })
}

/** The entries accessible to the current user. */
export function useEntries(entries: readonly Entry[]): readonly Entry[] {
  const signedIn = useSignedIn()
  const user = useUser((state) => state.user)
  return entriesFor(entries, { signedIn, user })
}
