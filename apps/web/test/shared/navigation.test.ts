import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loginAddress, safeNext } from '../../src/shared/navigation.ts'

const SITE = 'https://flowprint.example'

describe('the return path after login', () => {
  it.each([
    ['/order?symbol=A:B', '/order?symbol=A:B'],
    ['/setting/theme#x', '/setting/theme#x'],
    [null, '/start'],
    ['', '/start'],
    ['order', '/start'],
    ['//evil.example', '/start'],
    ['/\\evil.example', '/start'],
    ['/\t/evil.example', '/start'],
    ['https://evil.example', '/start'],
    ['javascript:alert(1)', '/start'],
    ['/login?next=/order', '/start'],
    ['/logout', '/start'],
    ['/401', '/start'],
  ])('of %j is %s', (next, expected) => expect(safeNext(next, '/start')).toBe(expected))

  it('never leaves the site', () => {
    const nasty = fc.array(
      fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', '\t', '\n', ' ', 'a', 'evil.example', 'javascript'),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(nasty, (parts) => {
        expect(new URL(safeNext(parts.join(''), '/start'), SITE).origin).toBe(SITE)
      }),
    )
  })

  it('survives a round trip through the login URL', { tags: ['long'] }, () => {
    const path = fc.webPath().filter((text) => /^\/(?![/\\])/.test(text) && text !== '/')
    fc.assert(
      fc.property(path, fc.webQueryParameters(), (pathname, query) => {
        const next = query ? `${pathname}?${query}` : pathname
        const carried = new URL(loginAddress(next), SITE).searchParams.get('next')
        expect(carried === null ? '/login' : carried).toBe(
          ['/login', '/logout', '/401'].includes(pathname) ? '/login' : next,
        )
      }),
    )
  })

  it('is omitted for the start page and the account pages', () => {
    for (const next of ['/', '/login?next=%2Forder', '/logout', '/401']) expect(loginAddress(next)).toBe('/login')
  })
})
