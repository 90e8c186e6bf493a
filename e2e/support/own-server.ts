import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { OWN_DIR, ROOT } from './places.ts'

/** A whole program of a spec's own, on a folder that is empty at first; it may be killed and started again. */
export class OwnServer {
  readonly url: string
  readonly dataDir: string
  /** What differs from other servers, for its next start. */
  readonly env: Record<string, string>
  readonly #port: number
  #child: ChildProcess | null = null
  #said = ''

  constructor(name: string, port: number, env: Readonly<Record<string, string>> = {}) {
    this.#port = port
    this.env = { ...env }
    this.url = `http://127.0.0.1:${port}`
    this.dataDir = join(OWN_DIR, name)
  }

  /** Starts on what the folder holds; fulfilled when calls are answered. */
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
    const listen = (chunk: Buffer) => {
      this.#said += chunk.toString()
      appendFileSync(log, chunk)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    await this.#untilReady()
  }

  /** As when the machine takes the process away: no goodbye, PostgreSQL stays behind. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
    // After a kill that nobody followed up PostgreSQL may still run.
    this.#signalPostgres('SIGINT')
  }

  /** Takes PostgreSQL away; the program starts it again by itself. Fulfilled when calls are answered again. */
  async killPostgres(): Promise<void> {
    this.#signalPostgres('SIGKILL')
    await this.#untilReady()
  }

  /** What the program wrote so far. */
  get said(): string {
    return this.#said
  }

  async #untilReady(): Promise<void> {
    const child = this.#child
    await expect
      .poll(
        () =>
          fetch(`${this.url}/api/ready`).then(
            ({ ok }) => ok,
            () => child !== null && child.exitCode !== null && this.#said,
          ),
        {
          timeout: 60_000,
          message: 'the server of this spec',
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
      // It had ended by itself.
    }
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await ended
  }
}
