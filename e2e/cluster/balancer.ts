import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

interface Target {
  readonly port: number
  isReady: boolean
  readonly sockets: Set<Socket>
}

const CHECK_MS = 300
const CHECK_TIMEOUT_MS = 1_500

/** A TCP load balancer in front of the web nodes, with the health check and the behaviour of nginx or HAProxy. */
export class Balancer {
  readonly url: string
  readonly #server: Server
  readonly #targets: readonly Target[]
  readonly #timer: NodeJS.Timeout

  static async open(ports: readonly number[]): Promise<Balancer> {
    const targets = ports.map((port): Target => ({ port, isReady: false, sockets: new Set() }))
    let next = 0
    const server = createServer((near) => {
      const ready = targets.filter(({ isReady }) => isReady)
      if (ready.length === 0) return void near.destroy()
      const target = ready[next++ % ready.length]
      const far = connect(target.port, '127.0.0.1')
      target.sockets.add(near)
      near.on('error', () => far.destroy())
      far.on('error', () => near.destroy())
      near.on('close', () => {
        target.sockets.delete(near)
        far.destroy()
      })
      far.on('close', () => near.destroy())
      near.pipe(far)
      far.pipe(near)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return new Balancer(server, targets)
  }

  private constructor(server: Server, targets: readonly Target[]) {
    this.#server = server
    this.#targets = targets
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.#timer = setInterval(() => {
      for (const target of targets) void check(target)
    }, CHECK_MS)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    for (const { sockets } of this.#targets) for (const socket of sockets) socket.destroy()
    await new Promise((done) => this.#server.close(done))
  }
}

async function check(target: Target): Promise<void> {
  const isReady = await fetch(`http://127.0.0.1:${target.port}/api/ready`, {
    signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
  }).then(
    ({ ok }) => ok,
    () => false,
  )
  const wasReady = target.isReady
  target.isReady = isReady
  // Connections to a node that left are ended, so that their clients move.
  if (wasReady && !isReady) for (const socket of target.sockets) socket.destroy()
}
