import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

interface Pair {
  readonly near: Socket
  far: Socket | null
  /** Forgotten by the network: nothing passes any more, not even the end of a side. */
  isForgotten: boolean
}

/** A TCP link between a node and a server that can go silent, as a network that drops every packet. */
export class Link {
  /** Called with the bytes that the node sends. */
  onSent: ((chunk: Buffer) => void) | null = null
  readonly #server: Server
  readonly #target: number
  readonly #pairs = new Set<Pair>()
  #isSilent = false

  private constructor(target: number) {
    this.#target = target
    this.#server = createServer((near) => this.#accept(near))
  }

  static async open(target: number): Promise<Link> {
    const link = new Link(target)
    await new Promise<void>((done) => link.#server.listen(0, '127.0.0.1', done))
    return link
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Nothing passes, and neither side is told. New connections are accepted and stay silent too. */
  silence(): void {
    this.#isSilent = true
    for (const pair of this.#pairs) suspend(pair)
  }

  /** Everything held back arrives, as retransmitted packets do. */
  resume(): void {
    this.#isSilent = false
    for (const pair of this.#pairs) if (!pair.isForgotten) this.#forward(pair)
  }

  /** Ends all connections on both sides; new ones pass. */
  reset(): void {
    this.#isSilent = false
    for (const { near, far } of this.#pairs) {
      near.resetAndDestroy()
      far?.resetAndDestroy()
    }
    this.#pairs.clear()
  }

  /** The connections so far stay silent for ever; new ones pass: a firewall that was restarted. */
  forget(): void {
    this.#isSilent = false
    for (const pair of this.#pairs) {
      suspend(pair)
      pair.isForgotten = true
    }
  }

  async close(): Promise<void> {
    this.reset()
    await new Promise((done) => this.#server.close(done))
  }

  #accept(near: Socket): void {
    const pair: Pair = { near, far: null, isForgotten: false }
    this.#pairs.add(pair)
    near.on('data', (chunk) => this.onSent?.(chunk))
    near.pause()
    near.on('error', () => {})
    near.on('close', () => this.#ended(pair))
    if (!this.#isSilent) this.#forward(pair)
  }

  #forward(pair: Pair): void {
    const { near } = pair
    if (pair.far === null) {
      const far = connect(this.#target, '127.0.0.1')
      far.on('error', () => {})
      far.on('close', () => this.#ended(pair))
      pair.far = far
    }
    const { far } = pair
    if (near.destroyed || far.destroyed) return this.#ended(pair)
    near.pipe(far)
    far.pipe(near)
  }

  /** A side has ended: the other one is told unless the link is silent. */
  #ended(pair: Pair): void {
    if (this.#isSilent || pair.isForgotten) return
    pair.near.destroy()
    pair.far?.destroy()
    this.#pairs.delete(pair)
  }
}

function suspend({ near, far }: Pair): void {
  if (far !== null) near.unpipe(far)
  far?.unpipe(near)
  near.pause()
  far?.pause()
}
