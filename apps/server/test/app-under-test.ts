import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '../src/app.ts'
import type { MarketChanges } from '../src/market/ingest/index.ts'
import { createBus } from '../src/platform/bus/index.ts'
import type { Bus } from '../src/platform/bus/index.ts'
import type { Clock } from '../src/platform/clock/index.ts'
import { readEnv } from '../src/platform/env/index.ts'
import type { AccessOf } from '../src/platform/http/index.ts'
import { createKeys } from '../src/platform/keys/index.ts'
import { createLog } from '../src/platform/log/index.ts'
import type { Log } from '../src/platform/log/index.ts'
import { createServices } from '../src/services.ts'
import type { ServiceOptions, Services } from '../src/services.ts'
import { MemoryDepth } from './market/stream/memory-depth.ts'
import { MemoryTape } from './market/stream/memory-tape.ts'
import { testClock } from './test-clock.ts'
import type { TestClock } from './test-clock.ts'

export interface AppUnderTest {
  readonly app: FastifyInstance
  readonly tape: MemoryTape
  readonly depth: MemoryDepth
  readonly bus: Bus
  readonly clock: Clock
  /** Sets the server's time, which stands still from then on. Throws when a clock was given. */
  setNow(ms: number): void
  /** http://127.0.0.1:port of the listening server. */
  listen(): Promise<string>
}

type Options = NonNullable<ServiceOptions['overrides']> & {
  readonly env?: Record<string, string>
  readonly log?: Log
  readonly pool?: pg.Pool
  readonly databaseUrl?: string
  readonly streamTickMs?: number
  readonly exchangeMs?: number
  readonly webRoot?: string
}

/** A reader who sees every market without delay and without an account, so that market tests need no login. */
const member: AccessOf = () => ({ user: '1', delayMs: 0 })

/** APP_KEY of tests. */
export const TEST_KEY = 'a key of tests, long enough to be one'

/** Operators have changed no market. */
const NO_CHANGES: MarketChanges = {
  load: async () => [],
  save: () => Promise.reject(new Error('Condition failed: the app keeps changes of markets')),
}

/** The services of `npm start`, over a tape in memory unless a store is given. */
export function servicesUnderTest({
  env = {},
  log = createLog('silent'),
  pool,
  databaseUrl,
  streamTickMs,
  exchangeMs,
  webRoot: _webRoot,
  ...overrides
}: Options = {}): {
  readonly services: Services
  readonly tape: MemoryTape
  readonly depth: MemoryDepth
  /** The clock unless one is given. */
  readonly stoppable: TestClock
} {
  const bus =
    overrides.bus ??
    createBus((error) => {
      throw error
    })
  const stoppable = testClock()
  const tape = new MemoryTape(bus)
  const depth = new MemoryDepth(bus)
  const services = createServices({
    env: readEnv({ NODE_ENV: 'test', RATE_LIMIT_FACTOR: '1000', TRON_API_URL: 'off', ...env }),
    log,
    database: {
      // Connects only when a call queries the database; unreachable unless one is given.
      pool: pool ?? new pg.Pool({ connectionString: 'postgres://unknown@127.0.0.1:1/none' }),
      ...(databaseUrl === undefined ? {} : { url: databaseUrl }),
    },
    overrides: {
      store: tape.asStore(),
      // With a store of its tapes, a database also has its books.
      ...(overrides.store === undefined ? { depth: depth.asStore() } : {}),
      clock: stoppable,
      keys: createKeys([TEST_KEY]),
      changes: NO_CHANGES,
      // With a database, accounts decide about access.
      ...(pool === undefined ? { accessOf: member } : {}),
      ...overrides,
      bus,
    },
    streamTickMs,
    exchangeMs,
  })
  return { services, tape, depth, stoppable }
}

/** The app that `npm start` builds, over these services. The caller closes `app`. */
export async function appUnderTest(options: Options = {}): Promise<AppUnderTest> {
  const { services, tape, depth, stoppable } = servicesUnderTest(options)
  const { bus, clock, exchange, hub, depthHub, derivativesHub } = services
  const app = await buildApp(services, options.webRoot)
  app.addHook('onClose', async () => {
    hub.close()
    depthHub.close()
    derivativesHub.close()
    services.scanner.hub.close()
    services.lessons.close()
    exchange.close()
  })
  return {
    app,
    tape,
    depth,
    bus,
    clock,
    setNow(ms) {
      if (clock !== stoppable) throw new Error('Condition failed: the test has a clock')
      stoppable.stopAt(ms)
    },
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 })
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    },
  }
}
