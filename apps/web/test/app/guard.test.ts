import { describe, expect, it } from 'vitest'
import { decidePassage, type Passage, type Visitor } from '../../src/app/guard.ts'
import type { AppRoute } from '../../src/app/routes.ts'
import { someUser } from '../session/people.ts'

const load = async () => ({ Page: () => null })
const open: AppRoute = { path: '/active', title: 'active', auth: false, load }
const own: AppRoute = { path: '/setting/theme', title: 'settingTheme', auth: true, load }
const chart: AppRoute = { path: '/order', title: 'order', auth: true, load }
const login: AppRoute = { path: '/login', title: 'login', auth: false, guest: true, load }
const security: AppRoute = { path: '/setting/security', title: 'settingSecurity', auth: true, load }
const manager: AppRoute = { path: '/manager', title: 'order', auth: true, role: 'admin', load }

const promotion: AppRoute = { path: '/promotion-progress', title: 'order', auth: true, role: 'inviter', load }

const visitor: Visitor = { signedIn: false, left: false, user: null, failed: false }
const early: Visitor = { ...visitor, signedIn: true }
const member: Visitor = { ...early, user: someUser() }
const admin: Visitor = { ...early, user: someUser({ role: ['admin'] }) }
const bareAdmin: Visitor = { ...early, user: someUser({ role: ['admin'], otp_required: true }) }

const show: Passage = { go: 'show' }
const wait: Passage = { go: 'wait' }
const unknown: Passage = { go: 'unknown' }
const to = (address: string): Passage => ({ go: 'redirect', to: address })

describe('the guard', () => {
  it.each<[string, AppRoute | undefined, string, Visitor, Passage]>([
    ['shows an open page to a visitor', open, '/active', visitor, show],
    ['shows an open page before it is known who is signed in', open, '/active', early, show],
    [
      'sends a visitor from a page of one’s own to login, and back afterwards',
      own,
      '/setting/theme?a=1',
      visitor,
      to('/login?next=%2Fsetting%2Ftheme%3Fa%3D1'),
    ],
    ['sends who has just logged out to plain login', own, '/setting/theme', { ...visitor, left: true }, to('/login')],
    ['waits for user info on the first navigation with a token', own, '/setting/theme', early, wait],
    ['shows the page when the navigation is repeated', own, '/setting/theme', member, show],
    ['asks again where user info did not come', own, '/setting/theme', { ...early, failed: true }, { go: 'failed' }],
    ['leads who is signed in from login to the chart', login, '/login', member, to('/order')],
    [
      'leads who is signed in from login to where they were going',
      login,
      '/login?next=%2Fsetting%2Ftheme',
      early,
      to('/setting/theme'),
    ],
    ['does not lead to another site', login, '/login?next=%2F%2Fevil.example', early, to('/order')],
    ['shows login to a visitor', login, '/login?next=%2Forder', visitor, show],
    ['sends a visitor from a page of a role to login', manager, '/manager', visitor, to('/login?next=%2Fmanager')],
    ['has no page of inviters for others', promotion, '/promotion-progress', member, unknown],
    [
      'keeps it for who was one and is still owed something',
      promotion,
      '/promotion-progress',
      { ...early, user: someUser({ is_owed: true }) },
      show,
    ],
    ['waits with a page of a role until the roles are known', manager, '/manager', early, wait],
    ['has the page of a role for those who have it', manager, '/manager', admin, show],
    ['has no page of a role for anybody else', manager, '/manager', member, unknown],
    ['knows no page outside of the table', undefined, '/nowhere', member, unknown],
    [
      'sends a visitor from the chart to login',
      chart,
      '/order?symbol=A:B',
      visitor,
      to('/login?next=%2Forder%3Fsymbol%3DA%3AB'),
    ],
    [
      'leads an administrator without an authenticator to set it up',
      manager,
      '/manager',
      bareAdmin,
      to('/setting/security'),
    ],
    ['shows that administrator where it is set up', security, '/setting/security', bareAdmin, show],
  ])('%s', (_title, route, address, who, passage) => {
    expect(decidePassage(route, address, who)).toEqual(passage)
  })
})
