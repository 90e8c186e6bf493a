// Limits, CORS and no-store follow the matched route, however the request target is written. docs/security.md, "Limits"
import { afterAll, describe, expect, test } from 'vitest'
import { appUnderTest } from '../app-under-test.ts'
import { speakRaw } from './places.ts'

const ORIGIN = 'https://partner.example'
/** 0.002 of 1,200 and of 300 calls a minute. */
const MARKET_CALLS = 2
const OTHER_CALLS = 1

const targets = (path: string): readonly string[] => [
  `/%61pi${path}`,
  `/api${path.replace(/(\w)$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`,
  `http://flow.example/api${path}`,
  `http://flow.example:80/%61pi${path}`,
  `HTTP://x/api${path}`,
]

const server = await appUnderTest({ env: { CORS_ORIGINS: ORIGIN } })
const url = await server.listen()
afterAll(() => server.app.close())

const get = (base: string, target: string): Promise<string> =>
  speakRaw(base, `GET ${target} HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nConnection: close\r\n\r\n`)

describe('call under another spelling of its path', () => {
  test.each(targets('/health'))('%s has the headers of the call', async (target) => {
    const received = await get(url, target)
    expect(received).toMatch(/^HTTP\/1\.1 200 /)
    expect(received).toMatch(/\r\ncache-control: no-store\r\n/i)
    expect(received).toMatch(new RegExp(`\\r\\naccess-control-allow-origin: ${ORIGIN}\\r\\n`, 'i'))
  })

  test.each([
    ['/menus', MARKET_CALLS],
    ['/active?token=x', OTHER_CALLS],
  ] as const)('%s counts against its limit', async (path, allowed) => {
    for (const target of targets(path)) {
      const limited = await appUnderTest({ env: { RATE_LIMIT_FACTOR: '0.002' } })
      const base = await limited.listen()
      const statuses: string[] = []
      for (let i = 0; i <= allowed; i++)
        statuses.push((await get(base, i % 2 === 0 ? target : `/api${path}`)).slice(9, 12))
      expect([target, statuses.indexOf('429')]).toEqual([target, allowed])
      await limited.app.close()
    }
  })

  test('an unknown call returns the not-found error of a call, not a page', async () => {
    for (const target of ['/api/gone', 'http://flow.example/api/gone']) {
      const received = await get(url, target)
      expect(received).toMatch(/^HTTP\/1\.1 404 /)
      expect(received).toMatch(/\r\ncontent-type: application\/json/i)
      expect(received).toMatch(/\r\ncache-control: no-store\r\n/i)
    }
  })
})
