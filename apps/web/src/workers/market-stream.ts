import type { ClientMessage, ServerMessage } from '@flowprint/contract'
import { backoffMs } from '@flowprint/orderflow'
import type { CallIdentity } from '../shared/http/request.ts'
import { RECONNECT_BACKOFF } from './reconnect-backoff.ts'
import type { Connection } from './protocol.ts'
import { readServerMessage } from './stream-messages.ts'

const PING_MS = 10_000
/** Without any message for this long, not even a pong, the connection is considered dead. */
const SILENCE_MS = 25_000

/** The part of WebSocket that is used; tests supply their own. */
export interface Socket {
  binaryType: string
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: (() => void) | null
  send(text: string): void
  close(): void
}

export interface StreamEvents {
  /** Connected: subscribe now. */
  ready(): void
  message(message: ServerMessage): void
  frame(bytes: Uint8Array): void
  connection(state: Connection, retryAt: number | null): void
}

export interface StreamTools {
  open(): Socket
  now(): number
  random(): number
  setTimer(act: () => void, ms: number): number
  clearTimer(timer: number): void
}

/** A persistent WebSocket: sends hello and pings, detects dead connections, reconnects with backoff and jitter. */
export class MarketStream {
  readonly #tools: StreamTools
  readonly #events: StreamEvents
  #identity: CallIdentity
  #socket: Socket | null = null
  #greeted = false
  #failures = 0
  #heardAt = 0
  #retryTimer = 0
  #pingTimer = 0

  constructor(tools: StreamTools, events: StreamEvents, identity: CallIdentity) {
    this.#tools = tools
    this.#events = events
    this.#identity = identity
  }

  /** Connects unless connected or connecting. */
  start(identity: CallIdentity): void {
    this.#identity = identity
    if (!this.#socket && !this.#retryTimer) this.#connect()
  }

  /** Reconnects immediately instead of waiting for the backoff: the network is back. */
  hurry(): void {
    if (this.#socket || !this.#retryTimer) return
    this.#tools.clearTimer(this.#retryTimer)
    this.#retryTimer = 0
    this.#connect()
  }

  /** Sends when connected; unsent messages must be sent again in `ready`. */
  send(message: ClientMessage): void {
    if (this.#greeted) this.#socket?.send(JSON.stringify(message))
  }

  #connect(): void {
    this.#events.connection(this.#failures === 0 ? 'connecting' : 'reconnecting', null)
    let socket: Socket
    try {
      socket = this.#tools.open()
    } catch {
      return this.#lost()
    }
    this.#socket = socket
    this.#heardAt = this.#tools.now()
    socket.binaryType = 'arraybuffer'
    socket.onopen = () => {
      const { token, language } = this.#identity
      socket.send(
        JSON.stringify({
          op: 'hello',
          authorization: token ?? '',
          language: language === 'en' ? 'en' : 'zh',
          version: 1,
        } satisfies ClientMessage),
      )
    }
    socket.onmessage = ({ data }) => this.#receive(data)
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost()
    }
    this.#pingTimer = this.#tools.setTimer(() => this.#beat(), PING_MS)
  }

  #receive(data: unknown): void {
    this.#heardAt = this.#tools.now()
    if (data instanceof ArrayBuffer) return this.#events.frame(new Uint8Array(data))
    const message = typeof data === 'string' ? readServerMessage(data) : null
    if (message?.op === 'welcome') {
      this.#greeted = true
      this.#failures = 0
      this.#events.connection('open', null)
      this.#events.message(message)
      return this.#events.ready()
    }
    if (message) this.#events.message(message)
  }

  #beat(): void {
    if (this.#tools.now() - this.#heardAt > SILENCE_MS) {
      this.#drop()
      return this.#lost()
    }
    this.send({ op: 'ping' })
    this.#pingTimer = this.#tools.setTimer(() => this.#beat(), PING_MS)
  }

  #lost(): void {
    this.#drop()
    this.#failures += 1
    const wait = backoffMs(this.#failures, RECONNECT_BACKOFF, this.#tools.random)
    this.#events.connection('offline', this.#tools.now() + wait)
    this.#retryTimer = this.#tools.setTimer(() => {
      this.#retryTimer = 0
      this.#connect()
    }, wait)
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    this.#greeted = false
    this.#tools.clearTimer(this.#pingTimer)
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }
}
