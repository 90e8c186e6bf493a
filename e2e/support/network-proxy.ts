import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** TCP proxy to the server that can be cut and restored, to simulate a broken network. */
export class NetworkProxy {
  readonly url: string
  readonly #server: Server
  readonly #sockets: Set<Socket>
  readonly #state: { cut: boolean }

  static async start(port: number): Promise<NetworkProxy> {
    const sockets = new Set<Socket>()
    const state = { cut: false }
    const server = createServer((downstream) => {
      if (state.cut) return void downstream.destroy()
      const upstream = connect(port, '127.0.0.1')
      for (const [socket, other] of [
        [downstream, upstream],
        [upstream, downstream],
      ] as const) {
        sockets.add(socket)
        socket.on('error', () => other.destroy())
        socket.on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
        socket.pipe(other)
      }
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return new NetworkProxy(server, sockets, state)
  }

  private constructor(server: Server, sockets: Set<Socket>, state: { cut: boolean }) {
    this.#server = server
    this.#sockets = sockets
    this.#state = state
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** Destroys all connections and refuses new ones. */
  cut(): void {
    this.#state.cut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  restore(): void {
    this.#state.cut = false
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((done) => this.#server.close(done))
  }
}
