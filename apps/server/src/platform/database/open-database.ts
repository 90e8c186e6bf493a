import type pg from 'pg'
import { delay } from '../async/index.ts'
import type { Env } from '../env/index.ts'
import { messageOf, StartError } from '../errors/index.ts'
import { BoundedPool, boundedClient, dropConnection, numberTypes, CONNECT_TIMEOUT_MS } from './clients.ts'
import type { PoolLimits } from './clients.ts'
import { makeDataDir, readClusterState } from './cluster.ts'
import { startEmbeddedServer, urlOf } from './embedded-server.ts'
import type { EmbeddedServer } from './embedded-server.ts'
import type { DatabaseTrouble } from './health-check.ts'
import { acquireFolderLock } from './folder-lock.ts'
import type { FolderLock, Holder } from './folder-lock.ts'
import { tryConnect } from './launch-postgres.ts'
import { migrateDatabase } from './migrate-database.ts'
import type { Queryable } from './queryable.ts'

export interface Database {
  readonly pool: pg.Pool
  /** For connections outside the pool (leases, LISTEN). */
  readonly url: string
  /** Creates another pool, closed with the database. */
  openPool(limits: PoolLimits): pg.Pool
  /** Why the embedded server is not running; null while it runs, and for DATABASE_URL. */
  trouble(): DatabaseTrouble | null
  /**
   * Ends every connection of the pools: the network dropped them without a word, and statements would wait for their
   * timeouts.
   */
  reconnect(): void
  /**
   * Closes the pools, and stops the embedded server when this process was its last user. With `timeoutMs` it returns
   * within that time, whatever the database does.
   */
  close(timeoutMs?: number): Promise<void>
}

export interface DatabaseOptions {
  readonly env: Pick<Env, 'databaseUrl' | 'dataDir'>
  /** What this process is, shown to others that find the folder locked: "npm start". */
  readonly command: string
  /** own: the folder must be unlocked (the server). share: uses a running server or starts one (commands). */
  readonly mode: 'own' | 'share'
  readonly writeLine: (line: string) => void
  /** The embedded server ended and could not be restarted within a minute. When absent, restarts are tried forever. */
  readonly onLost?: (reason: string) => void
  readonly poolSize?: number
  /** Limits of `pool`; without them statements have no timeout. */
  readonly limits?: PoolLimits
  /** false: leaves the schema as it is, or absent (backup, restore). */
  readonly migrate?: boolean
}

/** Opens the configured database and, by default, migrates it. Throws StartError when the operator must act. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, close, trouble } =
    options.env.databaseUrl === null ? await openEmbedded(options) : foreignServer(options.env.databaseUrl)
  // No limits: migrations may take long.
  const first = createPool(url, options, undefined)
  try {
    // Connects even without migrations: report an unreachable database here.
    await assertVersion(first)
    if (options.migrate !== false) await migrateDatabase(first, { writeLine: options.writeLine })
  } catch (error) {
    await first.end()
    await close()
    if (options.env.databaseUrl !== null)
      throw new StartError(`The database of DATABASE_URL cannot be used: ${messageOf(error)}`)
    throw error
  }
  const pool = options.limits === undefined ? first : createPool(url, options, options.limits)
  if (pool !== first) await first.end()
  const pools = [pool]
  const clients = new Set<pg.PoolClient>()
  const watch = (watched: pg.Pool): void => {
    watched.on('connect', (client) => clients.add(client))
    watched.on('remove', (client) => clients.delete(client))
  }
  watch(pool)
  return {
    pool,
    url,
    trouble,
    openPool(limits) {
      const opened = createPool(url, options, limits)
      watch(opened)
      pools.push(opened)
      return opened
    },
    reconnect() {
      for (const client of clients) dropConnection(client, 'the database is silent')
    },
    async close(timeoutMs) {
      const until = performance.now() + (timeoutMs ?? Infinity)
      const ended = Promise.all(pools.map((one) => one.end()))
      // Connections of a stopped server never end; stop the server anyway.
      await (timeoutMs === undefined ? ended : Promise.race([ended, delay(Math.min(POOLS_END_MS, timeoutMs / 2))]))
      await close(timeoutMs === undefined ? undefined : Math.max(0, until - performance.now()))
    },
  }
}

/** The oldest PostgreSQL whose tests run: that of Debian 12. */
const MIN_VERSION = 15

async function assertVersion(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version")
  const version = Math.floor(Number(rows[0].version) / 10_000)
  if (version < MIN_VERSION) throw new StartError(`PostgreSQL ${MIN_VERSION} or later is required, this is ${version}`)
}

