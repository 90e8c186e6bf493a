import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Debian installs it outside the PATH of ordinary users. */
const PROGRAM = [process.env.NATS_SERVER ?? 'nats-server', '/usr/sbin/nats-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)

export const hasNatsServer = PROGRAM !== undefined
if (!hasNatsServer) console.log('NATS tests did not run: install nats-server (Debian package) to run them')

/** A real NATS server on loopback that can be killed, suspended and started again on its port. */
export class NatsServer {
  readonly port: number
  #args: readonly string[]
  #process: ChildProcess | null = null

  constructor(port: number, args: readonly string[] = []) {
    this.port = port
    this.#args = args
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`
  }

  /** 0 while it does not run. */
  get pid(): number {
    return this.#process?.pid ?? 0
  }

  /** `args` replace the former ones. */
  async start(args = this.#args): Promise<void> {
    this.#args = args
    if (PROGRAM === undefined) throw new Error('Condition failed: nats-server is installed')
    this.#process = spawn(PROGRAM, ['--addr', '127.0.0.1', '--port', String(this.port), ...args], { stdio: 'ignore' })
    while (!(await answers(this.port))) await sleep(20)
  }

  signal(name: NodeJS.Signals): void {
    this.#process?.kill(name)
  }

  async stop(name: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#process
    this.#process = null
    if (child === null || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill(name)
    await ended
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** A port of loopback that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
