import { CALLS, routeOf } from './calls/index.ts'
import type { Who } from './calls/index.ts'

/**
 * Access control table: every call, page and static path of the server. A test compares it with the registered routes.
 * Calls are derived from their definitions in calls/.
 */
export interface RouteRule {
  readonly method: 'GET' | 'POST'
  /** The path as registered, including parameters and wildcards. */
  readonly path: string
  readonly who: Who
  readonly kind: 'call' | 'page' | 'static'
  /** The HTTP status repeats the code of the envelope (CONTRACT 3). */
  readonly mirrors?: true
  /** Requires a recent step-up. */
  readonly stepUp?: true
  /** Indexable page: listed in /sitemap.xml. */
  readonly listed?: true
  /** Available to an administrator who must set up an authenticator first. */
  readonly beforeOtp?: true
  /** The response does not depend on the caller: the session is not loaded. */
  readonly isAnonymous?: true
  /** When the server is overloaded: refused before other calls, or never. */
  readonly shed?: 'first' | 'never'
}

const page = (path: string, who: Who): RouteRule => ({ method: 'GET', path, who, kind: 'page' })
/** A public, indexable page. */
const listed = (path: string): RouteRule => ({ ...page(path, 'P'), listed: true })
/** The API description, which is registered by a library. */
const docs = (path: string): RouteRule => ({ method: 'GET', path, who: 'P', kind: 'call', isAnonymous: true })
const file = (path: string): RouteRule => ({ method: 'GET', path, who: 'P', kind: 'static' })

export const ROUTES: readonly RouteRule[] = [
  ...CALLS.map((call): RouteRule => {
    const { who, mirrors, stepUp, beforeOtp, isAnonymous, shed } = call
    return { ...routeOf(call), who, kind: 'call', mirrors, stepUp, beforeOtp, isAnonymous, shed }
  }),
  file('/api/pictures/:name'),

  docs('/api/docs'),
  docs('/api/docs/json'),
  docs('/api/docs/yaml'),
  file('/api/docs/static/*'),
  file('/api/docs/static/index.html'),
  file('/api/docs/static/swagger-initializer.js'),

  // A page of specification.md section 2 is listed when its screen exists; until then its path returns 404. The HTML
  // shell is the same for all users; `who` is what its API calls require.
  listed('/'),
  page('/order', 'U'),
  page('/workspace', 'U'),
  page('/scanner', 'U'),
  page('/moment/:id', 'U'),
  page('/login', 'P'),
  page('/create', 'P'),
  page('/create/:inviteCode', 'P'),
  page('/logout', 'U'),
  page('/active', 'P'),
  page('/send-active', 'P'),
  page('/restore-password', 'U'),
  page('/change-language', 'P'),
  page('/restore-document', 'P'),
  page('/restore-email', 'U'),
  page('/recovery-password', 'P'),
  page('/recovery-password-success', 'P'),
  page('/change-password', 'P'),
  page('/change-email', 'P'),
  page('/activate', 'P'),
  page('/order/center', 'U'),
  page('/promotion-progress', 'I'),
  page('/setting/theme', 'U'),
  page('/setting/security', 'U'),
  page('/manager', 'A'),
  page('/manager/overview', 'A'),
  page('/manager/dividend', 'A'),
  page('/manager/dividend-detail/:id', 'A'),
  page('/manager/order', 'A'),
  page('/manager/user', 'A'),
  page('/manager/content', 'A'),
  page('/manager/settings', 'A'),
  page('/manager/audit', 'A'),
  page('/manager/feeds', 'A'),
  listed('/help'),
  page('/help/:topic', 'P'),
  listed('/map-load'),
  listed('/others/service-term'),
  listed('/others/donation'),
  listed('/others/contact'),
  listed('/others/team'),
  listed('/medias'),
  page('/medias/:key', 'P'),
  page('/dev/outbox', 'P'),
  page('/dev/style', 'P'),
  page('/401', 'P'),

  file('/assets/*'),
  file('/favicon.svg'),
  file('/first-paint.js'),
  file('/service-worker.js'),
  file('/manifest.webmanifest'),
  file('/icon-192.png'),
  file('/icon-512.png'),
  file('/icon-maskable-512.png'),
  file('/share-zh.png'),
  file('/share-en.png'),
  file('/robots.txt'),
  file('/sitemap.xml'),
]

const BY_NAME = new Map(ROUTES.map((rule) => [`${rule.method} ${rule.path}`, rule]))

/**
 * The rule of a registered route, or undefined for an unlisted path. HEAD counts as GET; a trailing slash is ignored.
 */
export function ruleOf(method: string, path: string): RouteRule | undefined {
  const verb = method === 'HEAD' ? 'GET' : method
  return BY_NAME.get(`${verb} ${path}`) ?? BY_NAME.get(`${verb} ${path.replace(/\/$/, '')}`)
}
