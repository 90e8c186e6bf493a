import type { Language } from '@flowprint/i18n'
import type { WebSocket } from 'ws'
import type { Clock } from '../../platform/clock/index.ts'
import type { NodeExchange } from '../../platform/exchange/index.ts'
import type { Drain } from '../../platform/shutdown/index.ts'
import { CostBudget } from '../../platform/http/index.ts'
import type { AccessOf } from '../../platform/http/index.ts'
import type { QueueState } from '../../platform/metrics/index.ts'
import { Connection, MAX_BACKLOG_BYTES, MAX_PENDING_MESSAGES } from './connection.ts'
import type { AlertSource, ScannerSource } from './connection.ts'
import { BacklogBudget, ConnectionCount } from './client-limits.ts'
import type { DepthHub } from './depth-hub.ts'
import type { DerivativesHub } from './derivatives-hub.ts'
import type { LessonHub } from './lesson-hub.ts'
import type { MarketHub } from './market-hub.ts'

export interface StreamOptions {
  readonly hub: MarketHub
  readonly depthHub: DepthHub
  readonly derivativesHub: DerivativesHub
  readonly clock: Clock
  readonly accessOf: AccessOf
  readonly factor: number
  readonly exchange: NodeExchange
  readonly alerts: AlertSource | null
  readonly scanner: ScannerSource | null
  readonly lessons: LessonHub
  /** Starts when the node stops; absent: never. */
  readonly drain?: Drain
  /** ms between two ticks; default one second. */
  readonly tickMs?: number | undefined
  /** A changed permission takes effect within this time. */
  readonly recheckMs: number
}

const TICK_MS = 1000
/** Max streams of a process: each may hold a backlog. */
const MAX_STREAMS = 20_000
/** Max bytes that wait for slow readers, all together: frames are shared, so this is an upper bound of the memory. */
const MAX_BACKLOG_BYTES_ALL = 256 * 1024 * 1024
/** Cost of subscriptions and watchlists per user and minute, before RATE_LIMIT_FACTOR: 30 full catch-ups. */
const UNITS_A_MINUTE = 3_000_000
/** A socket that answers no ping for this long is closed (a mobile client may vanish without closing). */
const PING_MS = 30_000
const CLOSE_GOING_AWAY = 1001

/** All open WebSockets of this process, and the timer that drives them. */
export class StreamServer {
  readonly #options: StreamOptions
  readonly #count: ConnectionCount
  readonly #cost: CostBudget
  readonly #backlogs = new BacklogBudget(MAX_BACKLOG_BYTES_ALL)
  #slow = 0
  #refused = 0
  readonly #connections = new Map<WebSocket, Connection>()
  readonly #answered = new WeakSet<WebSocket>()
  readonly #timers: readonly NodeJS.Timeout[]

  constructor(options: StreamOptions) {
    const { factor, exchange, tickMs = TICK_MS } = options
    this.#options = options
    this.#count = new ConnectionCount(factor, exchange)
    options.drain?.onStart((ms) => this.#drain(ms))
    this.#cost = new CostBudget({ name: 'streams', units: UNITS_A_MINUTE * factor, clock: options.clock, exchange })
    this.#timers = [setInterval(() => this.#tick(), tickMs).unref(), setInterval(() => this.#ping(), PING_MS).unref()]
  }

  /** Clients disconnected because they read too slowly. */
  get slowCount(): number {
    return this.#slow
  }

  /** False: this process has as many streams as it can serve, and another one must be refused. */
  hasRoom(): boolean {
    if (this.#connections.size < MAX_STREAMS) return true
    this.#refused += 1
    return false
  }

  queues(): readonly QueueState[] {
    const connections = [...this.#connections.values()]
    const { used, limit, drops } = this.#backlogs
    const largest = (read: (connection: Connection) => number): number =>
      connections.reduce((most, connection) => Math.max(most, read(connection)), 0)
    return [
      { queue: 'streams', size: connections.length, bound: MAX_STREAMS, overflows: this.#refused },
      { queue: 'stream_backlog', size: largest(({ backlog }) => backlog), bound: MAX_BACKLOG_BYTES, overflows: drops },
      { queue: 'stream_backlogs', size: used, bound: limit, overflows: drops },
      {
        queue: 'stream_messages',
        size: largest(({ pendingCount }) => pendingCount),
        bound: MAX_PENDING_MESSAGES,
        overflows: 0,
      },
    ]
  }

  /** `language`: used when the client's hello names none. */
  accept(socket: WebSocket, ip: string, language: Language): void {
    const { hub, depthHub, derivativesHub, accessOf, factor, alerts, scanner, lessons, recheckMs, drain } =
      this.#options
    if (drain?.isStarted === true) return socket.close(CLOSE_GOING_AWAY)
    this.#connections.set(
      socket,
      new Connection(
        socket,
        { ip, language },
        {
          hub,
          depthHub,
          derivativesHub,
          accessOf,
          count: this.#count,
          cost: this.#cost,
          backlogs: this.#backlogs,
          onTooSlow: () => (this.#slow += 1),
          factor,
          alerts,
          scanner,
          lessons,
          recheckMs,
        },
      ),
    )
    this.#answered.add(socket)
    socket.on('pong', () => this.#answered.add(socket))
    socket.once('close', () => this.#connections.delete(socket))
  }

  /** Stops the timers; the server closes the sockets. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#count.close()
  }

  /** At random moments: clients that reconnect at once would overload the other nodes. */
  #drain(ms: number): void {
    for (const [socket, connection] of this.#connections) {
      setTimeout(() => {
        connection.drain()
        socket.close(CLOSE_GOING_AWAY)
      }, Math.random() * ms).unref()
    }
  }

  #tick(): void {
    const { clock, hub, depthHub, derivativesHub } = this.#options
    const now = clock.now()
    hub.tick(now)
    depthHub.tick()
    derivativesHub.tick()
    for (const connection of this.#connections.values()) connection.tick(now)
  }

  #ping(): void {
    for (const socket of this.#connections.keys()) {
      if (!this.#answered.has(socket)) {
        socket.terminate()
        continue
      }
      this.#answered.delete(socket)
      socket.ping()
    }
  }
}
