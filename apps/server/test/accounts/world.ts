import type { DevAccounts } from '@flowprint/contract'
import type { MailParams, MailTemplate } from '@flowprint/i18n/mail'
import { createPasswordHasher } from '../../src/modules/accounts/index.ts'
import type { PasswordHasher } from '../../src/modules/accounts/index.ts'
import { openStore } from '../../src/market/store/index.ts'
import { createBus } from '../../src/platform/bus/index.ts'
import { createKeys } from '../../src/platform/keys/index.ts'
import type { Log } from '../../src/platform/log/index.ts'
import { TEST_KEY, appUnderTest } from '../app-under-test.ts'
import { testDatabase } from '../test-database.ts'

export interface Envelope {
  readonly status: number
  readonly code: number | string
  readonly message: string
  // Answers of many calls; each test knows their types.
  // eslint-disable-next-line typescript/no-explicit-any
  readonly data: any
}

export interface KeptMail {
  readonly template: MailTemplate
  readonly to: string
  readonly language: string
  readonly params: MailParams['reset'] & MailParams['already_registered']
}

export interface CallOptions {
  readonly token?: string
  readonly language?: 'zh' | 'en'
  readonly ip?: string
  readonly ua?: string
}

export interface SignedUp {
  readonly id: number
  readonly email: string
  readonly username: string
  readonly password: string
  readonly token: string
}

export const PASSWORD = 'kumquat 42 lantern'

/** The app over a separate database, with high limits unless stated otherwise. */
export async function accountWorld(
  options: { readonly env?: Record<string, string>; readonly log?: Log; readonly stored?: boolean } = {},
) {
  const database = await testDatabase()
  const hasher = countingHasher()
  const bus = createBus((error) => {
    throw error
  })
  const store = openStore({ pool: database.pool, url: database.url, bus })
  // With `stored`, markets come from the database, and pages receive alerts.
  const markets = options.stored === true ? { store, bus, databaseUrl: database.url } : {}
  const server = await appUnderTest({
    pool: database.pool,
    hasher,
    ...markets,
    ...(options.env === undefined ? {} : { env: options.env }),
    ...(options.log === undefined ? {} : { log: options.log }),
  })
  const keys = createKeys([TEST_KEY])
  let people = 0

  async function call(
    path: string,
    body?: unknown,
    { token = '', language = 'en', ip, ua }: CallOptions = {},
  ): Promise<Envelope> {
    const answer = await server.app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: `/api${path}`,
      headers: {
        language,
        ...(token === '' ? {} : { authorization: token }),
        ...(ua === undefined ? {} : { 'user-agent': ua }),
      },
      ...(body === undefined ? {} : { payload: body as object }),
      ...(ip === undefined ? {} : { remoteAddress: ip }),
    })
    const { code, message, data } = answer.json()
    return { status: answer.statusCode, code, message, data }
  }

  async function mails(to: string): Promise<KeptMail[]> {
    const { rows } = await database.pool.query('select * from mail_outbox where recipient = $1 order by id', [to])
    return rows.map((row) => ({
      template: row.template,
      to: row.recipient,
      language: row.language,
      params: JSON.parse(keys.open('mail', row.dedupe_key, row.params)),
    }))
  }

  /** The token of the newest link sent to an address. */
  async function secretFor(to: string): Promise<string> {
    const links = (await mails(to)).map((mail) => mail.params.link).filter((link) => link !== undefined)
    return new URL(links[links.length - 1]).searchParams.get('token') as string
  }

  function registration(given: Record<string, unknown> = {}): Record<string, string> {
    const n = ++people
    return {
      username: `person${n}`,
      first_name: 'Ada',
      last_name: 'Byron',
      email: `person${n}@example.com`,
      password: PASSWORD,
      confirm_password: PASSWORD,
      ...given,
    } as Record<string, string>
  }

  async function logIn(
    email: string,
    password: string = PASSWORD,
    more: CallOptions & { readonly otp?: string } = {},
  ): Promise<string> {
    const { otp, ...rest } = more
    const answer = await call('/login', { email, password, ...(otp === undefined ? {} : { otp }) }, rest)
    if (answer.code !== 200) throw new Error(`login failed: ${answer.message}`)
    return answer.data.token
  }

  /** Registered, activated and logged in. */
  async function signUp(given: Record<string, unknown> = {}): Promise<SignedUp> {
    const body = registration(given)
    const registered = await call('/register', body)
    if (registered.code !== 200) throw new Error(`registration failed: ${JSON.stringify(registered)}`)
    await call(`/active?token=${await secretFor(body.email)}`)
    const token = await logIn(body.email, body.password)
    const { rows } = await database.pool.query<{ id: number }>('select id from account where email_key = $1', [
      body.email.toLowerCase(),
    ])
    return { id: rows[0].id, email: body.email, username: body.username, password: body.password, token }
  }

  return {
    ...server,
    pool: database.pool,
    store,
    hasher,
    call,
    mails,
    secretFor,
    registration,
    logIn,
    signUp,
    /** Offsets the server's time from machine time. */
    later: (ms: number) => server.clock.setOffset(ms),
    async close() {
      await server.app.close()
      await store.close()
      await database.drop()
    },
  }
}

export type AccountWorld = Awaited<ReturnType<typeof accountWorld>>
export type { DevAccounts }

export interface CountingHasher extends PasswordHasher {
  /** Argon2 runs since the last call. */
  taken(): number
}

/** Counts Argon2 runs: every hash and every verification is one run of the same cost. */
function countingHasher(): CountingHasher {
  const real = createPasswordHasher()
  let count = 0
  return {
    hash: (password, like) => (count++, real.hash(password, like)),
    verify: (phc, password) => (count++, real.verify(phc, password)),
    identify: (phc, attempt, password) => (count++, real.identify(phc, attempt, password)),
    isOutdated: (phc) => real.isOutdated(phc),
    queue: () => real.queue(),
    taken() {
      const taken = count
      count = 0
      return taken
    },
  }
}
