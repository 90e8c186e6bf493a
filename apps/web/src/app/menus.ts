/**
 * What the header and its menus offer, in their order. Only what exists and what one may enter is shown:
 * an entry appears with the row of its page in the table of routes.
 */
import type { Messages } from '@flowprint/messages'
import type { User } from '../shared/session/user.ts'
import { isThereFor, needsLogin } from './guard.ts'
import { routeAt, ROUTES, type AppRoute } from './routes.ts'
import { START } from './start.ts'

export interface Entry {
  readonly to: string
  readonly label: keyof Messages['shell']['menu']
  /** Not for those who are logged in: the product's name leads there too. */
  readonly visitors?: true
}

/** Beside the brand, for everybody. */
export const PLACES: readonly Entry[] = [
  { to: '/', label: 'home', visitors: true },
  { to: START, label: 'order' },
]

/** Logged out. */
export const DOORS: readonly Entry[] = [
  { to: '/login', label: 'login' },
  { to: '/create/direct', label: 'create' },
]

/** The settings menu of somebody who is logged in. */
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

/** Those of the entries that lead somewhere for this reader. */
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
