import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { DevAccounts } from '@flowprint/contract'
import {
  AdminUsageError,
  CommandError,
  createAdmin,
  createPasswordHasher,
  disableOtpOf,
  ensureDevAccounts,
  grantDaysTo,
  parseAdminArguments,
} from '../../src/modules/accounts/index.ts'
import { accountWorld } from './world.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'flowprint-accounts-'))
const world = await accountWorld({ env: { DATA_DIR: dataDir } })
afterAll(async () => {
  await world.close()
  rmSync(dataDir, { recursive: true, force: true })
})
const { call, logIn, pool, clock, signUp } = world
const hasher = createPasswordHasher()
const deps = { pool, clock, hasher, policy: { passwordMin: 6, productName: 'Flowprint' } }
const info = async (token: string) => (await call('/user_info', {}, { token })).data
const auditOf = async (id: number) =>
  (await pool.query('select action, actor_id from audit_log where object_id = $1 order by id', [String(id)])).rows

describe('operator command line', () => {
  test('parses the four verbs', () => {
    expect(parseAdminArguments(['create', '--email', 'a@b.co', '--username', 'root', '--password-stdin'])).toEqual({
      verb: 'create',
      email: 'a@b.co',
      username: 'root',
      passwordStdin: true,
    })
    expect(parseAdminArguments(['grant-days', '--email', 'a@b.co', '--days', '30'])).toEqual({
      verb: 'grant-days',
      email: 'a@b.co',
      days: 30,
      remark: '',
    })
    expect(parseAdminArguments(['disable-otp', '--email', 'a@b.co'])).toEqual({ verb: 'disable-otp', email: 'a@b.co' })
    expect(parseAdminArguments(['reset-key'])).toEqual({ verb: 'reset-key' })
  })

  test.each([
    [[], 'choose a command'],
    [['remove', '--email', 'a@b.co'], 'choose a command'],
    [['create'], '--email is missing'],
    [['create', '--email', 'a@b.co', 'x'], 'one word too many'],
    [['create', '--email', 'a@b.co', '--days', '3'], '--days does not belong to create'],
    [['grant-days', '--email', 'a@b.co'], '--days must be'],
    [['grant-days', '--email', 'a@b.co', '--days', '0'], '--days must be'],
    [['grant-days', '--email', 'a@b.co', '--days', '1.5'], '--days must be'],
    [['create', '--password', 'x'], '--password'],
    [['reset-key', '--email', 'a@b.co'], '--email does not belong to reset-key'],
  ] as const)('rejects %j', (argv, message) => {
    expect(() => parseAdminArguments(argv)).toThrow(AdminUsageError)
    expect(() => parseAdminArguments(argv)).toThrow(message)
  })
})

describe('creating administrators', () => {
  test('gives a new administrator a random password that can log in', async () => {
    const made = await createAdmin(deps, { email: 'Root@Example.com' })
    expect(made).toMatchObject({ email: 'Root@example.com', isNew: true })
    const user = await info(await logIn('root@example.com', made.password as string))
    expect(user).toMatchObject({ username: 'Root', role: ['admin'], expired: true, otp_required: false })
    expect(await auditOf(user.id)).toEqual([{ action: 'create_admin', actor_id: null }])
  })

  test('promotes an existing account, keeping its password and ending its sessions', async () => {
    const { id, email, token } = await signUp()
    expect(await createAdmin(deps, { email })).toEqual({ email, isNew: false, password: null })
    expect((await call('/user_info', {}, { token })).code).toBe(401)
    expect((await info(await logIn(email))).role).toEqual(['admin'])
    expect(await auditOf(id)).toEqual([{ action: 'make_admin', actor_id: null }])
  })

  test('rejects a weak password, an invalid address and a taken username', async () => {
    const { username } = await signUp()
    const refused = (given: Parameters<typeof createAdmin>[1]) => expect(createAdmin(deps, given)).rejects
    await refused({ email: 'x@example.com', password: 'elevenchars' }).toThrow('at least 12 characters')
    await refused({ email: 'unknown' }).toThrow('no e-mail address')
    await refused({ email: 'x@example.com', username }).toThrow('is taken')
    await refused({ email: 'x@example.com', username: 'a b' }).toThrow('--username')
    await refused({ email: 'x@example.com', username: 'a b' }).toThrow(CommandError)
  })
})

describe('granting days and removing authenticators', () => {
  test('appends granted days one after the other', async () => {
    const { id, email, token } = await signUp()
    const first = await grantDaysTo(deps, email.toUpperCase(), 30, 'welcome')
    expect(await grantDaysTo(deps, email, 1, '')).toBe(first + 86_400_000)
    expect(await info(token)).toMatchObject({
      expired: false,
      is_trial: false,
      expire_time: new Date(first + 86_400_000).toISOString(),
    })
    expect(await auditOf(id)).toHaveLength(2)
    await expect(grantDaysTo(deps, 'unknown@example.com', 1, '')).rejects.toThrow('There is no account')
  })

  test('removes an authenticator and ends the sessions', async () => {
    const { id, email, token } = await signUp()
    await expect(disableOtpOf(deps, email)).rejects.toThrow('no authenticator')
    await pool.query("update account set otp_secret = 'sealed', otp_enabled_at = now() where id = $1", [id])
    await disableOtpOf(deps, email)
    expect((await call('/user_info', {}, { token })).code).toBe(401)
    expect((await info(await logIn(email))).otp_enabled).toBe(false)
  })
})

describe('development accounts', () => {
  test('are created once, stored in a separate file, and offered on this machine only', async () => {
    expect((await call('/dev/accounts')).status).toBe(404)
    const made = await ensureDevAccounts({ pool, clock, hasher, dataDir })
    expect(made).not.toBeNull()
    const path = join(dataDir, 'dev-accounts.json')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(made)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await ensureDevAccounts({ pool, clock, hasher, dataDir })).toBeNull()
    const offered = await call('/dev/accounts')
    expect(offered.data).toEqual(made)
    expect((await call('/dev/accounts', undefined, { ip: '203.0.113.9' })).status).toBe(404)
    const member = await info(await logIn(offered.data.member.email, offered.data.member.password))
    expect(member).toMatchObject({ role: [], expired: false })
    expect(Math.round((Date.parse(member.expire_time) - Date.now()) / 86_400_000)).toBe(365)
    expect((await info(await logIn(offered.data.admin.email, offered.data.admin.password))).role).toEqual(['admin'])
  })

  test('get new passwords when the file is lost', async () => {
    const before = (await call('/dev/accounts')).data
    rmSync(join(dataDir, 'dev-accounts.json'))
    const made = (await ensureDevAccounts({ pool, clock, hasher, dataDir })) as DevAccounts
    expect(made.member.email).toBe(before.member.email)
    expect(made.member.password).not.toBe(before.member.password)
    expect(await logIn(made.member.email, made.member.password)).toMatch(/^ofs_/)
  })

  test('are not created in production', async () => {
    const other = await accountWorld({
      env: {
        NODE_ENV: 'production',
        APP_URL: 'https://example.com',
        APP_KEY: 'k'.repeat(40),
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'a@example.com',
        DATA_DIR: dataDir,
      },
    })
    expect(other.app.registeredRoutes.some(({ path }) => path.startsWith('/api/dev/'))).toBe(false)
    expect((await other.call('/dev/accounts')).status).toBe(404)
    await other.close()
  })
})
