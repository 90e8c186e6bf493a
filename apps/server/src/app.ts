import websocket from '@fastify/websocket'
import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { accountOptions } from './account-options.ts'
import { createBusiness } from './business.ts'
import { addAccountCalls, createAccessOf } from './modules/accounts/index.ts'
import type { PasswordHasher } from './modules/accounts/index.ts'
import { addAdminCalls } from './modules/admin/index.ts'
import { addAlertCalls, createPageAlerts } from './modules/alerts/index.ts'
import { addContentCalls } from './modules/content/index.ts'
import { openVenueRest } from '@flowprint/venues'
import { addMarketCalls, FeedBoard } from './modules/market/index.ts'
import type { MarketChanges, TapeStore } from './modules/market/index.ts'
import { addMembershipCalls } from './modules/membership/index.ts'
import { addPromotionCalls } from './modules/promotion/index.ts'
import { addWorkspaceCalls } from './modules/workspace/index.ts'
import type { Bus } from './platform/bus/index.ts'
import type { Clock } from './platform/clock/index.ts'
import { databaseTrouble } from './platform/database/index.ts'
import type { DatabaseTrouble } from './platform/database/index.ts'
import { addDevelopmentCalls } from './platform/development/index.ts'
import type { Env } from './platform/env/index.ts'
import {
  BODY_LIMIT,
  addAccess,
  addCors,
  addDocs,
  addErrorHandler,
  addHealth,
  addMetrics,
  guardUpgrades,
  addPages,
  addRateLimits,
  addSecurityHeaders,
  addSecurityLog,
  addWriteTimeout,
  readableUrl,
  watchRoutes,
} from './platform/http/index.ts'
import type { AccessOf, RegisteredRoute } from './platform/http/index.ts'
import type { Keys } from './platform/keys/index.ts'
import type { Log } from './platform/log/index.ts'
import { createComposer } from './platform/mail/index.ts'
import { createPoster } from './platform/outbound/index.ts'
import type { Post } from './platform/outbound/index.ts'

export interface AppOptions {
  readonly env: Env
  readonly store: TapeStore
  /** Of calls; its limits bound how long they wait for the database. */
  readonly pool: Pool
  /** Why the server is not ready, null where it is; asks the store unless given. */
  readonly checkHealth?: () => Promise<DatabaseTrouble | null>
  readonly keys: Keys
  /** What operators changed of the followed markets; nothing can be changed without. */
  readonly changes?: MarketChanges
  /** How the live feeds of this process fare, where there are any. */
  readonly board?: FeedBoard
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  /** Who may see what; what accounts and memberships say unless given. */
  readonly accessOf?: AccessOf
  readonly hasher?: PasswordHasher
  /** Sends to addresses that users chose; to hosts of the public internet alone unless given. */
  readonly post?: Post
  /** Of the database, to hear of alerts and for the read worker; pages are told nothing without. */
  readonly databaseUrl?: string
  /** The second hand of the stream, ms; tests need not wait a second. */
  readonly streamTickMs?: number
  /** Folder of the built pages; without it every page says that they are not built. */
  readonly webRoot?: string
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route that was registered, for the comparison with the who-may-call table. */
    registeredRoutes: readonly RegisteredRoute[]
  }
}

/** Messages of the stream are a few fields; a watchlist of 200 symbols stays below this. */
const STREAM_MESSAGE_LIMIT = 32 * 1024

const CLOSE_GOING_AWAY = 1001
const GOODBYE_MS = 1000

const NO_CHANGES: MarketChanges = {
  load: async () => [],
  save: () => Promise.reject(new Error('Condition failed: the app keeps changes of markets')),
}

