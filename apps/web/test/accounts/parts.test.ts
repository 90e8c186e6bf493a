import { ROUTES } from '@flowprint/contract'
import { describe, expect, it } from 'vitest'
import { inviteCodeOf, keepInviteCode, keptInviteCode } from '../../src/features/accounts/create/invitation.ts'
import { isRefusedLink, pageOfLink } from '../../src/features/accounts/mail-link.ts'
import { retryAfter } from '../../src/shared/http/envelope.ts'
import { secondsLeft } from '../../src/features/accounts/parts/use-countdown.ts'
import { formatDay, formatTime } from '../../src/shared/format/time.ts'
import { isThisMachine } from '../../src/shared/navigation.ts'
import { stubStorage } from '../browser-storage.ts'
import { CallFailure } from '../../src/shared/http/envelope.ts'

describe('the invite code of an address', () => {
  it.each([
    ['ABC123', 'ABC123'],
    [' ABC123 ', 'ABC123'],
    ['direct', null],
    ['', null],
    [undefined, null],
    ['x'.repeat(65), null],
  ])('%s is %s', (segment, code) => expect(inviteCodeOf(segment)).toBe(code))
})

describe('the stored invite code', () => {
  it('is kept until registration', () => {
    const storage = stubStorage()
    expect(keptInviteCode()).toBeNull()
    keepInviteCode('ABC123')
    expect(keptInviteCode()).toBe('ABC123')
    keepInviteCode(null)
    expect([keptInviteCode(), storage]).toEqual([null, {}])
  })
})

describe('the tools of development', () => {
  it.each(['localhost', '127.0.0.1', '127.8.0.1', '[::1]', 'app.localhost'])('are asked for on %s', (host) => {
    expect(isThisMachine(host)).toBe(true)
  })

  it.each(['flowprint.example', '192.168.1.7', 'localhost.example', '127.0.0.1.example', '1270001'])(
    'are not asked for on %s',
    (host) => {
      expect(isThisMachine(host)).toBe(false)
    },
  )
})

describe('the wait before a mail is sent again', () => {
  it.each([
    [60_000, 0, 60],
    [60_000, 1, 60],
    [60_000, 59_001, 1],
    [60_000, 60_000, 0],
    [60_000, 99_000, 0],
  ])('until %d at %d is %d s', (end, now, seconds) => expect(secondsLeft(end, now)).toBe(seconds))

  it('uses the wait time of the server', () => {
    expect(retryAfter(new CallFailure('message', '429', 'Wait', { error: 'RATE_LIMITED', retry_after: 42 }))).toBe(42)
    expect(retryAfter(new CallFailure('connection', '', ''))).toBeNull()
  })
})

describe('a link of a mail', () => {
  const failure = (data: unknown) => new CallFailure('message', '410', 'Parameter error', data)

  it('is rejected as wrong, used or expired without saying which', () =>
    expect(isRefusedLink(failure({ error: 'LINK_INVALID' }))).toBe(true))
  it('is rejected when malformed', () => {
    expect(
      isRefusedLink(failure({ error: 'VALIDATION', fields: { token: [{ error: 'TOO_LONG', message: 'too long' }] } })),
    ).toBe(true)
  })
  it.each([[{ error: 'RATE_LIMITED' }], [null], [{ error: 'VALIDATION', fields: { new_password: [] } }]])(
    'is not what %j speaks of',
    (data) => expect(isRefusedLink(failure(data))).toBe(false),
  )

  it.each(['/active', '/change-password', '/change-email'])(
    'to %s opens a page that stands open to visitors',
    (path) => {
      expect(pageOfLink(`https://flowprint.example${path}?token=abc`)).toBe(`${path}?token=abc`)
      expect(ROUTES.find((rule) => rule.path === path)).toMatchObject({ kind: 'page', who: 'P' })
    },
  )
})

describe('a time', () => {
  it('is formatted in the language of the page', () => {
    expect(formatDay('2026-11-20T12:00:00Z', 'zh')).toBe('2026.11.20')
    expect(formatDay('2026-09-20T12:00:00Z', 'en')).toBe('20 Sep 2026')
    expect(formatTime('2026-11-20T12:00:00Z', 'zh')).toMatch(/^2026\.11\.20 \d\d:\d\d$/)
    expect(formatTime('2026-11-20T12:00:00Z', 'en')).toMatch(/^20 Nov 2026, \d\d:\d\d$/)
  })
})
