import { statfsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
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
import type { DatabaseTrouble } from './failures.ts'
import { freePort, LaunchError, launchPostgres, tryConnect } from './launch-postgres.ts'
import type { Launch } from './launch-postgres.ts'
import { findBinaries } from './postgres-binaries.ts'
import { isUsedByOthers } from './queryable.ts'
import { isAlive, livingPostmaster, stopPostmaster } from './postmaster.ts'
import type { Postmaster } from './postmaster.ts'

const DATABASE = 'flowprint'

export interface EmbeddedServer {
  readonly url: string
  readonly pid: number
  /** Why it does not run at the moment; null while it runs. */
  readonly trouble: DatabaseTrouble | null
  /**
   * Stops PostgreSQL unless another of our programs (an import) is connected; that one then stops it. With `patienceMs` it
   * returns by then.
   */
  stop(patienceMs?: number): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly say: (line: string) => void
  /** PostgreSQL ended under us and could not be started again within a minute. Absent: it is tried for ever. */
  readonly onLost?: (reason: string) => void
}

export const urlOf = (state: ClusterState): string =>
  `postgres://${state.user}:${state.password}@127.0.0.1:${state.port}/${DATABASE}`

/**
 * Starts PostgreSQL in DATA_DIR, whose lock the caller holds, and keeps it running: should it die (kill -9, out of
 * memory), it is started again on the same port, so that the connections of every pool come back by themselves.
 */
export async function startEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir, say } = options
  makeDataDir(dataDir)
  const lost = readClusterState(dataDir) === null
  const { state: located, user } = locateCluster(dataDir, say)
  const binaries = findBinaries(user, say)
  const prepare = (): void => {
    writeClusterState(dataDir, located)
    initialiseCluster(located, user, binaries)
    if (lost) resetPassword(located, user, binaries)
  }
  const { state, postmaster } = await adoptOrLaunch({ dataDir, state: located, user, binaries, say }, prepare)
  writeClusterState(dataDir, state)
  await createDatabase(state)

  const launch: Launch = { dataDir, state, user, binaries, say }
  let current = postmaster
  let trouble: DatabaseTrouble | null = null
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal, ref: false }).catch(() => {})

  /** Null: it was stopped, or given up. */
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
          say(
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
      say(`PostgreSQL (pid ${current.pid}) has ended; starting it again`)
      const launched = await relaunch()
      if (launched === null) return
      current = launched
      trouble = null
      say(`PostgreSQL is back (pid ${current.pid}); nothing acknowledged is lost`)
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
    async stop(patienceMs) {
      stopping.abort()
      const until = performance.now() + (patienceMs ?? Infinity)
      // A restart under way comes to its end first, so that no server is left behind.
      await (patienceMs === undefined ? watching : Promise.race([watching, sleep(patienceMs / 2)]))
      if (await isServing(state)) {
        say(`PostgreSQL (pid ${current.pid}) goes on for another program that still uses it`)
        return
      }
      await stopPostmaster(
        current,
        state.cluster,
        patienceMs === undefined ? undefined : Math.max(0, until - performance.now() - MARGIN_MS),
      )
    },
  }
}

/** Left for what follows the end of the server. */
const MARGIN_MS = 200
/** Of starts that fail; a full disk may last for days. */
const RELAUNCH_MAX_MS = 5_000
/** A command does not wait longer for a server that cannot be started. */
const GIVE_UP_MS = 60_000
/** PostgreSQL needs more than this to start. */
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
 * Goes on with the server that runs, or launches one. A program that was killed while it restarted its server may have
 * left one that is only just beginning: it is seen at the second look.
 */
async function adoptOrLaunch(
  launch: Launch,
  prepare: () => void,
): Promise<{ state: ClusterState; postmaster: Postmaster }> {
  const { state, say } = launch
  for (let attempt = 1; ; attempt++) {
    const running = livingPostmaster(state.cluster)
    const found = running === null ? null : { ...state, port: running.port }
    if (running !== null && found !== null && (await adopt(found, running, say)))
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
      await sleep(attempt * 200)
    }
  }
}

/** A server left by a killed parent goes on with us; one that is stuck or does not let us in is stopped. */
async function adopt(state: ClusterState, running: Postmaster, say: (line: string) => void): Promise<boolean> {
  const since = performance.now()
  let answeredAt = since
  while (performance.now() - since < RECOVERY_MAX_MS && performance.now() - answeredAt < STUCK_MS && isAlive(running)) {
    const answer = await tryConnect(state, 'postgres')
    if (answer === 'ok') {
      say(`PostgreSQL was left running (pid ${running.pid}); going on with it`)
      return true
    }
    if (answer === 'wait') answeredAt = performance.now()
    else if (answer !== 'silent') break
    await sleep(100)
  }
  if (isAlive(running)) say(`PostgreSQL (pid ${running.pid}) was left running and does not let us in; stopping it`)
  await stopPostmaster(running, state.cluster, STOP_LEFT_MS)
  return false
}

/** Of a server that says that it is starting or stopping. */
const RECOVERY_MAX_MS = 120_000
/** Of one that accepts connections and says nothing. */
const STUCK_MS = 10_000
const STOP_LEFT_MS = 20_000

/**
 * On the port of the last start where it is free: commands that used the server find it again. Between choosing a free port
 * and listening on it somebody else may take it: then another one.
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

/** A server that is stopped or stuck does not answer at all. */
const ANSWER_MS = 1_000
/** It copies a template. */
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

/** A person's psql does not keep the server up. */
async function isServing(state: ClusterState): Promise<boolean> {
  try {
    return await withClient(state, 'postgres', ANSWER_MS, (client) => isUsedByOthers(client, DATABASE))
  } catch {
    return false
  }
}
