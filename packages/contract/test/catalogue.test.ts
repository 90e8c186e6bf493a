import { describe, expect, test } from 'vitest'
import { CLIENT_OPS, ERRORS, ERROR_SLUGS, ROUTES, ruleOf } from '../src/index.ts'

describe('the error catalogue', () => {
  test('the status is 200 or repeats the code', () => {
    for (const slug of ERROR_SLUGS) {
      const { code, http } = ERRORS[slug]
      expect([200, code]).toContain(http)
    }
  })

  test('401 ends a session: only lost sessions answer it', () => {
    expect(ERROR_SLUGS.filter((slug) => ERRORS[slug].code === 401)).toEqual(['UNAUTHENTICATED', 'SESSION_EXPIRED'])
  })
})

describe('the who-may-call table', () => {
  test('finds a rule by method and path; HEAD counts as GET', () => {
    expect(ruleOf('GET', '/api/footprint')).toMatchObject({ who: 'U', mirrors: true })
    expect(ruleOf('HEAD', '/api/footprint')).toBe(ruleOf('GET', '/api/footprint'))
    expect(ruleOf('GET', '/api/docs/')).toBe(ruleOf('GET', '/api/docs'))
    expect(ruleOf('POST', '/api/footprint')).toBeUndefined()
    expect(ruleOf('GET', '/api/nothing')).toBeUndefined()
  })

  test('market calls but the menus are for signed-in users', () => {
    const users = ROUTES.filter((rule) => rule.mirrors && rule.who === 'U').map((rule) => rule.path)
    expect(users).toEqual([
      '/api/footprint',
      '/api/profile',
      '/api/trades',
      '/api/big_trades',
      '/api/book',
      '/api/depth',
      '/api/liquidations',
      '/api/open_interest',
      '/api/funding',
      '/api/coverage',
      '/api/replay_target',
      '/api/export',
      '/api/scanner',
      '/api/stream',
    ])
    expect(ruleOf('GET', '/api/menus')?.who).toBe('P')
  })

  test('a page without a screen is not listed', () => {
    expect(ROUTES.filter((rule) => rule.kind === 'page').map((rule) => rule.path)).toEqual([
      '/',
      '/order',
      '/workspace',
      '/scanner',
      '/moment/:id',
      '/login',
      '/create',
      '/create/:inviteCode',
      '/logout',
      '/active',
      '/send-active',
      '/restore-password',
      '/change-language',
      '/restore-document',
      '/restore-email',
      '/recovery-password',
      '/recovery-password-success',
      '/change-password',
      '/change-email',
      '/activate',
      '/order/center',
      '/promotion-progress',
      '/setting/theme',
      '/setting/security',
      '/manager',
      '/manager/overview',
      '/manager/dividend',
      '/manager/dividend-detail/:id',
      '/manager/order',
      '/manager/user',
      '/manager/content',
      '/manager/settings',
      '/manager/audit',
      '/manager/feeds',
      '/help',
      '/help/:topic',
      '/map-load',
      '/others/service-term',
      '/others/donation',
      '/others/contact',
      '/others/team',
      '/medias',
      '/medias/:key',
      '/dev/outbox',
      '/dev/style',
      '/401',
    ])
  })
})

test('lists what a client may send', () => {
  expect(CLIENT_OPS).toEqual([
    'hello',
    'subscribe',
    'unsubscribe',
    'watch',
    'subscribe_depth',
    'unsubscribe_depth',
    'subscribe_derivatives',
    'unsubscribe_derivatives',
    'subscribe_scanner',
    'unsubscribe_scanner',
    'lead_lesson',
    'lesson_state',
    'end_lesson',
    'follow_lesson',
    'unfollow_lesson',
    'ping',
  ])
})
