import { statfsSync } from 'node:fs'
import pg from 'pg'
import { delay } from '../async/index.ts'
import { messageOf } from '../errors/index.ts'
import {
  initialiseCluster,
  locateCluster,
  makeDataDir,
  readClusterState,
  resetPassword,
  writeClusterState,
} from './cluster.ts'
import type { ClusterState } from './cluster.ts'
import type { DatabaseTrouble } from './health-check.ts'
import { freePort, LaunchError, launchPostgres, tryConnect } from './launch-postgres.ts'
import type { Launch } from './launch-postgres.ts'
import { findBinaries } from './postgres-binaries.ts'
import { isUsedByOthers } from './queryable.ts'
import { isAlive, findRunningPostmaster, stopPostmaster } from './postmaster.ts'
import type { Postmaster } from './postmaster.ts'

const DATABASE = 'flowprint'

export interface EmbeddedServer {
  readonly url: string
  readonly pid: number
  /** Why it is not running; null while it runs. */
  readonly trouble: DatabaseTrouble | null
  /**
   * Stops PostgreSQL unless another of our programs (an import) is connected; that one then stops it. With `timeoutMs`
   * it returns within that time.
   */
  stop(timeoutMs?: number): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly writeLine: (line: string) => void
  /** PostgreSQL ended and could not be restarted within a minute. When absent, restarts are tried forever. */
  readonly onLost?: (reason: string) => void
}

export const urlOf = (state: ClusterState): string =>
  `postgres://${state.user}:${state.password}@127.0.0.1:${state.port}/${DATABASE}`

/**
 * Starts PostgreSQL in DATA_DIR, whose lock the caller holds, and supervises it: after a crash (kill -9, out of memory)
 * it is restarted on the same port, so that the connections of every pool recover.
 */
export async function startEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir, writeLine } = options
  makeDataDir(dataDir)
  const lost = readClusterState(dataDir) === null
  const { state: located, user } = locateCluster(dataDir, writeLine)
  const binaries = findBinaries(user, writeLine)
  const prepare = (): void => {
    writeClusterState(dataDir, located)
    initialiseCluster(located, user, binaries)
    if (lost) resetPassword(located, user, binaries)
  }
  const { state, postmaster } = await adoptOrLaunch({ dataDir, state: located, user, binaries, writeLine }, prepare)
  writeClusterState(dataDir, state)
  await createDatabase(state)

  const launch: Launch = { dataDir, state, user, binaries, writeLine }
  let current = postmaster
  let trouble: DatabaseTrouble | null = null
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number): Promise<void> => delay(ms, { signal, ref: false })

  /** Null: stopped, or given up. */
  async function relaunch(): Promise<Postmaster | null> {
    const since = performance.now()
    let said: DatabaseTrouble | null = null
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        return await launchPostgres(launch, state.port, signal)
      } catch (error) {
        if (signal.aborted) break
        const reason = isFull(state.cluster) ? 'disk_full' : 'failing'
        if (said !== reason)
          writeLine(
            `PostgreSQL cannot be started and is tried again${reason === 'disk_full' ? ', the disk is full' : ''}: ${messageOf(error)}`,
          )
        said = trouble = reason
        if (options.onLost !== undefined && performance.now() - since > GIVE_UP_MS) {
          options.onLost(messageOf(error))
          break
        }
        await pause(Math.min(RELAUNCH_MAX_MS, attempt * 400))
      }
    }
    return null
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await pause(250)
      if (signal.aborted || isAlive(current)) continue
      trouble = isFull(state.cluster) ? 'disk_full' : 'starting'
      writeLine(`PostgreSQL (pid ${current.pid}) has ended; starting it again`)
      const launched = await relaunch()
      if (launched === null) return
      current = launched
      trouble = null
      writeLine(`PostgreSQL is back (pid ${current.pid}); nothing acknowledged is lost`)
    }
  }
  const watching = watch()
  return {
    url: urlOf(state),
    get pid() {
      return current.pid
    },
    get trouble() {
      return trouble
    },
    async stop(timeoutMs) {
      stopping.abort()
      const until = performance.now() + (timeoutMs ?? Infinity)
      // Wait for a restart in progress, so that no server is left running.
      await (timeoutMs === undefined ? watching : Promise.race([watching, delay(timeoutMs / 2)]))
      if (await isServing(state)) {
        writeLine(`PostgreSQL (pid ${current.pid}) goes on for another program that still uses it`)
        return
      }
      await stopPostmaster(
        current,
        state.cluster,
        timeoutMs === undefined ? undefined : Math.max(0, until - performance.now() - MARGIN_MS),
      )
    },
  }
}

