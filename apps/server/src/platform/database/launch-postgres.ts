import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { delay } from '../async/index.ts'
import { codeOf, messageOf, StartError } from '../errors/index.ts'
import { postgresEnvironment } from './cluster.ts'
import type { ClusterState } from './cluster.ts'
import { databaseTrouble } from './health-check.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { cleanUpDeadServer, findRunningPostmaster } from './postmaster.ts'
import type { RunAs, Postmaster } from './postmaster.ts'

export interface Launch {
  readonly dataDir: string
  readonly state: ClusterState
  readonly user: RunAs
  readonly binaries: PostgresBinaries
  readonly writeLine: (line: string) => void
}

/** Settings that differ from PostgreSQL's defaults, with reasons. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Acknowledged commits must survive a crash: the defaults, stated explicitly.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // An import writes tens of MB at once; a checkpoint during it would write pages twice.
  max_wal_size: '2GB',
  // Measured with 11 MB in one commit: 250 ms with the default 4 MB, 110 ms with these (docs/decisions/embedded-postgres.md).
  wal_buffers: '32MB',
  wal_writer_delay: '10ms',
  // Queries are short and read few large rows: JIT and parallel workers cost more than they save.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  log_timezone: 'UTC',
  TimeZone: 'UTC',
}

const CONNECT_MS = 5_000
const MAX_LOG_BYTES = 8 * 1024 * 1024

/**
 * Starts the server on the given port and returns when it answers; crash recovery may take a while. When `signal`
 * aborts, the server is stopped again.
 */
export async function launchPostgres(launch: Launch, port: number, signal?: AbortSignal): Promise<Postmaster> {
  const { state, user, binaries } = launch
  await cleanUpDeadServer(state.cluster)
  signal?.throwIfAborted()
  const logPath = join(launch.dataDir, 'postgres.log')
  // A file instead of a pipe: the server outlives a killed parent and must still be able to log.
  if (sizeOf(logPath) > MAX_LOG_BYTES) rmSync(logPath)
  const logFrom = sizeOf(logPath)
  const output = openSync(logPath, 'a', 0o600)
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Detached session: Ctrl-C reaches only this process, which stops the server after its last commit.
  const child = spawn(binaries.postgres, ['-D', state.cluster, '-p', String(port), ...settings], {
    ...user,
    cwd: '/',
    env: postgresEnvironment(),
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  let ended: string | null = null
  child.on('error', (error) => (ended = error.message))
  child.on('exit', (code, signal) => (ended = `exit ${code ?? signal}`))
  child.unref()
  for (let waited = 0; ; waited += 20) {
    if (ended !== null) throw new LaunchError(`PostgreSQL did not start (${ended}):\n${tailOf(logPath, logFrom)}`)
    if ((await tryConnect({ ...state, port }, 'postgres')) === 'ok') break
    if (signal?.aborted === true) {
      child.kill('SIGQUIT')
      signal.throwIfAborted()
    }
    if (waited % 10_000 === 9_980) launch.writeLine('PostgreSQL is still recovering ...')
    await delay(20)
  }
  const postmaster = findRunningPostmaster(state.cluster)
  if (postmaster === null) throw new LaunchError('PostgreSQL answers, but its postmaster.pid does not name it')
  return postmaster
}

/** The server ended before it answered; the message contains its output. */
export class LaunchError extends StartError {}

/**
 * 'wait': starting up, shutting down or not listening yet; 'silent': no answer in time; Error: it will never accept us.
 */
export async function tryConnect(state: ClusterState, database: string): Promise<'ok' | 'wait' | 'silent' | Error> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: state.port,
    user: state.user,
    password: state.password,
    database,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const answer = await client.query<{ folder: string }>("select current_setting('data_directory') as folder")
    // The port may now belong to another cluster, which has the same password after DATA_DIR was copied.
    return answer.rows[0]?.folder === state.cluster ? 'ok' : new Error('another cluster answers')
  } catch (error) {
    const code = codeOf(error)
    if (databaseTrouble(error) === 'timeout' || messageOf(error) === 'Query read timeout') return 'silent'
    const transient =
      ['57P03', 'ECONNREFUSED', 'ECONNRESET', '57P01'].includes(code) || /terminated/i.test(messageOf(error))
    return transient ? 'wait' : (error as Error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** A currently unused port of 127.0.0.1. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

const tailOf = (path: string, from: number): string =>
  readFileSync(path).subarray(from).toString('utf8').trim().split('\n').slice(-12).join('\n')
