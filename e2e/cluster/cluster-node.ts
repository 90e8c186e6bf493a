import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/environment.ts'
import type { Link } from './link.ts'

export type NodeRole = 'web' | 'ingest' | 'worker'

/** The links of a node to the servers it uses; each node has its own. */
export interface NodeLinks {
  readonly postgres: Link
  readonly replica: Link
  readonly nats: readonly Link[]
}

/** One process of the program with one role. After it was killed, `start` starts its replacement. */
export class ClusterNode {
  readonly name: string
  readonly role: NodeRole
  readonly port: number
  readonly links: NodeLinks
  /** null: the node runs without an inspector. */
  readonly inspectorPort: number | null
  readonly #env: Readonly<Record<string, string>>
  readonly #logFile: string
  #child: ChildProcess | null = null

  constructor(options: {
    readonly name: string
    readonly role: NodeRole
    readonly port: number
    readonly links: NodeLinks
    readonly inspectorPort: number | null
    readonly folder: string
    readonly env: Readonly<Record<string, string>>
  }) {
    const { name, role, port, links, inspectorPort, folder, env } = options
    this.name = name
    this.role = role
    this.port = port
    this.links = links
    this.inspectorPort = inspectorPort
    this.#logFile = join(folder, `${name}.log`)
    this.#env = {
      ...env,
      ROLES: role,
      PORT: String(port),
      DATABASE_URL: `postgres://flowprint@127.0.0.1:${links.postgres.port}/flowprint`,
      DATABASE_REPLICA_URL: `postgres://flowprint@127.0.0.1:${links.replica.port}/flowprint`,
      ...(inspectorPort === null
        ? {}
        : { NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} --inspect=127.0.0.1:${inspectorPort}`.trim() }),
      NATS_URL: links.nats.map((link) => `nats://127.0.0.1:${link.port}`).join(','),
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  start(): void {
    const child = spawn(process.execPath, [join(ROOT, 'apps', 'server', 'src', 'main.ts')], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...this.#env },
    })
    const append = (chunk: Buffer): void => appendFileSync(this.#logFile, chunk)
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    this.#child = child
  }

  /** Throws when the process has ended on its own. */
  assertRunning(): void {
    const child = this.#child
    if (child !== null && child.exitCode === null && child.signalCode === null) return
    throw new Error(`${this.name} has ended (${child?.exitCode ?? child?.signalCode}), see ${this.#logFile}`)
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(name)
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill(signal)
    await ended
  }

  /** Resident memory, MB. */
  get memoryMb(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }
}
