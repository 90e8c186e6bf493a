import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '../src/app.ts'
import type { AppOptions } from '../src/app.ts'
import { createBus } from '../src/platform/bus/index.ts'
import type { Bus } from '../src/platform/bus/index.ts'
import { createClock } from '../src/platform/clock/index.ts'
import type { Clock } from '../src/platform/clock/index.ts'
import { readEnv } from '../src/platform/env/index.ts'
import type { AccessOf } from '../src/platform/http/index.ts'
import { createKeys } from '../src/platform/keys/index.ts'
import { createLog } from '../src/platform/log/index.ts'
import { MemoryTape } from './live/memory-tape.ts'

export interface AppUnderTest {
  readonly app: FastifyInstance
  readonly tape: MemoryTape
  readonly bus: Bus
  readonly clock: Clock
  /** Moves the server's time. */
  setNow(ms: number): void
  /** http://127.0.0.1:port of the listening server. */
  listen(): Promise<string>
}

type Options = Partial<
  Pick<
    AppOptions,
    | 'accessOf'
    | 'webRoot'
    | 'store'
    | 'bus'
    | 'clock'
    | 'changes'
    | 'feedRegistry'
    | 'pool'
    | 'log'
    | 'hasher'
    | 'databaseUrl'
    | 'post'
    | 'streamTickMs'
  >
> & {
  readonly env?: Record<string, string>
}

/** A reader who sees every market without delay and without an account, so that market tests need no login. */
const member: AccessOf = () => ({ user: '1', delayMs: 0 })

/** APP_KEY of tests. */
export const TEST_KEY = 'a key of tests, long enough to be one'

/** The app that `npm start` builds, over a tape in memory unless a store is given. The caller closes `app`. */
export async function appUnderTest(options: Options = {}): Promise<AppUnderTest> {
  const { env = {}, ...given } = options
  const bus =
    given.bus ??
    createBus((error) => {
      throw error
    })
  const clock = given.clock ?? createClock()
  const tape = new MemoryTape(bus)
  const app = await buildApp({
    store: tape.asStore(),
    // Connects only when a call queries the database; unreachable unless one is given.
    pool: new pg.Pool({ connectionString: 'postgres://unknown@127.0.0.1:1/none' }),
    keys: createKeys([TEST_KEY]),
    log: createLog('silent'),
    // With a database, accounts decide about access.
    ...(given.pool === undefined ? { accessOf: member } : {}),
    ...given,
    bus,
    clock,
    env: readEnv({ NODE_ENV: 'test', RATE_LIMIT_FACTOR: '1000', TRON_API_URL: 'off', ...env }),
  })
  return {
    app,
    tape,
    bus,
    clock,
    setNow: (ms) => clock.setOffset(ms - Date.now()),
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 })
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    },
  }
}