/** Reserved for the steps after the server has ended. */
const MARGIN_MS = 200
/** Max delay between failed starts; a full disk may last for days. */
const RELAUNCH_MAX_MS = 5_000
/** Commands give up on a server that cannot be started after this time. */
const GIVE_UP_MS = 60_000
/** PostgreSQL needs more free space than this to start. */
const FULL_BYTES = 1024 * 1024

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < FULL_BYTES
  } catch {
    return false
  }
}

/**
 * Adopts the running server or launches one. A program killed while it restarted its server may have left one that is
 * still starting: the second check finds it.
 */
async function adoptOrLaunch(
  launch: Launch,
  prepare: () => void,
): Promise<{ state: ClusterState; postmaster: Postmaster }> {
  const { state, writeLine } = launch
  for (let attempt = 1; ; attempt++) {
    const running = findRunningPostmaster(state.cluster)
    const found = running === null ? null : { ...state, port: running.port }
    if (running !== null && found !== null && (await adopt(found, running, writeLine)))
      return { state: found, postmaster: running }
    try {
      prepare()
      return await launchOnFreePort(launch)
    } catch (error) {
      if (
        !(error instanceof LaunchError) ||
        !/lock file "postmaster.pid" already exists/.test(error.message) ||
        attempt === 5
      )
        throw error
      await delay(attempt * 200)
    }
  }
}

/** Adopts the server of a killed parent; stops it when it is stuck or refuses the connection. */
async function adopt(state: ClusterState, running: Postmaster, writeLine: (line: string) => void): Promise<boolean> {
  const since = performance.now()
  let answeredAt = since
  while (performance.now() - since < RECOVERY_MAX_MS && performance.now() - answeredAt < STUCK_MS && isAlive(running)) {
    const answer = await tryConnect(state, 'postgres')
    if (answer === 'ok') {
      writeLine(`PostgreSQL was left running (pid ${running.pid}); reusing it`)
      return true
    }
    if (answer === 'wait') answeredAt = performance.now()
    else if (answer !== 'silent') break
    await delay(100)
  }
  if (isAlive(running))
    writeLine(`PostgreSQL (pid ${running.pid}) was left running and does not let us in; stopping it`)
  await stopPostmaster(running, state.cluster, STOP_LEFT_MS)
  return false
}

/** For a server that reports it is starting or stopping. */
const RECOVERY_MAX_MS = 120_000
/** For one that accepts connections and does not answer. */
const STUCK_MS = 10_000
const STOP_LEFT_MS = 20_000

/**
 * Uses the port of the last start when it is free, so that commands find the server again. Another program may take a
 * free port between choosing it and listening on it: then another port is tried.
 */
async function launchOnFreePort(launch: Launch): Promise<{ state: ClusterState; postmaster: Postmaster }> {
  for (let attempt = 1; ; attempt++) {
    const state = {
      ...launch.state,
      port: attempt === 1 && launch.state.port > 0 ? launch.state.port : await freePort(),
    }
    try {
      return { state, postmaster: await launchPostgres({ ...launch, state }, state.port) }
    } catch (error) {
      if (!(error instanceof LaunchError) || !/address already in use/i.test(error.message) || attempt === 5)
        throw error
    }
  }
}

/** A stopped or stuck server does not answer at all. */
const ANSWER_MS = 1_000
/** CREATE DATABASE copies a template. */
const CREATE_MS = 60_000

async function withClient<Result>(
  state: ClusterState,
  database: string,
  answerMs: number,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: state.port,
    user: state.user,
    password: state.password,
    database,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabase(state: ClusterState): Promise<void> {
  await withClient(state, 'postgres', CREATE_MS, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  })
}

/** Does not count psql sessions of people. */
async function isServing(state: ClusterState): Promise<boolean> {
  try {
    return await withClient(state, 'postgres', ANSWER_MS, (client) => isUsedByOthers(client, DATABASE))
  } catch {
    return false
  }
}
