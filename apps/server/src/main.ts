// npm start: starts the components of the configured ROLES and stops them in reverse order.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import type { FastifyInstance } from 'fastify'
import { buildApp, buildOperationApp } from './app.ts'
import {
  startBackfill,
  startDemoFeed,
  startDepth,
  startDerivatives,
  startLiveFeeds,
  storedListings,
} from './market/ingest/index.ts'
import { ensureDevAccounts } from './modules/accounts/index.ts'
import { delay } from './platform/async/index.ts'
import { makeDataDir, openDatabase, POOL_LIMITS } from './platform/database/index.ts'
import { loadEnvFile, readEnv, unknownVariables } from './platform/env/index.ts'
import type { Env } from './platform/env/index.ts'
import { codeOf, StartError } from './platform/errors/index.ts'
import { VERSION } from './platform/http/index.ts'
import { startJobs } from './platform/jobs/index.ts'
import { checkKeys } from './platform/keys/index.ts'
import { createLog } from './platform/log/index.ts'
import type { Log } from './platform/log/index.ts'
import { watchSeparateNodes } from './platform/nodes/index.ts'
import { Shutdown } from './platform/shutdown/index.ts'
import { startTracing } from './platform/tracing/index.ts'
import { createAlertWorker, createJobs, createScannerWorker, createServices } from './services.ts'
import type { Services } from './services.ts'

/** Clients of a stopping node move to others within this time, instead of all at once. */
const DRAIN_MS = 1_500
const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url))

async function start(env: Env, log: Log, shutdown: Shutdown): Promise<void> {
  const writeLine = (line: string): void => log.info(line)
  await checkPort(env)
  // With an external PostgreSQL, DATA_DIR still stores the key and the development accounts unless they are configured.
  if (env.appKeys.length === 0 || env.nodeEnv !== 'production') makeDataDir(env.dataDir)
  const database = await openDatabase({ env, command: 'npm start', mode: 'own', writeLine, limits: POOL_LIMITS.work })
  shutdown.add('the database', (timeoutMs) => database.close(timeoutMs))
  shutdown.add('the traces', await startTracing({ env, version: VERSION, log }))
  const services = createServices({ env, log, database })
  shutdown.add('the tape', () => services.store.close())
  shutdown.add('the books', () => services.depth.close())
  shutdown.add('the health check', () => services.health.close())
  shutdown.add('the leases', () => services.leases.close())
  shutdown.add('the bus', () => services.bus.close())
  shutdown.add('the exchange with other nodes', async () => services.exchange.close())
  shutdown.add('the live markets', async () => {
    services.hub.close()
    services.depthHub.close()
    services.derivativesHub.close()
    services.scanner.hub.close()
    services.lessons.close()
  })
  await checkKeys(services.pools.work, services.keys)
  await services.nodes.start()
  const endWatch = watchSeparateNodes(services)
  if (env.nodeEnv !== 'production') await setUpDevAccounts(services)
  const hasPages = env.roles.includes('web')
  await startServer(
    services,
    hasPages ? await buildApp(services, findWebRoot()) : await buildOperationApp(services),
    shutdown,
  )
  if (env.roles.includes('ingest')) startIngest(services, shutdown)
  if (env.roles.includes('worker')) {
    shutdown.add(
      'the job queue',
      startJobs(createJobs(services), { pool: services.pools.queue, leases: services.leases, log }),
    )
    const alerts = createAlertWorker(services)
    shutdown.add('the alerts', () => alerts.stop())
    if (env.scanner) {
      const scanner = createScannerWorker(services)
      shutdown.add('the scanner', () => scanner.stop())
    }
  }
  // Stopped first: the others take over while this process finishes its work.
  shutdown.add('the node', async () => {
    endWatch()
    await services.nodes.stop()
  })
}

const findWebRoot = (): string | null => (existsSync(WEB_ROOT) ? WEB_ROOT : null)

