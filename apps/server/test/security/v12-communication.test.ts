// ASVS 5 chapter V12: what travels, travels encrypted. The mail server: test/mail/sending.test.ts. docs/security.md
import { describe, expect, test } from 'vitest'
import { readEnv } from '../../src/platform/env/index.ts'
import { PRODUCTION } from './places.ts'
import { filesWith, sourcesOf } from './sources.ts'

describe('V12.3 connections to others', () => {
  test('check certificates: nothing turns that off', () => {
    expect(
      filesWith(
        /rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity|insecureHTTPParser|minVersion|ssl:\s*false/,
        'apps/server/src',
        'packages/markets/src',
      ),
    ).toEqual([])
  })

  test('go to exchanges and archives over https and wss alone', () => {
    const plain = sourcesOf('packages/markets/src', 'apps/server/src').flatMap(({ path, text }) =>
      // The name of an XML vocabulary is no address that is asked.
      [...text.matchAll(/(?<!xmlns(?::\w+)?=)['"`](?:http|ws):\/\/([^'"`/:$\s]*)/g)]
        .filter((match) => !['', 'localhost', '127.0.0.1'].includes(match[1]))
        .map((match) => `${path}: ${match[0]}`),
    )
    expect(plain).toEqual([])
  })
})

describe('V12.2 connections from others', () => {
  test('in production the address of the site may be plain only if the operator writes it so, and links follow it', () => {
    expect(readEnv(PRODUCTION).appUrl).toBe('https://flow.example')
    expect(() => readEnv({ ...PRODUCTION, APP_URL: '' })).toThrow('APP_URL is required')
    expect(() => readEnv({ ...PRODUCTION, APP_URL: 'ftp://flow.example' })).toThrow('APP_URL must be')
  })
})
