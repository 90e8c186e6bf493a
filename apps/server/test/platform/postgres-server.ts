import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './nats-server.ts'

/** Debian installs every version in a separate folder. */
const FOLDER = '/usr/lib/postgresql'
/** The version of Debian 12, which is the oldest that the program supports. */
export const OLDEST_VERSION = 15

const FOLDER_OF_VERSION = join(FOLDER, String(OLDEST_VERSION), 'bin')
const BINARIES = existsSync(join(FOLDER_OF_VERSION, 'initdb')) ? FOLDER_OF_VERSION : undefined

export const hasPostgres = BINARIES !== undefined
if (!hasPostgres)
  console.log(`PostgreSQL ${OLDEST_VERSION} tests did not run: install postgresql-15 (Debian package) to run them`)

/** PostgreSQL refuses to run as root. */
const USER = process.getuid?.() === 0 ? idsOf('postgres') : null

function idsOf(user: string): { readonly uid: number; readonly gid: number } | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, user]).stdout.toString()))
  return uid > 0 ? { uid, gid } : null
}

/** A PostgreSQL of Debian on loopback: a primary, or a streaming replica of one. */
export class PostgresServer {
  readonly port: number
  readonly #root: string
  readonly #isOwner: boolean
  readonly #data: string
  #process: ChildProcess | null = null

  private constructor(port: number, root: string, isOwner: boolean) {
    this.port = port
    this.#root = root
    this.#isOwner = isOwner
    this.#data = join(root, `data-${port}`)
  }

  /** A new, started cluster in a temporary folder. */
  static async create(): Promise<PostgresServer> {
    const root = mkdtempSync(join(tmpdir(), 'flowprint-postgres-'))
    chmodSync(root, 0o755)
    const server = new PostgresServer(await freePort(), root, true)
    server.#makeData()
    run('initdb', ['-D', server.#data, '-U', 'flowprint', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
    // Commits are written at once, as by default: replicas receive only what is written.
    const settings = ['wal_level = replica', 'fsync = off', 'max_connections = 200']
    appendFileSync(join(server.#data, 'postgresql.conf'), `${settings.join('\n')}\n`)
    await server.start()
    return server
  }

  /** A started streaming replica of this server. */
  async createReplica(): Promise<PostgresServer> {
    const replica = new PostgresServer(await freePort(), this.#root, false)
    replica.#makeData()
    run('pg_basebackup', [
      '-d',
      `${this.url('postgres')}`,
      '-D',
      replica.#data,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '--no-sync',
    ])
    await replica.start()
    return replica
  }

  url(database = 'flowprint'): string {
    return `postgres://flowprint@127.0.0.1:${this.port}/${database}`
  }

  /** 0 while it does not run. */
  get pid(): number {
    return this.#process?.pid ?? 0
  }

  async start(): Promise<void> {
    const args = ['-D', this.#data, '-p', String(this.port), '-h', '127.0.0.1', '-k', '']
    this.#process = spawn(program('postgres'), args, { stdio: 'ignore', cwd: this.#root, ...USER })
    while (!(await this.#answers())) await sleep(50)
  }

  /** SIGKILL ends it, SIGSTOP freezes all of its processes. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    const pid = this.#process?.pid
    if (pid === undefined) return
    const children = spawnSync('ps', ['--ppid', String(pid), '-o', 'pid='])
      .stdout.toString()
      .trim()
      .split(/\s+/)
    for (const one of [pid, ...children.map(Number).filter((child) => child > 0)]) {
      try {
        process.kill(one, name)
      } catch {
        // Ended in the meantime.
      }
    }
  }

  /** Runs one statement in a separate connection. */
  async query<Row extends pg.QueryResultRow>(text: string, database = 'flowprint'): Promise<readonly Row[]> {
    const client = new pg.Client(this.url(database))
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  async stop(): Promise<void> {
    const child = this.#process
    this.#process = null
    if (child !== null && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      this.signal('SIGCONT')
      // Immediate shutdown: the data is temporary.
      child.kill('SIGQUIT')
      await ended
    }
    if (this.#isOwner) rmSync(this.#root, { recursive: true, force: true })
  }

  #makeData(): void {
    mkdirSync(this.#data, { mode: 0o700 })
    if (USER !== null) chownSync(this.#data, USER.uid, USER.gid)
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url('postgres'), connectionTimeoutMillis: 1_000 })
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }
}

function program(name: string): string {
  if (BINARIES === undefined) throw new Error(`Condition failed: PostgreSQL ${OLDEST_VERSION} is installed`)
  return join(BINARIES, name)
}

function run(name: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program(name), args, { cwd: tmpdir(), encoding: 'utf8', ...USER })
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`)
}
