import type { Membership, NodeExchange } from '../../platform/exchange/index.ts'

/** Max concurrent connections per user. */
const CONNECTIONS_A_USER = 5

/** Connections of users to one node: all of them, or those of users whose number changed. */
interface Connections {
  readonly isFull: boolean
  /** Number by user; 0: none any more. */
  readonly open: Readonly<Record<string, number>>
}

/**
 * Counts open connections by user, on all nodes. Each node announces a changed number at once and repeats all numbers
 * every few seconds; the connections of a silent node are no longer counted. Connections that two nodes accept within
 * the time of a message may exceed the limit.
 */
export class ConnectionCount {
  readonly limit: number
  readonly #open = new Map<string, number>()
  readonly #others = new Map<string, Map<string, number>>()
  readonly #nodes: Membership<Connections>

  /** `factor`: RATE_LIMIT_FACTOR, which multiplies every limit. */
  constructor(factor: number, exchange: NodeExchange) {
    this.limit = Math.max(1, Math.round(CONNECTIONS_A_USER * factor))
    this.#nodes = exchange.join<Connections>('streams', {
      collect: (isFull) => (isFull ? { isFull, open: Object.fromEntries(this.#open) } : null),
      receive: (node, message) => this.#receive(node, message),
      onLost: (node) => this.#others.delete(node),
    })
  }

  /** Acquires a slot and returns a function that releases it (once), or null when none is left. */
  acquire(user: string): (() => void) | null {
    const count = this.#open.get(user) ?? 0
    let elsewhere = 0
    for (const open of this.#others.values()) elsewhere += open.get(user) ?? 0
    if (count + elsewhere >= this.limit) return null
    this.#set(user, count + 1)
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#set(user, (this.#open.get(user) ?? 1) - 1)
    }
  }

  /** The server stops: its users reconnect to other nodes at once. */
  close(): void {
    this.#nodes.leave()
  }

  #set(user: string, count: number): void {
    if (count > 0) this.#open.set(user, count)
    else this.#open.delete(user)
    this.#nodes.send({ isFull: false, open: { [user]: count } })
  }

  #receive(node: string, { isFull, open }: Connections): void {
    let known = this.#others.get(node)
    if (known === undefined || isFull) this.#others.set(node, (known = new Map()))
    for (const [user, count] of Object.entries(open)) {
      if (count > 0) known.set(user, count)
      else known.delete(user)
    }
  }
}

const WINDOW_MS = 10_000
const MESSAGES = 100

/** Messages a client may send: 100 in 10 s, times the factor of all limits. */
export class MessageRate {
  readonly #limit: number
  #from = -Infinity
  #count = 0

  constructor(factor: number) {
    this.#limit = Math.max(1, Math.round(MESSAGES * factor))
  }

  allows(now: number): boolean {
    if (now - this.#from >= WINDOW_MS) {
      this.#from = now
      this.#count = 0
    }
    this.#count += 1
    return this.#count <= this.#limit
  }
}

/** The part of a socket that the buffer uses; implemented by `WebSocket` of ws. */
export interface Sink {
  readonly bufferedAmount: number
  send(data: string | Uint8Array, options: { binary: boolean }, done: (error?: Error) => void): void
}

/** Bytes that wait for the slow readers of all connections together. */
export class BacklogBudget {
  readonly limit: number
  used = 0
  /** Backlogs dropped, of one client or because all together were too large. */
  drops = 0

  constructor(limit: number) {
    this.limit = limit
  }
}

/** Max bytes handed to the socket at once; the rest is buffered here, where it can still be dropped. */
const SOCKET_BYTES = 128 * 1024

/**
 * Ordered send buffer of one client. When more than `limit` bytes wait for a slow reader, or more than the budget for
 * all of them, the whole buffer is dropped and `onOverflow` is called, once per overflow.
 */
export class SendBuffer {
  readonly #sink: Sink
  readonly #limit: number
  readonly #onOverflow: () => void
  readonly #budget: BacklogBudget
  #waiting: (string | Uint8Array)[] = []
  #waitingBytes = 0
  /** Messages handed to the socket that it has not written yet. */
  #unwritten = 0
  #progressAt = 0

  constructor(sink: Sink, limit: number, onOverflow: () => void, budget = new BacklogBudget(Infinity)) {
    this.#sink = sink
    this.#limit = limit
    this.#onOverflow = onOverflow
    this.#budget = budget
  }

  /** Bytes that wait, here and in the socket. */
  get backlog(): number {
    return this.#waitingBytes + this.#sink.bufferedAmount
  }

  /** How long messages have waited without any being written, ms; 0 while none waits. */
  stalledMs(now: number): number {
    return this.#unwritten === 0 ? 0 : now - this.#progressAt
  }

  /** Drops what waits. */
  clear(): void {
    this.#waiting = []
    this.#addBytes(-this.#waitingBytes)
  }

  /** Sends a message, or drops the buffer together with it. A single message is never too large, only a backlog is. */
  send(message: string | Uint8Array): void {
    const isOverBudget = this.#waitingBytes > 0 && this.#budget.used > this.#budget.limit
    if (this.backlog > this.#limit || isOverBudget) {
      this.clear()
      this.#budget.drops += 1
      this.#onOverflow()
    } else {
      this.sendAnyway(message)
    }
  }

  /** For messages that inform a client about its dropped backlog. */
  sendAnyway(message: string | Uint8Array): void {
    if (this.#waiting.length === 0 && this.#sink.bufferedAmount < SOCKET_BYTES) return this.#pass(message)
    this.#waiting.push(message)
    this.#addBytes(message.length)
  }

  #addBytes(bytes: number): void {
    this.#waitingBytes += bytes
    this.#budget.used += bytes
  }

  #pass(message: string | Uint8Array): void {
    if (this.#unwritten === 0) this.#progressAt = performance.now()
    this.#unwritten += 1
    this.#sink.send(message, { binary: typeof message !== 'string' }, () => {
      this.#unwritten -= 1
      this.#progressAt = performance.now()
      this.#drain()
    })
  }

  #drain(): void {
    while (this.#waiting.length > 0 && this.#sink.bufferedAmount < SOCKET_BYTES) {
      const message = this.#waiting.shift() as string | Uint8Array
      this.#addBytes(-message.length)
      this.#pass(message)
    }
  }
}
