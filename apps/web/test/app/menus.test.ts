import { describe, expect, it } from 'vitest'
import { DOORS, entriesFor, PLACES, SETTINGS, type Entry } from '../../src/app/menus.ts'
import { routeAt, ROUTES, type AppRoute } from '../../src/app/routes.ts'
import { MEDIA_LINK, SITE_LINKS } from '../../src/shared/site-links.ts'
import { someUser } from '../session/people.ts'

const load = async () => ({ Page: () => null })
const row = (path: string, auth: boolean, role?: AppRoute['role']): AppRoute => ({
  path,
  title: 'order',
  auth,
  role,
  load,
})

/** The complete route table of the specification. */
const WHOLE: readonly AppRoute[] = [
  row('/', false),
  row('/order', true),
  row('/login', false),
  row('/create/:inviteCode', false),
  row('/order/center', true),
  row('/restore-document', false),
  row('/restore-password', true),
  row('/restore-email', true),
  row('/change-language', false),
  row('/setting/theme', true),
  row('/setting/security', true),
  row('/promotion-progress', true, 'inviter'),
  row('/manager', true, 'admin'),
  row('/others/service-term', false),
  row('/map-load', false),
  row('/others/donation', false),
  row('/others/team', false),
  row('/others/contact', false),
]

const visitor = { signedIn: false, user: null }
const loggedIn = (role: readonly ('admin' | 'inviter')[]) => ({ signedIn: true, user: someUser({ role: [...role] }) })
const paths = (entries: readonly Entry[]) => entries.map(({ to }) => to)

describe('the header', () => {
  it('shows home, login and registration to visitors', () => {
    expect(paths(entriesFor([...PLACES, ...DOORS], visitor, WHOLE))).toEqual(['/', '/login', '/create/direct'])
  })

  it('shows the chart to logged-in users', () => {
    expect(paths(entriesFor(PLACES, loggedIn([]), WHOLE))).toEqual(['/order'])
  })

  it('lists settings in order, role pages last', () => {
    const ordinary = [
      '/order/center',
      '/restore-document',
      '/restore-password',
      '/restore-email',
      '/change-language',
      '/setting/theme',
      '/setting/security',
    ]
    expect(paths(entriesFor(SETTINGS, loggedIn([]), WHOLE))).toEqual(ordinary)
    expect(paths(entriesFor(SETTINGS, loggedIn(['inviter']), WHOLE))).toEqual([...ordinary, '/promotion-progress'])
    expect(paths(entriesFor(SETTINGS, loggedIn(['admin']), WHOLE))).toEqual([...ordinary, '/manager'])
    expect(paths(entriesFor(SETTINGS, loggedIn(['admin', 'inviter']), WHOLE))).toEqual([
      ...ordinary,
      '/promotion-progress',
      '/manager',
    ])
  })

  it('hides pages that require login from visitors, but never the language', () => {
    expect(paths(entriesFor(SETTINGS, visitor, WHOLE))).toEqual(['/restore-document', '/change-language'])
  })

  it('shows no role pages before the roles are loaded', () => {
    expect(paths(entriesFor(SETTINGS, { ...loggedIn([]), user: null }, WHOLE))).not.toContain('/manager')
  })

  it('links only existing pages', () => {
    const without = WHOLE.filter(({ path }) => path !== '/order/center')
    expect(paths(entriesFor(SETTINGS, loggedIn([]), without))).not.toContain('/order/center')
    for (const { to } of entriesFor([...PLACES, ...DOORS, ...SETTINGS], loggedIn(['admin', 'inviter']))) {
      expect(
        ROUTES.some(({ path }) => path === to || path.startsWith('/create/')),
        to,
      ).toBe(true)
    }
  })
})

describe('the footer', () => {
  it('links terms, roadmap, donation, team and contact', () => {
    expect(SITE_LINKS.map(({ to }) => to)).toEqual([
      '/others/service-term',
      '/map-load',
      '/others/donation',
      '/others/team',
      '/others/contact',
    ])
  })

  it('links pages by their own titles', () => {
    for (const { to, title } of [...SITE_LINKS, MEDIA_LINK]) expect(routeAt(to)?.title, to).toBe(title)
  })

  it('appears on exactly four pages', () => {
    expect(ROUTES.filter(({ footer }) => footer).map(({ path }) => path)).toEqual([
      '/map-load',
      '/others/service-term',
      '/others/donation',
      '/others/contact',
    ])
  })
})