interface Server {
  readonly url: string
  trouble(): DatabaseTrouble | null
  close(timeoutMs?: number): Promise<void>
}

const POOLS_END_MS = 1_000

const foreignServer = (url: string): Server => ({ url, trouble: () => null, close: async () => {} })

/** `share`: an idle pool does not keep the process running. Without `limits` statements have no timeout. */
export function createPool(
  url: string,
  options: Pick<DatabaseOptions, 'mode' | 'writeLine' | 'poolSize'>,
  limits: PoolLimits | undefined,
): pg.Pool {
  const pool = new BoundedPool({
    maxWaiting: limits?.waiting ?? Infinity,
    connectionString: url,
    max: limits?.connections ?? options.poolSize ?? 12,
    connectionTimeoutMillis: limits?.connectMs ?? CONNECT_TIMEOUT_MS,
    // The server cancels statements that no client waits for any more.
    ...(limits === undefined
      ? {}
      : { Client: boundedClient(limits.statementMs), statement_timeout: limits.statementMs }),
    ...(limits?.idleTransactionMs === undefined
      ? {}
      : { idle_in_transaction_session_timeout: limits.idleTransactionMs }),
    // Keep connections open: reconnecting every few idle seconds is exposed to every stall of the machine.
    idleTimeoutMillis: 5 * 60_000,
    types: numberTypes,
    application_name: `flowprint/${process.pid}`,
    // Otherwise an idle pool would keep a command running.
    allowExitOnIdle: options.mode === 'share',
  })
  handlePoolErrors(pool, (error) => options.writeLine(`A database connection was lost: ${error.message}`))
  return pool
}

export function handlePoolErrors(pool: pg.Pool, onError: (error: Error) => void): void {
  // The pool replaces an idle connection that breaks; without a listener the event would end the program.
  pool.on('error', onError)
  // The same for a connection that breaks between two statements of a transaction: its next statement fails and reports
  // it.
  pool.on('connect', (client) => client.on('error', () => {}))
}

async function openEmbedded(options: DatabaseOptions): Promise<Server> {
  const { dataDir } = options.env
  makeDataDir(dataDir)
  const lock = await acquireFolderLock(dataDir, options.command).catch((error: unknown) => {
    throw new StartError(`DATA_DIR ${dataDir} cannot be used: ${messageOf(error)}`)
  })
  if (isLock(lock)) return ownEmbedded(options, lock)
  if (options.mode === 'own') {
    throw new StartError(
      `DATA_DIR ${dataDir} is in use by pid ${lock.pid} (${lock.command}).\nStop that first, or give this one another folder: DATA_DIR=./other npm start`,
    )
  }
  return { url: await findRunning(dataDir, lock), trouble: () => null, close: () => stopIfLast(options) }
}

async function ownEmbedded(options: DatabaseOptions, lock: FolderLock): Promise<Server> {
  let server: EmbeddedServer
  try {
    server = await startEmbeddedServer({
      dataDir: options.env.dataDir,
      writeLine: options.writeLine,
      ...(options.onLost === undefined ? {} : { onLost: options.onLost }),
    })
  } catch (error) {
    lock.release()
    throw error
  }
  return {
    url: server.url,
    trouble: () => server.trouble,
    async close(timeoutMs) {
      await server.stop(timeoutMs)
      lock.release()
    },
  }
}

/** The holder may have just started: its server then answers soon. */
async function findRunning(dataDir: string, holder: Holder): Promise<string> {
  for (let waited = 0; waited < 60_000; waited += 200) {
    const state = readClusterState(dataDir)
    if (state !== null && state.port > 0 && (await tryConnect(state, 'flowprint')) === 'ok') return urlOf(state)
    await delay(200)
  }
  throw new StartError(
    `DATA_DIR ${dataDir} is in use by pid ${holder.pid} (${holder.command}), but its PostgreSQL does not answer.`,
  )
}

/** A command that outlives the server process whose PostgreSQL it used stops PostgreSQL itself. */
async function stopIfLast(options: DatabaseOptions): Promise<void> {
  const lock = await acquireFolderLock(options.env.dataDir, options.command)
  if (!isLock(lock)) return
  try {
    const state = readClusterState(options.env.dataDir)
    if (state !== null && (await tryConnect(state, 'flowprint')) === 'ok') {
      const server = await startEmbeddedServer({ dataDir: options.env.dataDir, writeLine: () => {} })
      await server.stop()
    }
  } finally {
    lock.release()
  }
}

const isLock = (value: FolderLock | Holder): value is FolderLock => 'release' in value
