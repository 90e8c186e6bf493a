import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { messageOf } from '../errors/index.ts'
import { initialiseCluster, locateCluster, makeDataDir, readClusterState, resetPassword, writeClusterState } from './cluster.ts'
import type { ClusterState } from './cluster.ts'
import { freePort, LaunchError, launchPostgres, tryConnect } from './launch-postgres.ts'
import type { Launch } from './launch-postgres.ts'
import { findBinaries } from './postgres-binaries.ts'
import { isAlive, livingPostmaster, stopPostmaster } from './postmaster.ts'
import type { Postmaster } from './postmaster.ts'

const DATABASE = 'flowprint'

export interface EmbeddedServer {
  readonly url: string
  readonly pid: number
  /** Stops PostgreSQL unless another of our programs (an import) is connected; that one then stops it. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly say: (line: string) => void
  /** PostgreSQL ended under us and could not be started again. */
  readonly onLost: (reason: string) => void
}

export const urlOf = (state: ClusterState): string => `postgres://${state.user}:${state.password}@127.0.0.1:${state.port}/${DATABASE}`

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
  let stopping = false
  const stopAsked = Promise.withResolvers<void>()
  const watch = async (): Promise<void> => {
    while (!stopping) {
      await Promise.race([sleep(250, undefined, { ref: false }), stopAsked.promise])
      if (stopping || isAlive(current)) continue
      say(`PostgreSQL (pid ${current.pid}) has ended; starting it again`)
      try {
        current = await relaunch(launch)
        say(`PostgreSQL is back (pid ${current.pid}); nothing acknowledged is lost`)
      } catch (error) {
        options.onLost(messageOf(error))
        return
      }
    }
  }
  const watching = watch()
  return {
    url: urlOf(state),
    get pid() {
      return current.pid
    },
    async stop() {
      stopping = true
      stopAsked.resolve()
      // A restart under way comes to its end first, so that no server is left behind.
      await watching
      if (await isUsedByOthers(state)) {
        say(`PostgreSQL (pid ${current.pid}) goes on for another program that still uses it`)
        return
      }
      await stopPostmaster(current)
    },
  }
}

/**
 * Goes on with the server that runs, or launches one. A program that was killed while it restarted its server may have
 * left one that is only just beginning: it is seen at the second look.
 */
async function adoptOrLaunch(launch: Launch, prepare: () => void): Promise<{ state: ClusterState; postmaster: Postmaster }> {
  const { state, say } = launch
  for (let attempt = 1; ; attempt++) {
    const running = livingPostmaster(state.cluster)
    const found = running === null ? null : { ...state, port: running.port }
    if (running !== null && found !== null && (await adopt(found, running, say))) return { state: found, postmaster: running }
    try {
      prepare()
      return await launchOnFreePort(launch)
    } catch (error) {
      if (!(error instanceof LaunchError) || !/lock file "postmaster.pid" already exists/.test(error.message) || attempt === 5) throw error
      await sleep(attempt * 200)
    }
  }
}

/** A server left by a killed parent goes on with us; one that does not let us in is stopped. */
async function adopt(state: ClusterState, running: Postmaster, say: (line: string) => void): Promise<boolean> {
  for (let waited = 0; waited < 120_000 && isAlive(running); waited += 100) {
    const answer = await tryConnect(state, 'postgres')
    if (answer === 'ok') {
      say(`PostgreSQL was left running (pid ${running.pid}); going on with it`)
      return true
    }
    if (answer !== 'wait') break
    await sleep(100)
  }
  if (isAlive(running)) say(`PostgreSQL (pid ${running.pid}) was left running and does not let us in; stopping it`)
  await stopPostmaster(running)
  return false
}

/** Between choosing a free port and listening on it somebody else may take it: then another one. */
async function launchOnFreePort(launch: Launch): Promise<{ state: ClusterState; postmaster: Postmaster }> {
  for (let attempt = 1; ; attempt++) {
    const state = { ...launch.state, port: await freePort() }
    try {
      return { state, postmaster: await launchPostgres({ ...launch, state }, state.port) }
    } catch (error) {
      if (!(error instanceof LaunchError) || !/address already in use/i.test(error.message) || attempt === 5) throw error
    }
  }
}

async function relaunch(launch: Launch): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launchPostgres(launch, launch.state.port)
    } catch (error) {
      if (attempt === 5) throw error
      await sleep(attempt * 400)
    }
  }
}

async function withClient<Result>(state: ClusterState, database: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ host: '127.0.0.1', port: state.port, user: state.user, password: state.password, database })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabase(state: ClusterState): Promise<void> {
  await withClient(state, 'postgres', async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  })
}

/** Our programs name themselves `flowprint/<pid>`; a person's psql does not keep the server up. */
async function isUsedByOthers(state: ClusterState): Promise<boolean> {
  try {
    return await withClient(state, 'postgres', async (client) => {
      const others = await client.query(
        "select 1 from pg_stat_activity where application_name like 'flowprint/%' and application_name <> $1 limit 1",
        [`flowprint/${process.pid}`],
      )
      return others.rowCount !== 0
    })
  } catch {
    return false
  }
}
