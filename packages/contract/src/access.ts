/**
 * Access control table: every call, page and static path of the server. A test compares it with the registered routes.
 *
 * P public · U signed in · I inviter · A administrator · M loopback, or a caller with METRICS_SECRET.
 */
export type Who = 'P' | 'U' | 'I' | 'A' | 'M'

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
}

const call = (method: 'GET' | 'POST', path: string, who: Who): RouteRule => ({ method, path, who, kind: 'call' })
const marketCall = (path: string, who: Who): RouteRule => ({ method: 'GET', path, who, kind: 'call', mirrors: true })
const accountCall = (path: string, more: Pick<RouteRule, 'stepUp' | 'beforeOtp'> = {}): RouteRule => ({
  ...call('POST', path, 'U'),
  ...more,
})
const page = (path: string, who: Who): RouteRule => ({ method: 'GET', path, who, kind: 'page' })
/** A public, indexable page. */
const listed = (path: string): RouteRule => ({ ...page(path, 'P'), listed: true })
const file = (path: string): RouteRule => ({ method: 'GET', path, who: 'P', kind: 'static' })

export const ROUTES: readonly RouteRule[] = [
  marketCall('/api/menus', 'P'),
  marketCall('/api/footprint', 'U'),
  marketCall('/api/profile', 'U'),
  marketCall('/api/trades', 'U'),
  marketCall('/api/big_trades', 'U'),
  marketCall('/api/coverage', 'U'),
  marketCall('/api/export', 'U'),
  marketCall('/api/stream', 'U'),
  { ...call('GET', '/api/health', 'P'), isAnonymous: true },
  { ...call('GET', '/api/ready', 'P'), isAnonymous: true },
  call('GET', '/api/metrics', 'M'),
  call('POST', '/api/settings', 'P'),
  call('POST', '/api/properties', 'P'),

  call('POST', '/api/register', 'P'),
  call('POST', '/api/invitation', 'P'),
  call('POST', '/api/send_activation_code', 'P'),
  call('GET', '/api/active', 'P'),
  call('POST', '/api/login', 'P'),
  call('POST', '/api/forget_password', 'P'),
  call('POST', '/api/active_password', 'P'),
  call('GET', '/api/active_email', 'P'),
  accountCall('/api/logout', { beforeOtp: true }),
  accountCall('/api/reset_password'),
  accountCall('/api/reset_email'),
  accountCall('/api/reset_name'),
  accountCall('/api/reset_theme'),
  accountCall('/api/reset_language'),
  accountCall('/api/user_info', { beforeOtp: true }),
  accountCall('/api/sessions'),
  accountCall('/api/revoke_session'),
  accountCall('/api/step_up', { beforeOtp: true }),
  accountCall('/api/otp_setup', { beforeOtp: true }),
  accountCall('/api/otp_enable', { beforeOtp: true }),
  accountCall('/api/otp_disable'),
  accountCall('/api/export_data'),
  accountCall('/api/delete_account'),
  accountCall('/api/drawings'),
  accountCall('/api/save_drawings'),
  accountCall('/api/watchlist'),
  accountCall('/api/save_watchlist'),
  accountCall('/api/tour'),
  accountCall('/api/finish_tour'),
  accountCall('/api/layouts'),
  accountCall('/api/save_layout'),
  accountCall('/api/alerts'),
  accountCall('/api/save_alert'),
  accountCall('/api/delete_alert'),
  accountCall('/api/alert_history'),
  accountCall('/api/alert_channels'),
  accountCall('/api/save_webhook'),
  accountCall('/api/delete_webhook'),
  accountCall('/api/save_push'),
  accountCall('/api/delete_push'),
  accountCall('/api/test_alert'),
  call('POST', '/api/push_key', 'P'),
  // Development only, on loopback only.
  call('GET', '/api/dev/accounts', 'P'),
  call('GET', '/api/dev/outbox', 'P'),
  call('POST', '/api/dev/clock', 'P'),

  call('POST', '/api/quote_order', 'U'),
  call('POST', '/api/submit_order', 'U'),
  call('POST', '/api/my_orders', 'U'),
  call('GET', '/api/my_orders_export', 'U'),
  call('POST', '/api/admin_orders', 'A'),
  call('POST', '/api/admin_check_order', 'A'),
  { ...call('POST', '/api/admin_review_order', 'A'), stepUp: true },
  { ...call('POST', '/api/admin_reverse_order', 'A'), stepUp: true },

  call('POST', '/api/inviter_param', 'I'),
  call('POST', '/api/inviter_dividends', 'I'),
  call('POST', '/api/inviter_chart', 'I'),
  { ...call('POST', '/api/set_receive_address', 'I'), stepUp: true },
  call('POST', '/api/admin_inviters', 'A'),
  call('POST', '/api/admin_inviter_detail', 'A'),
  { ...call('POST', '/api/admin_settle', 'A'), stepUp: true },
  call('POST', '/api/admin_settlement', 'A'),
  call('POST', '/api/admin_send_reminder', 'A'),
  { ...call('POST', '/api/admin_set_ratio', 'A'), stepUp: true },

  call('POST', '/api/admin_users', 'A'),
  { ...call('POST', '/api/admin_set_role', 'A'), stepUp: true },
  { ...call('POST', '/api/admin_grant_days', 'A'), stepUp: true },
  { ...call('POST', '/api/admin_disable_user', 'A'), stepUp: true },
  { ...call('POST', '/api/admin_user_sessions', 'A'), stepUp: true },
  { ...call('POST', '/api/admin_revoke_session', 'A'), stepUp: true },
  call('POST', '/api/admin_settings', 'A'),
  { ...call('POST', '/api/admin_save_settings', 'A'), stepUp: true },
  call('POST', '/api/admin_audit', 'A'),
  call('GET', '/api/admin_export', 'A'),
  call('POST', '/api/admin_overview', 'A'),
  call('POST', '/api/admin_pending', 'A'),

  call('POST', '/api/admin_markets', 'A'),
  { ...call('POST', '/api/admin_save_market', 'A'), stepUp: true },
  call('POST', '/api/admin_feeds', 'A'),

  call('POST', '/api/contents', 'P'),
  call('GET', '/api/content', 'P'),
  call('POST', '/api/send_contact', 'P'),
  call('POST', '/api/admin_content', 'A'),
  { ...call('POST', '/api/admin_save_content', 'A'), stepUp: true },
  call('POST', '/api/admin_content_history', 'A'),
  { ...call('POST', '/api/admin_upload_picture', 'A'), stepUp: true },
  file('/api/pictures/:name'),

  { ...call('GET', '/api/docs', 'P'), isAnonymous: true },
  { ...call('GET', '/api/docs/json', 'P'), isAnonymous: true },
  { ...call('GET', '/api/docs/yaml', 'P'), isAnonymous: true },
  file('/api/docs/static/*'),
  file('/api/docs/static/index.html'),
  file('/api/docs/static/swagger-initializer.js'),

  // A page of specification.md section 2 is listed when its screen exists; until then its path returns 404. The HTML
  // shell is the same for all users; `who` is what its API calls require.
  listed('/'),
  page('/order', 'U'),
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
