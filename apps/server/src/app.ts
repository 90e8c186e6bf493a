import websocket from '@fastify/websocket'
import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { marketPlugin } from './market/api/plugin.ts'
import { accountsPlugin } from './modules/accounts/plugin.ts'
import { adminPlugin } from './modules/admin/plugin.ts'
import { alertsPlugin } from './modules/alerts/plugin.ts'
import { contentPlugin, listArticlePaths } from './modules/content/plugin.ts'
import { membershipPlugin } from './modules/membership/plugin.ts'
import { promotionPlugin } from './modules/promotion/plugin.ts'
import { scannerPlugin } from './modules/scanner/plugin.ts'
import { workspacePlugin } from './modules/workspace/plugin.ts'
import { addDevelopmentCalls } from './platform/development/index.ts'
import type { Env } from './platform/env/index.ts'
import {
  BODY_LIMIT,
  addAccess,
  addCors,
  addDocs,
  addErrorHandler,
  addHealth,
  addLoadShedding,
  addMetrics,
  guardUpgrades,
  addPages,
  addRateLimits,
  addRequestContext,
  addSecurityHeaders,
  addSecurityLog,
  addWriteTimeout,
  AppError,
  readableUrl,
  REQUEST_ID_OPTIONS,
  watchRoutes,
} from './platform/http/index.ts'
import type { RegisteredRoute } from './platform/http/index.ts'
import type { Services } from './services.ts'

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

/**
 * Builds the web server, identical for `npm start` and tests. The caller listens or injects, and closes it. `webRoot`:
 * the built web app; without it every page says that it is not built.
 */
export async function buildApp(services: Services, webRoot: string | null = null): Promise<FastifyInstance> {
  const { env, log } = services
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    ...REQUEST_ID_OPTIONS,
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

  addRequestContext(app)
  addErrorHandler(app)
  addSecurityLog(app)
  addWriteTimeout(app)
  addCors(app, env.corsOrigins)
  await addSecurityHeaders(app, env.nodeEnv === 'production' && env.appUrl.startsWith('https:'))
  addLoadShedding(app, services.load)
  await addRateLimits(app, env.rateLimitFactor, services.exchange)
  guardUpgrades(app, env)
  addAccess(app, services.accessOf)
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

  addMetrics(app, services.metrics, { secret: env.metricsSecret, openOnLoopback: env.nodeEnv !== 'production' })
  addHealth(
    app,
    () => services.health.check(),
    () => services.replicas?.status() ?? [],
  )
  addDevelopmentCalls(app, { ...services, pool: services.pools.calls })
  await app.register(accountsPlugin, services.accounts)
  await app.register(membershipPlugin, services.membership)
  await app.register(promotionPlugin, services.promotion)
  await app.register(adminPlugin, services.admin)
  await app.register(workspacePlugin, services.workspace)
  await app.register(alertsPlugin, services.alerts)
  await app.register(scannerPlugin, services.scanner)
  await app.register(contentPlugin, services.content)
  await app.register(marketPlugin, services.market)
  await addPages(app, { webRoot, appUrl: env.appUrl, more: () => listArticlePaths(services.content) })
  return app
}

/**
 * The server of a node without the role `web`: health, readiness and metrics, as on every node, and nothing else. The
 * caller listens, and closes it.
 */
export async function buildOperationApp({ env, log, health, metrics, exchange }: Services): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    ...REQUEST_ID_OPTIONS,
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies(env.trustProxy),
    requestTimeout: 30_000,
    rewriteUrl: (request) => readableUrl(request.url ?? '/'),
  })
  app.decorate('registeredRoutes', watchRoutes(app))
  app.decorate('defaultLanguage', env.defaultLanguage)
  addRequestContext(app)
  addErrorHandler(app)
  app.decorateRequest('refusal', null)
  addWriteTimeout(app)
  await addSecurityHeaders(app, env.nodeEnv === 'production' && env.appUrl.startsWith('https:'))
  await addRateLimits(app, env.rateLimitFactor, exchange)
  addMetrics(app, metrics, { secret: env.metricsSecret, openOnLoopback: env.nodeEnv !== 'production' })
  addHealth(app, () => health.check())
  app.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND', { http: 404 })
  })
  return app
}

/** A number is the count of trusted proxy hops. */
function trustedProxies(trusted: Env['trustProxy']): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  return typeof trusted === 'boolean' ? trusted : [...trusted]
}