async function startServer({ env, drain, nodes }: Services, app: FastifyInstance, shutdown: Shutdown): Promise<void> {
  shutdown.add('the web server', async () => {
    const drainMs = nodes.others.some(({ roles }) => roles.includes('web')) ? DRAIN_MS : 0
    drain.start(drainMs)
    await delay(drainMs)
    await app.close()
  })
  const listenTextResolver = (address: string): string =>
    `${env.productName} answers on ${addressFor(env.host, address)}`
  const address = await listen(env, () => app.listen({ port: env.port, host: env.host, listenTextResolver }))
  if (env.nodeEnv === 'development' && env.roles.includes('web'))
    process.stdout.write(`\n  ${env.productName} is running: ${addressFor(env.host, address)}\n\n`)
}

function startIngest(services: Services, shutdown: Shutdown): void {
  const { env } = services
  const feed = startDemoFeed(services)
  shutdown.add('the simulated feeds', () => feed.stop())
  const past = startBackfill({
    ...services,
    dataDir: env.dataDir,
    archiveUrls: env.archiveUrls,
    days: env.backfillDays,
  })
  shutdown.add('the backfill', () => past.stop())
  const listings = storedListings(services.pools.work)
  const live = startLiveFeeds({ ...services, listings, past })
  shutdown.add('the live feeds', () => live.stop())
  const recording = startDepth({
    ...services,
    modes: services.depthModes,
    listings,
    isOverloaded: () => services.load.level() > 0,
    demoLive: feed.live,
    ...(env.testBookHistoryMinutes === null ? {} : { demoHistoryMs: env.testBookHistoryMinutes * MINUTE_MS }),
  })
  shutdown.add('the recorded books', () => recording.stop())
  const { testDerivativesHistoryHours: hours } = env
  const derivatives = startDerivatives({
    ...services,
    listings,
    demoLive: feed.live,
    ...(hours === null ? {} : { demoHistoryMs: hours * HOUR_MS }),
  })
  shutdown.add('the recorded derivatives data', () => derivatives.stop())
}

/** Creates the development accounts and prints their credentials when they are new. */
async function setUpDevAccounts({ env, pools, clock, hasher }: Services): Promise<void> {
  const accounts = await ensureDevAccounts({ pool: pools.work, clock, hasher, dataDir: env.dataDir })
  if (accounts === null) return
  if (accounts === 'elsewhere') {
    process.stdout.write(
      '\n  Another server uses this database. Its development accounts are in dev-accounts.json in its DATA_DIR.\n\n',
    )
    return
  }
  const lines = Object.entries(accounts).map(
    ([name, { email, password }]) => `    ${name.padEnd(6)}  ${email}  ${password}\n`,
  )
  process.stdout.write(
    `\n  Development accounts, stored in ${join(env.dataDir, 'dev-accounts.json')}:\n${lines.join('')}\n`,
  )
}

async function listen(env: Env, work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE')
      throw new StartError(`PORT ${env.port} on ${env.host} is taken. Another one: PORT=${env.port + 1} npm start`)
    if (codeOf(error) === 'EACCES')
      throw new StartError(`PORT ${env.port} may not be opened by this user. Another one: PORT=8080 npm start`)
    if (codeOf(error) === 'EADDRNOTAVAIL' || codeOf(error) === 'ENOTFOUND')
      throw new StartError(`HOST ${env.host} is no address of this machine.`)
    throw error
  }
}

/** Runs before anything is created: a second server usually fails because the port is in use. */
async function checkPort(env: Env): Promise<void> {
  const probe = createServer()
  await listen(env, async () => {
    probe.listen(env.port, env.host)
    await once(probe, 'listening')
    return ''
  })
  probe.close()
  await once(probe, 'close')
}

/** URL to open in a browser on this machine. */
function addressFor(host: string, address: string): string {
  const here = ['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'].includes(host)
  return here ? `http://localhost:${new URL(address).port || 80}` : address
}

let log: Log | null = null
try {
  loadEnvFile()
  const env = readEnv(process.env)
  log = createLog(env.logLevel, { isReadable: env.nodeEnv === 'development' && process.stdout.isTTY })
  for (const line of unknownVariables(process.env)) log.warn(line)
  const shutdown = new Shutdown(log)
  try {
    await start(env, log, shutdown)
  } catch (error) {
    await shutdown.run()
    throw error
  }
} catch (error) {
  // Configuration and environment errors print their message only; anything else keeps its stack.
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`)
  else if (log !== null) log.fatal(error)
  else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}
