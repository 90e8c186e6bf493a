import { ROUTES as RULES } from '@flowprint/contract'
import { messages as en } from '@flowprint/i18n/en'
import { messages as zh } from '@flowprint/i18n/zh'
import { describe, expect, it } from 'vitest'
import { type AppRoute, routeAt, ROUTES } from '../../src/app/routes.ts'
import { START } from '../../src/shared/navigation.ts'
import { titleOf } from '../../src/app/use-page-title.ts'
import { someUser } from '../session/people.ts'

/** Auth as the specification's table has it; /workspace, /scanner, /setting/security, /401, /dev/outbox, /dev/style and four of the managers' pages are ours. */
const SPECIFIED: Readonly<Record<string, boolean>> = {
  '/': false,
  '/login': false,
  '/create': false,
  '/create/:inviteCode': false,
  '/logout': true,
  '/order': true,
  '/active': false,
  '/send-active': false,
  '/restore-password': true,
  '/change-language': false,
  '/restore-document': false,
  '/restore-email': true,
  '/recovery-password': false,
  '/recovery-password-success': false,
  '/change-password': false,
  '/change-email': false,
  '/activate': false,
  '/setting/theme': true,
  '/order/center': true,
  '/scanner': true,
  '/workspace': true,
  '/moment/:id': true,
  '/others/contact': false,
  '/others/donation': false,
  '/others/service-term': false,
  '/others/team': false,
  '/map-load': false,
  '/medias': false,
  '/medias/:key': false,
  '/promotion-progress': true,
  '/manager': true,
  '/manager/dividend': true,
  '/manager/dividend-detail/:id': true,
  '/manager/order': true,
  '/manager/user': true,
  '/manager/overview': true,
  '/manager/content': true,
  '/manager/settings': true,
  '/manager/audit': true,
  '/manager/feeds': true,
  '/401': false,
  '/setting/security': true,
  '/dev/outbox': false,
  '/dev/style': false,
  '/help': false,
  '/help/:topic': false,
}

describe('the table of routes', () => {
  it('contains each path once, with a title in both languages', () => {
    expect(new Set(ROUTES.map(({ path }) => path)).size).toBe(ROUTES.length)
    for (const { title } of ROUTES) for (const words of [zh, en]) expect(words.shell.title[title]).toBeTruthy()
  })

  it.each(ROUTES.map(({ path, auth }) => [path, auth] as const))('%s asks for a login as specified', (path, auth) => {
    expect(auth).toBe(SPECIFIED[path])
  })

  it('matches the page table of the server', () => {
    const served = RULES.filter(({ kind }) => kind === 'page')
    expect(ROUTES.map(({ path }) => path).sort()).toEqual(served.map(({ path }) => path).sort())
    for (const { path, who } of served)
      expect(who === 'P', path).toBe(ROUTES.find((route) => route.path === path)?.auth === false)
  })

  it('finds the row of a path with a parameter', () => {
    expect(routeAt('/create/direct')?.title).toBe('create')
    expect(routeAt('/create/a/b')).toBeUndefined()
    expect(routeAt(START)?.title).toBe('order')
  })
})

describe('titles', () => {
  const manager: AppRoute = {
    path: '/manager',
    title: 'settingSecurity',
    auth: true,
    role: 'admin',
    load: async () => ({ Page: () => null }),
  }

  it('follow the URL', () => {
    expect(titleOf('/order', null)).toBe('order')
    expect(titleOf('/create/abc', null)).toBe('create')
    expect(titleOf('/no/such', null)).toBe('notFound')
  })

  it('hide role pages from users without the role', () => {
    expect(titleOf('/manager', someUser({ role: ['admin'] }), [manager])).toBe('settingSecurity')
    expect(titleOf('/manager', someUser(), [manager])).toBe('notFound')
  })
})
