// ASVS 5 chapter V12: encrypted connections. Mail server: test/mail/sending.test.ts. docs/security.md
import { describe, expect, test } from 'vitest'
import { readEnv } from '../../src/platform/env/index.ts'
import { PRODUCTION } from './places.ts'
import { filesWith, sourcesOf } from './sources.ts'

describe('V12.3 outgoing connections', () => {
  test('verify certificates: nothing disables that', () => {
    expect(
      filesWith(
        /rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity|insecureHTTPParser|minVersion|ssl:\s*false/,
        'apps/server/src',
        'packages/venues/src',
      ),
    ).toEqual([])
  })

  test('use https and wss only for exchanges and archives', () => {
    const plain = sourcesOf('packages/venues/src', 'apps/server/src').flatMap(({ path, text }) =>
      // The name of an XML vocabulary is not requested.
      [...text.matchAll(/(?<!xmlns(?::\w+)?=)['"`](?:http|ws):\/\/([^'"`/:$\s]*)/g)]
        .filter((match) => !['', 'localhost', '127.0.0.1'].includes(match[1]))
        .map((match) => `${path}: ${match[0]}`),
    )
    expect(plain).toEqual([])
  })
})

describe('V12.2 incoming connections', () => {
  test('allow a plain site address in production only when configured explicitly, and links follow it', () => {
    expect(readEnv(PRODUCTION).appUrl).toBe('https://flow.example')
    expect(() => readEnv({ ...PRODUCTION, APP_URL: '' })).toThrow('APP_URL is required')
    expect(() => readEnv({ ...PRODUCTION, APP_URL: 'ftp://flow.example' })).toThrow('APP_URL must be')
  })
})
