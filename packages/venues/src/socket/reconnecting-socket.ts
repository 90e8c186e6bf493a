import type { AttemptWindow } from '../live/shard.ts'
import { VenueSocket } from './venue-socket.ts'

interface ReconnectingSocketOptions {
  readonly url: string
  readonly tuning: {
    readonly heartbeatMs: number
    readonly silentAfterMs: number
    readonly connectionLifeMs: number
  }
  /** Timeout of the handshake. */
  readonly connectWithinMs: number
  readonly attempts: AttemptWindow
  /** A heartbeat that the venue answers; null: a WebSocket ping. */
  readonly heartbeat: string | null
  readonly clock: () => number
  /** [0, 1), for jitter. */
  readonly random: () => number
  readonly events: ReconnectingSocketEvents
}

export interface ReconnectingSocketEvents {
  opened(socket: VenueSocket): void
  message(text: string, receivedAtMs: number): void
  /** See VenueSocketEvents. */
  probed?(sentAtMs: number, receivedAtMs: number): void
  /** Called when a connection was opened, and then several times a second. `nowMs`: monotonic. */
  tick(socket: VenueSocket, nowMs: number): void
  /**
   * Called once per connection, for any cause. `isPlanned`: it was to be replaced.
   * Output  ms until the next connection; ignored after `close`.
   */
  ended(end: { readonly reason: string; readonly heardAtMs: number; readonly isPlanned: boolean }): number
}

/** Share of the connection's lifetime after which it is replaced: jittered, so that not all change at once. */
const LIFE_SHARE = 0.85
const LIFE_SPREAD = 0.1

/** Connects to a venue again after every end, until `close`: sends heartbeats, ends silent connections, replaces old ones. */
export class ReconnectingSocket {
  readonly #options: ReconnectingSocketOptions
  readonly #timer: NodeJS.Timeout
  #socket: VenueSocket | null = null
  #connectAtMs = 0
  #replaceAtMs = Infinity
  #tickedAtMs = performance.now()

  constructor(options: ReconnectingSocketOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#tick(), Math.max(5, Math.min(options.tuning.heartbeatMs / 3, 250)))
  }

  get isOpen(): boolean {
    return this.#socket?.isOpen ?? false
  }

  /** Monotonic time of the last message; null without a connection. */
  get lastHeardMs(): number | null {
    return this.#socket?.isOpen === true ? this.#socket.lastHeardMs : null
  }

  send(texts: readonly string[]): void {
    for (const text of texts) this.#socket?.send(text)
  }

  /** Ends the connection; the next one follows. */
  end(reason: string): void {
    this.#socket?.end(reason)
  }

  /** The venue will end the connection: it is replaced before. */
  replace(): void {
    this.#replaceAtMs = 0
  }

  close(): void {
    clearInterval(this.#timer)
    this.#socket?.end('closed')
  }

  #tick(): void {
    const { tuning, connectWithinMs, heartbeat, events } = this.#options
    const now = performance.now()
    // After a pause of this process, messages of that time are still unread: do not treat the connection as silent.
    const isPaused = now - this.#tickedAtMs > tuning.silentAfterMs / 2
    this.#tickedAtMs = now
    if (isPaused) return
    const socket = this.#socket
    if (socket === null) return this.#connect(now)
    if (socket.openedAtMs === null) {
      if (now - socket.startedAtMs > connectWithinMs) socket.end('handshake timed out')
      return
    }
    if (now - socket.lastHeardMs > tuning.silentAfterMs) return socket.end('silent: no message and no pong')
    if (now >= this.#replaceAtMs) return socket.end('replaced by a new connection')
    if (now - socket.lastBeatMs >= tuning.heartbeatMs) socket.beat(heartbeat)
    events.tick(socket, now)
  }

  #connect(now: number): void {
    if (now < this.#connectAtMs) return
    const { url, clock, tuning, attempts, random, events } = this.#options
    const waitMs = attempts.take(now)
    if (waitMs > 0) {
      this.#connectAtMs = now + waitMs
      return
    }
    const socket = new VenueSocket({
      url,
      clock,
      events: {
        opened: () => {
          this.#replaceAtMs = performance.now() + tuning.connectionLifeMs * (LIFE_SHARE + LIFE_SPREAD * random())
          events.opened(socket)
          this.#tick()
        },
        message: (text, receivedAtMs) => events.message(text, receivedAtMs),
        probed: (sentAtMs, receivedAtMs) => events.probed?.(sentAtMs, receivedAtMs),
        ended: (reason) => this.#ended(socket, reason),
      },
    })
    this.#socket = socket
  }

  #ended(socket: VenueSocket, reason: string): void {
    if (socket !== this.#socket) return
    this.#socket = null
    const now = performance.now()
    const isPlanned = now >= this.#replaceAtMs
    this.#replaceAtMs = Infinity
    this.#connectAtMs = now + this.#options.events.ended({ reason, heardAtMs: socket.heardAtMs, isPlanned })
  }
}
