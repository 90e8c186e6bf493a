import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { SPEC_DIR, ROOT } from './environment.ts'

/** A separate server for one spec, with its own data folder; it can be killed and restarted. */
export class SpecServer {
  readonly url: string
  readonly dataDir: string
  /** Extra environment variables, used at the next start. */
  readonly env: Record<string, string>
  readonly #port: number
  #child: ChildProcess | null = null
  #output = ''

  constructor(name: string, port: number, env: Readonly<Record<string, string>> = {}) {
    this.#port = port
    this.env = { ...env }
    this.url = `http://127.0.0.1:${port}`
    this.dataDir = join(SPEC_DIR, name)
  }

  /** Starts the server and resolves when it is ready; `empty` clears its data folder first. */
  async start({ empty = false } = {}): Promise<void> {
    if (empty) rmSync(this.dataDir, { recursive: true, force: true })
    mkdirSync(this.dataDir, { recursive: true })
    const child = spawn(process.execPath, [join(ROOT, 'apps', 'server', 'src', 'main.ts')], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: String(this.#port),
        DATA_DIR: this.dataDir,
        MARKETS: '',
        NODE_ENV: 'test',
        LOG_LEVEL: 'warn',
        RATE_LIMIT_FACTOR: '100',
        DATABASE_URL: '',
        ...this.env,
      },
    })
    this.#child = child
    const log = join(this.dataDir, 'program.log')
    const append = (chunk: Buffer) => {
      this.#output += chunk.toString()
      appendFileSync(log, chunk)
    }
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    await this.#waitUntilReady()
  }

  /** Kills the process with SIGKILL; PostgreSQL keeps running. */
  async kill(): Promise<void> {
    await this.#terminate('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#terminate('SIGTERM')
    // After `kill` without a restart, PostgreSQL may still run.
    this.#signalPostgres('SIGINT')
  }

  /** Kills PostgreSQL, which the server restarts; resolves when the server is ready again. */
  async killPostgres(): Promise<void> {
    this.#signalPostgres('SIGKILL')
    await this.#waitUntilReady()
  }

  /** Output of the server so far. */
  get output(): string {
    return this.#output
  }

  async #waitUntilReady(): Promise<void> {
    const child = this.#child
    await expect
      .poll(
        () =>
          fetch(`${this.url}/api/ready`).then(
            ({ ok }) => ok,
            () => child !== null && child.exitCode !== null && this.#output,
          ),
        {
          timeout: 60_000,
          message: 'the server of this spec is ready',
        },
      )
      .toBe(true)
  }

  #signalPostgres(signal: NodeJS.Signals): void {
    const pidFile = join(this.dataDir, 'postgres', 'postmaster.pid')
    if (!existsSync(pidFile)) return
    try {
      process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), signal)
    } catch {
      // The process has already exited.
    }
  }

  async #terminate(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await ended
  }
}
