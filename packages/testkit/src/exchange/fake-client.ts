import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { FakeDepth, FakeDepthChange } from './fake-depth.ts'
import type { FakeBook, FakeConnection, FakeTrade, FakeVenue } from './fake-venue.ts'

interface FakeClientOptions {
  readonly socket: WebSocket
  /** The stream that the socket writes to. */
  readonly stream: Duplex
  readonly path: string
  readonly venue: FakeVenue
  readonly book: FakeBook
  readonly faults: Faults
  /** Seeded, [0, 1). */
  readonly random: () => number
}

const GARBAGE = [
  '{"e":"aggTrade","s":"BTCUSDT","p":',
  'null',
  '[]',
  '{"data":{"e":"aggTrade"}}',
  '{"topic":"publicTrade."}',
  '\u0000',
]

/** One client's WebSocket at the fake exchange, with its faults. */
export class FakeClient implements FakeConnection {
  readonly path: string
  readonly subscribed = new Set<string>()
  readonly subscribedDepth = new Set<string>()
  /** Messages from the client, oldest first. */
  readonly asked: string[] = []
  readonly #options: FakeClientOptions
  /** Pending outgoing messages: frozen, or held to be reordered. */
  #held: string[] = []
  #reordered: string[] = []
  #sequence = 0
  #inOrder: Promise<void> = Promise.resolve()

  constructor(options: FakeClientOptions) {
    this.#options = options
    this.path = options.path
    const { socket, venue, book, faults } = options
    socket.on('message', (data) => {
      this.asked.push(String(data))
      if (!faults.halfOpen) venue.onMessage(this, String(data), book)
    })
    socket.on('ping', (data: Buffer) => {
      if (!faults.halfOpen) socket.pong(data)
    })
    venue.onOpen?.(this, book)
  }

  nextSequence(): number {
    return this.#sequence++
  }

  subscribe(marketId: string): boolean {
    if (this.#options.book.market(marketId) === null) return false
    this.subscribed.add(marketId)
    return true
  }

  unsubscribe(marketId: string): void {
    this.subscribed.delete(marketId)
  }

  subscribeDepth(marketId: string): FakeDepth | null {
    const depth = this.#options.book.depth(marketId)
    if (depth !== null) this.subscribedDepth.add(marketId)
    return depth
  }

  unsubscribeDepth(marketId: string): void {
    this.subscribedDepth.delete(marketId)
  }

  /** Sends a change of a book. */
  sendDepth(change: FakeDepthChange, nowMs: number): void {
    const { venue, faults } = this.#options
    if (faults.silentRoute) return
    const message = venue.depthMessage?.(this, change, nowMs) ?? null
    if (message === null || faults.use('dropDepth')) return
    if (faults.use('garbage')) this.#write(GARBAGE[0])
    this.#write(message)
    if (faults.use('duplicate')) this.#write(message)
  }

  /** Sends responses of the venue: confirmations, pongs, heartbeats. */
  send(text: string): void {
    if (this.#options.faults.unconfirmed) return
    this.#write(text)
  }

  /** Sends trades of one market as a group. */
  sendTrades(trades: readonly FakeTrade[], nowMs: number): void {
    const { venue, faults, random } = this.#options
    if (faults.silentRoute) return
    for (const message of venue.messages(this, trades, nowMs)) {
      if (faults.use('garbage')) this.#write(GARBAGE[Math.floor(random() * GARBAGE.length)])
      if (faults.reorder > 0) this.#reorder(message)
      else this.#write(message)
      if (faults.use('duplicate')) this.#write(message)
    }
  }

  /** Bytes not yet taken by the client. */
  get unsent(): number {
    return this.#options.socket.bufferedAmount
  }

  /** Sends everything that `work` sends in as few packets as possible, as an exchange does under load. */
  together(work: () => void): void {
    const { stream } = this.#options
    stream.cork()
    try {
      work()
    } finally {
      stream.uncork()
    }
  }

  /** Sends everything held while frozen. */
  thaw(): void {
    for (const text of this.#held.splice(0)) this.#write(text)
  }

  terminate(): void {
    this.#options.socket.terminate()
  }

  close(code: number): void {
    this.#options.socket.close(code)
  }

  /** Collects `reorder` messages, then sends them in reverse. */
  #reorder(message: string): void {
    this.#reordered.push(message)
    if (this.#reordered.length < this.#options.faults.reorder) return
    this.#options.faults.reorder = 0
    for (const text of this.#reordered.splice(0).reverse()) this.#write(text)
  }

  #write(text: string): void {
    const { faults, socket } = this.#options
    if (faults.halfOpen || socket.readyState !== socket.OPEN) return
    if (faults.frozen) {
      this.#held.push(text)
      return
    }
    if (faults.delayMs <= 0) {
      socket.send(text)
      return
    }
    const due = new Promise<void>((resolve) => setTimeout(resolve, faults.delayMs))
    this.#inOrder = this.#inOrder
      .then(() => due)
      .then(() => {
        if (socket.readyState === socket.OPEN) socket.send(text)
      })
  }
}

/** Injected faults. Counted faults decrease with each use; switches stay on until turned off. */
export class Faults {
  /** Trades never sent by WebSocket, but known to REST. */
  drop = 0
  /** Trades never sent at all: a gap that REST cannot fill either. */
  lose = 0
  /** Changes of books never sent. */
  dropDepth = 0
  /** Next REST snapshots of books: as they were at the start. */
  oldSnapshots = 0
  /** Messages sent twice. */
  duplicate = 0
  /** Messages held back until this many are together, then sent in reverse. */
  reorder = 0
  /** Unparsable messages, sent before the next real ones. */
  garbage = 0
  /** Next REST responses: 429 with Retry-After, a 5xx, invalid JSON, none at all. */
  tooMany = 0
  retryAfterSeconds = 1
  serverErrors = 0
  brokenAnswers = 0
  hangingAnswers = 0
  /** Delay of every message, ms of real time. */
  delayMs = 0
  /** Confirms subscriptions but sends no trades: the retired route. */
  silentRoute = false
  /** Subscriptions are not answered. */
  unconfirmed = false
  /** Connections stay open, but nothing is sent or answered, not even pings. */
  halfOpen = false
  /** Nothing is sent until thawed, then everything; pings are answered. */
  frozen = false
  /** HTTP status that rejects a WebSocket handshake; null accepts it. */
  refuseWith: number | null = null

  /** Uses one of a counted fault; false if there is none left. */
  use(
    name:
      | 'dropDepth'
      | 'oldSnapshots'
      | 'drop'
      | 'lose'
      | 'duplicate'
      | 'garbage'
      | 'tooMany'
      | 'serverErrors'
      | 'brokenAnswers'
      | 'hangingAnswers',
  ): boolean {
    if (this[name] <= 0) return false
    this[name] -= 1
    return true
  }

  clear(): void {
    Object.assign(this, new Faults())
  }
}
