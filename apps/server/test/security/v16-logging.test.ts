// ASVS 5 chapter V16: log contents, redaction and failures. docs/security.md
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog, scrub } from '../../src/platform/log/index.ts'
import { appUnderTest } from '../app-under-test.ts'
import { accountWorld, PASSWORD } from '../accounts/world.ts'

const lines: string[] = []
const log = createLog('trace', { stream: { write: (line) => void lines.push(line) } })
const world = await accountWorld({ log })
afterAll(() => world.close())
beforeEach(() => void lines.splice(0))
const { call, signUp } = world

const events = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'security')

describe('V16.3 the log contains', () => {
  test('every login, successful or failed, with account, IP address and outcome', async () => {
    const { id, email, token } = await signUp()
    lines.splice(0)
    await call('/login', { email, password: 'wrong guess' }, { ip: '203.0.113.30' })
    await call('/login', { email, password: PASSWORD }, { ip: '203.0.113.30' })
    await call('/step_up', { password: 'wrong guess' }, { token })
    await call('/logout', {}, { token })
    expect(events()).toMatchObject([
      {
        path: '/api/login',
        outcome: 'LOGIN_FAILED',
        ip: '203.0.113.30',
        user: String(id),
        level: 'info',
        time: expect.stringMatching(/Z$/),
      },
      { path: '/api/login', outcome: 'OK', user: String(id) },
      { path: '/api/step_up', outcome: expect.not.stringMatching('OK'), user: String(id) },
      { path: '/api/logout', outcome: 'OK', user: String(id) },
    ])
  })

  test('a failed login whose client did not wait for the answer', async () => {
    const { id, email } = await signUp()
    const address = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }))
    lines.splice(0)
    const body = JSON.stringify({ email, password: 'wrong guess' })
    const socket = connect(Number(address.port), address.hostname)
    const head = `POST /api/login HTTP/1.1\r\nhost: ${address.host}\r\ncontent-type: application/json`
    socket.end(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`, () => socket.destroy())
    await vi.waitFor(() => expect(events()).toHaveLength(1), { timeout: 10_000 })
    expect(events()).toMatchObject([{ path: '/api/login', outcome: 'LOGIN_FAILED', user: String(id) }])
  })

  test('every denied permission and exceeded limit', async () => {
    const { id, token } = await signUp()
    lines.splice(0)
    await call('/sessions', {})
    await call('/admin_feeds', {}, { token, ip: '203.0.113.31' })
    await call('/user_info', {}, { token: `ofs_${'A'.repeat(43)}` })
    expect(events()).toMatchObject([
      { path: '/api/sessions', outcome: 'UNAUTHENTICATED', user: null },
      { path: '/api/admin_feeds', outcome: 'FORBIDDEN' },
      { path: '/api/user_info', outcome: 'SESSION_EXPIRED', user: null },
    ])
    expect([null, String(id)]).toContain(events()[1].user)
  })
})

describe('V16.2.5 and V14.2.4 the log omits', () => {
  test("every password, token, link and code of an account's lifetime", async () => {
    const body = world.registration({ email: 'quiet.person@example.com' })
    await call('/register', body)
    const link = await world.secretFor(body.email)
    await call(`/active?token=${link}`)
    const token = await world.logIn(body.email)
    await call(
      '/reset_password',
      { old_password: PASSWORD, new_password: 'second kumquat 9', confirm_password: 'second kumquat 9' },
      { token },
    )
    const second = await world.logIn(body.email, 'second kumquat 9')
    const otp = await call('/otp_setup', { password: 'second kumquat 9' }, { token: second })
    await call('/forget_password', { email: body.email })
    await world.app.inject({ url: `/active?token=${link}` })
    await world.app.inject({ method: 'POST', url: `/api/gone?token=${link}`, payload: { password: PASSWORD } })
    const all = lines.join('\n')
    for (const secret of [
      PASSWORD,
      'kumquat',
      link,
      token.slice(4),
      second.slice(4),
      otp.data.secret,
      'quiet.person',
      '$argon2',
    ]) {
      expect([secret, all.includes(secret)]).toEqual([secret, false])
    }
    expect(lines.length).toBeGreaterThan(5)
  })

  test('secrets in failures of any kind', async () => {
    const secret = `ofs_${'Zz9_'.repeat(10)}abc`
    log.error(
      {
        err: Object.assign(new Error(`insert failed for ${secret}`), {
          detail: 'Key (email)=(a@b.example)',
          parameters: [PASSWORD],
        }),
      },
      'failed',
    )
    log.warn(
      { req: { method: 'GET', url: `/active?token=${secret}`, ip: '::1', headers: { authorization: secret } } },
      'asked',
    )
    log.info(
      { body: JSON.stringify({ password: PASSWORD, new_password: PASSWORD, otp: '123456', note: 'kept' }) },
      `went to https://a.example/x?token=${secret}&b=1`,
    )
    log.info(
      { nested: { deep: { password: PASSWORD, recovery_codes: 'AAAA-BBBB' } } },
      'postgres://flow:hunter2@db.example/x $argon2id$v=19$m=1,t=1,p=1$abc$def',
    )
    const all = lines.join('\n')
    for (const part of ['Zz9_', 'kumquat', '123456', 'hunter2', '$argon2id$v', 'a@b.example', 'AAAA-BBBB'])
      expect([part, all.includes(part)]).toEqual([part, false])
    for (const part of ['insert failed for', 'note', 'kept', 'b=1', 'db.example', '"path":"/active"'])
      expect([part, all.includes(part)]).toEqual([part, true])
  })

  test('secrets only, and leaves a readable line', () => {
    const field = fc.constantFrom('password', 'new_password', 'token', 'authorization', 'otp', 'secret', 'note', 'at')
    fc.assert(
      fc.property(
        fc.dictionary(field, fc.oneof(fc.string({ unit: 'binary' }), fc.dictionary(field, fc.string()))),
        (entry) => {
          const line = JSON.stringify({ ...entry, inner: JSON.stringify(entry) })
          const read = JSON.parse(scrub(line)) as Record<string, unknown>
          for (const name of ['password', 'new_password', 'token', 'authorization', 'otp', 'secret']) {
            if (typeof read[name] === 'string') expect(read[name]).toBe('[removed]')
          }
          expect(() => JSON.parse(String(read['inner']))).not.toThrow()
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('V16.4.1 log line', () => {
  test('stays one line for any input', async () => {
    await call(
      '/login\r\n{"level":"info"}',
      { email: 'a@b.example\r\n{"event":"security"}', password: 'x\ny' },
      { ua: 'evil {"event":"security"}' },
    )
    await call('/sessions', {}, { token: 'x', ip: '203.0.113.32' })
    for (const line of lines) {
      expect(line.indexOf('\n')).toBe(line.length - 1)
      expect(() => JSON.parse(line)).not.toThrow()
    }
  })
})

describe('V16.5 failures', () => {
  test('of the program return no details, and are logged completely', async () => {
    const heard: string[] = []
    const broken = await appUnderTest({
      log: createLog('error', { stream: { write: (line) => void heard.push(line) } }),
      accessOf: () => ({ user: '7', delayMs: 0 }),
    })
    broken.app.addHook('preHandler', async (request) => {
      if (request.url.startsWith('/api/menus'))
        throw new TypeError('relation "account" does not exist at /srv/secret/path.ts:12')
    })
    for (const language of ['zh', 'en']) {
      const answer = await broken.app.inject({ url: '/api/menus', headers: { language } })
      expect([answer.statusCode, answer.json().data]).toEqual([500, { error: 'INTERNAL' }])
      expect(answer.body).not.toMatch(/relation|secret|TypeError|stack|\.ts/)
    }
    expect(heard.join()).toContain('relation \\"account\\" does not exist')
    expect(heard[0]).toContain('path.ts:12')
    await broken.app.close()
  })

  test('of the database deny access everywhere (16.5.3)', async () => {
    const { token } = await signUp()
    // A pool without a reachable database, and calls that need an account.
    const { default: pg } = await import('pg')
    const away = await appUnderTest({ pool: new pg.Pool({ connectionString: 'postgres://unknown@127.0.0.1:1/none' }) })
    for (const path of ['/user_info', '/sessions', '/login', '/register', '/reset_password']) {
      const answer = await away.app.inject({
        method: 'POST',
        url: `/api${path}`,
        payload: { email: 'a@b.example', password: 'x' },
        headers: { authorization: token },
      })
      expect([path, answer.json().code === 200, answer.body.includes('ECONN')]).toEqual([path, false, false])
    }
    expect(
      (await away.app.inject({ url: '/api/footprint?symbol=A:B', headers: { authorization: token } })).statusCode,
    ).toBe(503)
    expect((await away.app.inject({ url: '/api/health' })).statusCode).toBe(200)
    await away.app.close()
  })
})
