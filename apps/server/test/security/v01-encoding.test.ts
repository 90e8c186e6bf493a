// ASVS 5 chapter V1: input stays data. docs/security.md
import { ROUTES } from '@flowprint/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { accountWorld } from '../accounts/world.ts'
import { filesWith } from './sources.ts'

const world = await accountWorld()
afterAll(() => world.close())

const INJECTIONS = [
  "' or '1'='1",
  "'; drop table account; --",
  '$1',
  '$$',
  "\\'; select pg_sleep(9); --",
  '{{7*7}}',
  '${7*7}',
  '<%= 7*7 %>',
  '%s%n%x',
  '../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'a\r\nSet-Cookie: x=y',
  '=cmd|calc!A1',
  '\u0000',
  '\ud800',
  'é'.repeat(300),
  '(a+)+$',
  '[',
  '*)(uid=*',
]

describe('V1.2 injected texts', () => {
  const fields = [
    'username',
    'first_name',
    'last_name',
    'email',
    'password',
    'confirm_password',
    'invite_code',
    'token',
    'code',
    'otp',
    'theme',
    'id',
    'language',
    'old_password',
    'new_password',
  ]

  test.each(INJECTIONS)('return an answer of the catalogue for %j in any field of any call', async (text) => {
    const person = await world.signUp()
    for (const { method, path } of ROUTES.filter(({ kind, who }) => kind === 'call' && who !== 'M')) {
      const request =
        method === 'GET'
          ? {
              method,
              url: `${path}?${fields
                .concat('symbol', 'cycle', 'precision', 'from', 'to', 'settings')
                .map((field) => `${field}=${encodeURIComponent(text.toWellFormed())}`)
                .join('&')}`,
            }
          : { method, url: path, payload: Object.fromEntries(fields.map((field) => [field, text])) }
      const answer = await world.app.inject({ ...request, headers: { authorization: person.token, language: 'en' } })
      expect([path, answer.statusCode < 500]).toEqual([path, true])
      expect(answer.headers).not.toHaveProperty('set-cookie')
      expect(answer.body).not.toMatch(/syntax error|pg_|at .*\.ts:\d|49</)
    }
  })

  test('change no table and no account', async () => {
    const { rows } = await world.pool.query(
      'select count(*)::int as people, count(*) filter (where is_admin or is_inviter)::int as roles from account',
    )
    expect(rows).toEqual([{ people: INJECTIONS.length, roles: 0 }])
  })

  test('are data in headers too', async () => {
    for (const text of ["' or 1=1 --", 'zh\u00e9', 'x'.repeat(4000), 'Bearer Bearer', '{"alg":"none"}']) {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/user_info',
        payload: {},
        headers: { authorization: text, language: text, 'user-agent': text, 'idempotency-key': text },
      })
      expect(answer.statusCode).toBe(401)
    }
  })
})

describe('V1.2.4 database', () => {
  test('receives no input as SQL: statements are built from constants only', () => {
    // Values are parameters. The exceptions are names that the program generates from months, those of partitions, and the
    // tables and partitions of a backup that the operator restores, quoted, with bounds checked against a pattern.
    const ofNames = [
      'apps/server/src/market/store/maintenance/partitions.ts',
      'apps/server/src/market/store/maintenance/period-partitions.ts',
      'apps/server/src/market/store/maintenance/retention.ts',
      'apps/server/src/platform/backup/restore-backup.ts',
    ]
    const risky = filesWith(
      /\.query\(\s*`[^`]*\$\{(?:[^}]*\b(?:body|query|params|request|input|name|email|text|value)\b[^}]*)\}/,
      'apps/server/src',
    )
    expect(risky).toEqual(ofNames)
  })
})

describe('V1.2.5 and V1.3.2 code and commands', () => {
  test('only the embedded PostgreSQL is started, by its own modules', () => {
    expect(
      filesWith(/node:child_process/, 'apps/server/src').filter(
        (path) => !path.startsWith('apps/server/src/platform/database/'),
      ),
    ).toEqual([])
  })

  test('no code is evaluated, and no HTML is set', () => {
    expect(
      filesWith(
        /\beval\(|new Function\(|node:vm|dangerouslySetInnerHTML|\.innerHTML\s*=|document\.write/,
        'apps/server/src',
        'apps/web/src',
        'packages',
      ).filter((path) => !path.includes('/test/')),
    ).toEqual([])
  })
})
