import type { ClientMessage, ServerMessage, ServerOp } from '@flowprint/contract'
import { type Backoff, backoffMs } from '@flowprint/orderflow'
import type { CallIdentity } from '../shared/http/request.ts'
import type { Connection } from './protocol.ts'

const PING_INTERVAL_MS = 10_000
/** Without any message for this long, not even a pong, the connection is considered dead. */
const HEARTBEAT_TIMEOUT_MS = 25_000

/** The part of WebSocket that is used; tests supply their own. */
export interface Socket {
  binaryType: string
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: (() => void) | null
  send(text: string): void
  close(): void
}

interface StreamEvents {
  /** Connected: subscribe now. */
  ready(): void
  message(message: ServerMessage): void
  frame(bytes: Uint8Array): void
  connection(state: Connection, retryAt: number | null): void
}

interface StreamTools {
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
  #lastMessageAt = 0
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
  reconnectNow(): void {
    if (this.#socket || !this.#retryTimer) return
    this.#tools.clearTimer(this.#retryTimer)
    this.#retryTimer = 0
    this.#connect()
  }

  /** Closes the connection; `start` opens it again. */
  stop(): void {
    this.#tools.clearTimer(this.#retryTimer)
    this.#retryTimer = 0
    this.#close()
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
      return this.#reconnectLater()
    }
    this.#socket = socket
    this.#lastMessageAt = this.#tools.now()
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
      if (this.#socket === socket) this.#reconnectLater()
    }
    this.#pingTimer = this.#tools.setTimer(() => this.#checkHeartbeat(), PING_INTERVAL_MS)
  }

  #receive(data: unknown): void {
    this.#lastMessageAt = this.#tools.now()
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

  #checkHeartbeat(): void {
    if (this.#tools.now() - this.#lastMessageAt > HEARTBEAT_TIMEOUT_MS) {
      this.#close()
      return this.#reconnectLater()
    }
    this.send({ op: 'ping' })
    this.#pingTimer = this.#tools.setTimer(() => this.#checkHeartbeat(), PING_INTERVAL_MS)
  }

  #reconnectLater(): void {
    this.#close()
    this.#failures += 1
    const wait = backoffMs(this.#failures, RECONNECT_BACKOFF, this.#tools.random)
    this.#events.connection('offline', this.#tools.now() + wait)
    this.#retryTimer = this.#tools.setTimer(() => {
      this.#retryTimer = 0
      this.#connect()
    }, wait)
  }

  #close(): void {
    const socket = this.#socket
    this.#socket = null
    this.#greeted = false
    this.#tools.clearTimer(this.#pingTimer)
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }
}

/** Delay before the stream is opened or a failed load is repeated. */
export const RECONNECT_BACKOFF: Backoff = { baseMs: 500, maxMs: 30_000, jitter: 0.5 }

const OPS: ReadonlySet<string> = new Set<ServerOp>([
  'welcome',
  'subscribed',
  'unsubscribed',
  'status',
  'clock',
  'revision',
  'resync',
  'summary',
  'alert',
  'depth_subscribed',
  'depth_unsubscribed',
  'depth_status',
  'depth_resync',
  'derivatives_subscribed',
  'derivatives_unsubscribed',
  'derivatives_status',
  'derivatives_resync',
  'liquidations',
  'market_stat',
  'scanner_rows',
  'scanner_unsubscribed',
  'lesson_started',
  'lesson_followers',
  'lesson',
  'lesson_unfollowed',
  'lesson_ended',
  'error',
  'pong',
])

/** Parses a JSON message of the stream; null for unknown messages (a newer server may send more types). */
export function readServerMessage(text: string): ServerMessage | null {
  try {
    const message = JSON.parse(text) as { op?: unknown } | null
    return typeof message?.op === 'string' && OPS.has(message.op) ? (message as ServerMessage) : null
  } catch {
    return null
  }
}
