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
import { addMarketCalls, FeedRegistry } from './modules/market/index.ts'
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
  /** For requests; its limits bound how long a request waits for the database. */
  readonly pool: Pool
  /** Returns why the server is not ready, or null when it is. Default: queries the store. */
  readonly checkHealth?: () => Promise<DatabaseTrouble | null>
  readonly keys: Keys
  /** Operators' changes to the followed markets. Without it the list is read-only. */
  readonly changes?: MarketChanges
  /** Status of the live feeds of this process, if it runs any. */
  readonly feedRegistry?: FeedRegistry
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  /** Resolves what a token may access. Default: from accounts and memberships. */
  readonly accessOf?: AccessOf
  readonly hasher?: PasswordHasher
  /** Sends requests to user-supplied URLs. Default: public internet hosts only. */
  readonly post?: Post
  /** Database URL, for alert notifications and the read worker. Without it pages receive no alerts. */
  readonly databaseUrl?: string
  /** Stream tick interval, ms. Tests shorten it. */
  readonly streamTickMs?: number
  /** Folder of the built web app. Without it every page says that it is not built. */
  readonly webRoot?: string
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every registered route, so that tests can compare them with the access table. */
    registeredRoutes: readonly RegisteredRoute[]
  }
}

/** Client messages have a few fields; a watchlist of 200 symbols is smaller than this. */
const STREAM_MESSAGE_LIMIT = 32 * 1024

const CLOSE_GOING_AWAY = 1001
const CLOSE_TIMEOUT_MS = 1000

const NO_CHANGES: MarketChanges = {
  load: async () => [],
  save: () => Promise.reject(new Error('Condition failed: the app keeps changes of markets')),
}

/** Builds the web server, identical for `npm start` and tests. The caller listens or injects, and closes it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { env, store, pool, keys, changes = NO_CHANGES, feedRegistry = new FeedRegistry(), bus, clock, log } = options
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
  // Accept JSON bodies only.
  app.removeContentTypeParser('text/plain')
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
      // Clients that never close must not delay shutdown.
      setTimeout(() => {
        for (const socket of clients) socket.terminate()
      }, CLOSE_TIMEOUT_MS).unref()
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
      feedRegistry.markets().map(({ symbol, state, lagMs, gaps }) => ({
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
    feedRegistry,
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

/** A number is the count of trusted proxy hops. */
function trustedProxies(trusted: Env['trustProxy']): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  return typeof trusted === 'boolean' ? trusted : [...trusted]
}