/** The whole web server, the same for `npm start` and for tests; the caller listens or injects, and closes it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { env, store, pool, keys, changes = NO_CHANGES, board = new FeedBoard(), bus, clock, log } = options
  const business = createBusiness(options)
  const accounts = accountOptions({ ...options, events: business.events })
  const accessOf = options.accessOf ?? createAccessOf(accounts)
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies(env.trustProxy),
    requestTimeout: 30_000,
    rewriteUrl: (request) => readableUrl(request.url ?? '/'),
    routerOptions: { maxParamLength: 256 },
  })
  // Arguments are read by the schemas of packages/contract (every fault named, in the caller's language), answers are
  // built field by field by the presenters; the schemas on the routes describe both in /api/docs.
  app.setValidatorCompiler(() => () => true)
  // Bodies are JSON and nothing else.
  app.removeContentTypeParser('text/plain')
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  app.decorate('registeredRoutes', watchRoutes(app))
  app.decorate('defaultLanguage', env.defaultLanguage)

  addErrorHandler(app)
  addSecurityLog(app)
  addWriteTimeout(app)
  addCors(app, env.corsOrigins)
  await addSecurityHeaders(app, env.nodeEnv === 'production' && env.appUrl.startsWith('https:'))
  await addRateLimits(app, env.rateLimitFactor)
  guardUpgrades(app, env)
  addAccess(app, accessOf)
  await app.register(websocket, {
    options: { maxPayload: STREAM_MESSAGE_LIMIT, perMessageDeflate: false },
    preClose(done) {
      const { clients } = this.websocketServer
      for (const socket of clients) socket.close(CLOSE_GOING_AWAY)
      // Who does not say goodbye in time must not hold up the end.
      setTimeout(() => {
        for (const socket of clients) socket.terminate()
      }, GOODBYE_MS).unref()
      this.websocketServer.close(done)
    },
  })
  await addDocs(app, env.productName)

  const metrics = addMetrics(app, { secret: env.metricsSecret, openOnLoopback: env.nodeEnv !== 'production' })
  addHealth(
    app,
    options.checkHealth ??
      (() =>
        store.findInstrument('-').then(
          () => null,
          (error: unknown) => databaseTrouble(error) ?? 'failing',
        )),
  )
  addDevelopmentCalls(app, { env, pool, clock, composer: createComposer({ keys, ...env }) })
  addAccountCalls(app, accounts)
  addMembershipCalls(app, business.membership)
  addPromotionCalls(app, business.promotion)
  addAdminCalls(app, {
    pool,
    clock,
    keys,
    mail: business.membership.mail,
    appUrl: env.appUrl,
    businessTz: env.businessTz,
    rateLimitFactor: env.rateLimitFactor,
    feeds: () =>
      board.markets().map(({ symbol, state, lagMs, gaps }) => ({
        symbol,
        state,
        lag_ms: lagMs === null ? null : Math.round(lagMs),
        gaps,
      })),
  })
  addWorkspaceCalls(app, { pool, clock })
  addAlertCalls(app, { ...accounts, store, post: options.post ?? createPoster(), appUrl: env.appUrl })
  const { databaseUrl: url } = options
  const pageAlerts = url === undefined ? null : createPageAlerts({ pool, url, log })
  app.addHook('onClose', async () => pageAlerts?.stop())
  const articlePaths = await addContentCalls(app, {
    ...accounts,
    productName: env.productName,
    passwordMin: env.passwordMin,
    rateLimitFactor: env.rateLimitFactor,
  })
  addMarketCalls(app, {
    store,
    bus,
    clock,
    keys,
    accessOf,
    metrics,
    rateLimitFactor: env.rateLimitFactor,
    changes,
    board,
    configured: env.markets,
    alerts: pageAlerts,
    databaseUrl: options.databaseUrl,
    streamTickMs: options.streamTickMs,
    recheckMs: env.testRecheckSeconds * 1000,
    openRest: openVenueRest,
    venueUrls: env.venueUrls,
  })
  await addPages(app, { webRoot: options.webRoot ?? null, appUrl: env.appUrl, more: articlePaths })
  return app
}

/** A number says how many proxies stand in front. */
function trustedProxies(trusted: Env['trustProxy']): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  return typeof trusted === 'boolean' ? trusted : [...trusted]
}
