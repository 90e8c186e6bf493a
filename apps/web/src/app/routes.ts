import type { Messages } from '@flowprint/i18n'
import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import type { AccountPage } from '../features/accounts/pages.ts'
import type { AdminPage } from '../features/admin/pages.ts'
import type { HelpPage } from '../features/help/pages.ts'
import type { MembershipPage } from '../features/membership/pages.ts'
import type { SitePageName } from '../features/site/pages.ts'
import { needWords } from '../shared/i18n/setup.ts'
import type { Role } from '../shared/session/user.ts'

/**
 * The table of pages. Router, titles, guard, menus and footer are derived from it.
 *
 * To add a page: a row here; its title in packages/i18n (shell.title, zh and en); its path in
 * packages/contract/src/access.ts, without which the server answers 404; its file, which exports `Page`. A test
 * compares the table with the server's.
 */

/** Key of a route's title in the catalogue. */
export type RouteTitle = keyof Messages['shell']['title']

export interface AppRoute {
  /** In react-router syntax, parameters with a colon. */
  readonly path: string
  readonly title: RouteTitle
  /** The specification's table: whether the page requires login. */
  readonly auth: boolean
  /** Exists only for users with the role. */
  readonly role?: Role
  /** Signed-in users are redirected. */
  readonly guest?: true
  /** Whether the page has the footer. */
  readonly footer?: true
  /** Each page is a separate chunk. */
  readonly load: () => Promise<PageFile>
}

interface PageFile {
  readonly Page: ComponentType
}

type Words = Parameters<typeof needWords>[0]

/** A page with its namespace (packages/i18n). */
const worded =
  (load: () => Promise<PageFile>, ...words: readonly Words[]) =>
  async (): Promise<PageFile> =>
    (await Promise.all([load(), ...words.map((part) => needWords(part))]))[0]

const account = (name: AccountPage) =>
  worded(async () => (await import('../features/accounts/pages.ts')).pages[name](), 'accounts')
/** A page of accounts whose title has its name. */
const accountPage = (
  path: string,
  name: AccountPage & RouteTitle,
  more: Partial<Pick<AppRoute, 'auth' | 'guest'>> = {},
): AppRoute => ({ path, title: name, auth: false, load: account(name), ...more })
const SIGNED_IN = { auth: true } as const
const help = (name: HelpPage) => worded(async () => (await import('../features/help/pages.ts')).pages[name](), 'help')

/** A page of payments or promotion. */
const business = (words: Words, load: () => Promise<PageFile>) => worded(load, words, 'business')
const membership = (name: MembershipPage) =>
  business('membership', async () => (await import('../features/membership/pages.ts')).pages[name]())

/** A page around the chart, with its namespace. */
const site = (path: string, title: RouteTitle, name: SitePageName, more: Pick<AppRoute, 'footer'> = {}): AppRoute => ({
  path,
  title,
  auth: false,
  load: business('site', async () => (await import('../features/site/pages.ts')).pages[name]()),
  ...more,
})
const FOOTED = { footer: true } as const

/** A back-office page: administrators only, so it exists only once the user is known. */
const manager = (path: string, title: RouteTitle, name: AdminPage): AppRoute => ({
  path: `/manager${path}`,
  title,
  auth: true,
  role: 'admin',
  load: business('admin', async () => (await import('../features/admin/pages.ts')).pages[name]()),
})

/** All existing pages. A route is added together with its page, so that no link is dead. */
export const ROUTES: readonly AppRoute[] = [
  { path: '/', title: 'home', auth: false, load: worded(() => import('../features/home/home-page.tsx'), 'home') },
  { path: '/order', title: 'order', auth: true, load: () => import('../features/order-flow/order-page.tsx') },
  {
    path: '/workspace',
    title: 'workspace',
    auth: true,
    load: worded(() => import('../features/order-flow/workspaces/workspace-page.tsx'), 'workspaces', 'toolbar'),
  },
  {
    path: '/scanner',
    title: 'scanner',
    auth: true,
    load: worded(() => import('../features/scanner/scanner-page.tsx'), 'scanner', 'alerts'),
  },
  {
    path: '/moment/:id',
    title: 'moment',
    auth: true,
    load: worded(() => import('../features/order-flow/moments/moment-page.tsx'), 'moments'),
  },

  accountPage('/login', 'login', { guest: true }),
  { path: '/create', title: 'create', auth: false, load: account('createDirect') },
  accountPage('/create/:inviteCode', 'create'),
  { path: '/logout', title: 'logout', auth: true, load: () => import('./logout-page.tsx') },
  accountPage('/active', 'active'),
  accountPage('/send-active', 'sendActive'),
  accountPage('/restore-password', 'restorePassword', SIGNED_IN),
  accountPage('/change-language', 'changeLanguage'),
  accountPage('/restore-document', 'restoreDocument'),
  accountPage('/restore-email', 'restoreEmail', SIGNED_IN),
  accountPage('/recovery-password', 'recoveryPassword'),
  accountPage('/recovery-password-success', 'recoveryPasswordSuccess'),
  accountPage('/change-password', 'changePassword'),
  accountPage('/change-email', 'changeEmail'),
  accountPage('/setting/theme', 'settingTheme', SIGNED_IN),
  accountPage('/setting/security', 'settingSecurity', SIGNED_IN),
  accountPage('/dev/outbox', 'devOutbox'),
  {
    path: '/dev/style',
    title: 'devStyle',
    auth: false,
    load: business('style', () => import('../features/style/style-page.tsx')),
  },

  { path: '/activate', title: 'activate', auth: false, load: membership('activate') },
  { path: '/order/center', title: 'orderCenter', auth: true, load: membership('orderCenter') },
  {
    path: '/promotion-progress',
    title: 'promotion',
    auth: true,
    role: 'inviter',
    load: business('promotion', () => import('../features/promotion/promotion-page.tsx')),
  },

  { path: '/help', title: 'help', auth: false, load: help('contents') },
  { path: '/help/:topic', title: 'help', auth: false, load: help('topic') },

  site('/map-load', 'mapLoad', 'mapLoad', FOOTED),
  site('/others/service-term', 'serviceTerm', 'serviceTerm', FOOTED),
  site('/others/donation', 'donation', 'donation', FOOTED),
  site('/others/contact', 'contact', 'contact', FOOTED),
  site('/others/team', 'team', 'team'),
  site('/medias', 'media', 'medias'),
  site('/medias/:key', 'media', 'media'),

  manager('', 'manager', 'home'),
  manager('/overview', 'managerOverview', 'overview'),
  manager('/dividend', 'managerDividend', 'dividend'),
  manager('/dividend-detail/:id', 'managerDividendDetail', 'dividendDetail'),
  manager('/order', 'managerOrder', 'order'),
  manager('/user', 'managerUser', 'user'),
  manager('/content', 'managerContent', 'content'),
  manager('/settings', 'managerSettings', 'settings'),
  manager('/audit', 'managerAudit', 'audit'),
  manager('/feeds', 'managerFeeds', 'feeds'),

  { path: '/401', title: 'forbidden', auth: false, load: () => import('./forbidden-page.tsx') },
]

/** The table row of a path. */
export function routeAt(pathname: string, routes: readonly AppRoute[] = ROUTES): AppRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname) !== null)
}

/** Preloads the code of the page at a URL. */
export function preloadPage(pathname: string): void {
  void routeAt(pathname)
    ?.load()
    .catch(() => undefined)
}
