// npm start: starts the components of the configured ROLES and stops them in reverse order.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import type { Pool } from 'pg'
import { buildApp } from './app.ts'
import { createPasswordHasher, ensureDevAccounts } from './modules/accounts/index.ts'
import { startAlerts } from './modules/alerts/index.ts'
import { startBackfill } from './modules/market/backfill/index.ts'
import { startDemoFeed } from './modules/market/feed/demo-feed.ts'
import { startLiveFeeds } from './modules/market/feed/live-feeds.ts'
import { FeedRegistry, recommendJobs, retentionJobs, storedChanges, storedListings } from './modules/market/index.ts'
import { openStore } from './modules/market/tape/index.ts'
import { createBus } from './platform/bus/index.ts'
import { createClock } from './platform/clock/index.ts'
import type { Clock } from './platform/clock/index.ts'
import { createHealthCheck, makeDataDir, openDatabase, POOL_LIMITS } from './platform/database/index.ts'
import type { DatabaseTrouble } from './platform/database/index.ts'
import { loadEnvFile, readEnv, unknownVariables } from './platform/env/index.ts'
import type { Env } from './platform/env/index.ts'
import { codeOf, StartError } from './platform/errors/index.ts'
import { createKeys, loadAppKeys } from './platform/keys/index.ts'
import { createLog } from './platform/log/index.ts'
import type { Log } from './platform/log/index.ts'
import { Shutdown } from './platform/shutdown/index.ts'
import { startJobs } from './start-jobs.ts'

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url))

async function start(env: Env, log: Log, shutdown: Shutdown): Promise<void> {
  const writeLine = (line: string): void => log.info(line)
  if (env.roles.includes('web')) await checkPort(env)
  // With an external PostgreSQL, DATA_DIR still stores the key and the development accounts unless they are configured.
  if (env.appKeys.length === 0 || env.nodeEnv !== 'production') makeDataDir(env.dataDir)
  const clock = createClock(env.testClock)
  const bus = createBus((error, topic) => log.error({ err: error, topic }, 'a bus subscriber failed'))
  const database = await openDatabase({ env, command: 'npm start', mode: 'own', writeLine, limits: POOL_LIMITS.work })
  shutdown.add('the database', (timeoutMs) => database.close(timeoutMs))
  const keys = createKeys(loadAppKeys(env))
  const jobs = database.openPool(POOL_LIMITS.jobs)
  const store = openStore({
    pool: database.pool,
    reads: database.openPool(POOL_LIMITS.reads),
    jobs,
    url: database.url,
    bus,
    writeLine,
    relay: true,
    logKeepMs: logKeepMs(env),
  })
  shutdown.add('the tape', () => store.close())

  const feedRegistry = new FeedRegistry()
  const changes = storedChanges(database.pool, clock)
  if (env.nodeEnv !== 'production') await setUpDevAccounts(env, database.pool, clock)
  if (env.roles.includes('web')) {
    const health = createHealthCheck(database.url)
    shutdown.add('the health check', () => health.close())
    const checkHealth = async (): Promise<DatabaseTrouble | null> => {
      const trouble = await health.check()
      return trouble === null ? null : (database.trouble() ?? trouble)
    }
    const app = await buildApp({
      env,
      store,
      pool: database.openPool(POOL_LIMITS.calls),
      checkHealth,
      databaseUrl: database.url,
      keys,
      changes,
      feedRegistry,
      bus,
      clock,
      log,
      ...(existsSync(WEB_ROOT) ? { webRoot: WEB_ROOT } : {}),
    })
    shutdown.add('the web server', () => app.close())
    const listenTextResolver = (address: string): string =>
      `${env.productName} answers on ${addressFor(env.host, address)}`
    const address = await listen(env, () => app.listen({ port: env.port, host: env.host, listenTextResolver }))
    if (env.nodeEnv === 'development')
      process.stdout.write(`\n  ${env.productName} is running: ${addressFor(env.host, address)}\n\n`)
  }
  if (env.roles.includes('ingest')) {
    const feed = startDemoFeed({ store, bus, clock, log, env })
    shutdown.add('the simulated feeds', () => feed.stop())
    const past = startBackfill({
      store,
      clock,
      log,
      dataDir: env.dataDir,
      archiveUrls: env.archiveUrls,
      days: env.backfillDays,
    })
    shutdown.add('the backfill', () => past.stop())
    const live = startLiveFeeds({
      store,
      changes,
      listings: storedListings(database.pool),
      bus,
      clock,
      log,
      env,
      feedRegistry,
      past,
    })
    shutdown.add('the live feeds', () => live.stop())
  }
  if (env.roles.includes('worker')) {
    const marketJobs = [...recommendJobs(store), ...retentionJobs({ store, clock, log, days: env.retentionDays })]
    const queue = database.openPool(POOL_LIMITS.queue)
    shutdown.add('the job queue', startJobs({ env, pool: database.pool, queue, jobs, keys, clock, log, marketJobs }))
    const stopAlerts = startAlerts({
      pool: database.pool,
      store,
      bus,
      clock,
      log,
      freeDelayMs: env.freeDelayMinutes * MINUTE_MS,
    })
    shutdown.add('the alerts', stopAlerts)
  }
}

/** Creates the development accounts and prints their credentials when they are new. */
async function setUpDevAccounts(env: Env, pool: Pool, clock: Clock): Promise<void> {
  const accounts = await ensureDevAccounts({ pool, clock, hasher: createPasswordHasher(), dataDir: env.dataDir })
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

/** A delayed client may resume as far back as its delay, plus a margin. */
const logKeepMs = (env: Env): number => env.freeDelayMinutes * MINUTE_MS + 2 * HOUR_MS

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
