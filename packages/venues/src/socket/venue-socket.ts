import { WebSocket } from 'ws'

/** Events of a connection, each called synchronously in the turn in which it happens. */
export interface VenueSocketEvents {
  opened(): void
  message(text: string, receivedAtMs: number): void
  /** A probe sent at this time by our clock was answered: all that the venue sent before has been read. */
  probed?(sentAtMs: number, receivedAtMs: number): void
  /** Called once, for any cause. */
  ended(reason: string): void
}

interface VenueSocketOptions {
  readonly url: string
  readonly events: VenueSocketEvents
  readonly clock: () => number
}

/** One WebSocket to a venue. */
export class VenueSocket {
  readonly url: string
  readonly startedAtMs: number
  /** Monotonic times, except `heardAtMs`, which is wall-clock time and ends what is known. */
  openedAtMs: number | null = null
  lastHeardMs: number
  heardAtMs: number
  lastBeatMs: number
  readonly #socket: WebSocket
  readonly #options: VenueSocketOptions
  /** The pending probe: messages arrive in order, so one at a time suffices. */
  #probe: { readonly payload: string; readonly sentAtMs: number } | null = null
  #probes = 0
  #ended = false

  constructor(options: VenueSocketOptions) {
    this.#options = options
    this.url = options.url
    this.startedAtMs = this.lastHeardMs = this.lastBeatMs = performance.now()
    this.heardAtMs = options.clock()
    // Compression would cost memory per connection.
    this.#socket = new WebSocket(options.url, { perMessageDeflate: false })
    this.#socket.on('open', () => {
      if (this.#ended) return
      this.openedAtMs = this.lastBeatMs = performance.now()
      this.#hear()
      options.events.opened()
    })
    this.#socket.on('message', (data) => {
      if (this.#ended) return
      this.#hear()
      options.events.message(String(data), this.heardAtMs)
    })
    this.#socket.on('pong', (payload) => {
      if (this.#ended) return
      this.#hear()
      const probe = this.#probe
      if (probe === null || String(payload) !== probe.payload) return
      this.#probe = null
      options.events.probed?.(probe.sentAtMs, this.heardAtMs)
    })
    this.#socket.on('error', (error) => this.end(error.message))
    this.#socket.on('close', (code, reason) =>
      this.end(`closed by the venue, code ${code}${reason.length > 0 ? `: ${String(reason)}` : ''}`),
    )
  }

  get isOpen(): boolean {
    return this.openedAtMs !== null && !this.#ended
  }

  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text)
  }

  /** Sends a heartbeat that the venue answers. */
  beat(text: string | null): void {
    this.lastBeatMs = performance.now()
    if (text !== null) this.send(text)
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping()
  }

  /** Sends a ping that `probed` reports when it is answered; nothing while one is pending. */
  probe(): void {
    if (this.#probe !== null || this.#socket.readyState !== WebSocket.OPEN) return
    this.#probes += 1
    this.#probe = { payload: `probe ${this.#probes}`, sentAtMs: this.#options.clock() }
    this.#socket.ping(this.#probe.payload)
  }

  /** Terminates immediately: a half-open connection would not answer a close handshake. */
  end(reason: string): void {
    if (this.#ended) return
    this.#ended = true
    this.#socket.terminate()
    this.#options.events.ended(reason)
  }

  #hear(): void {
    this.lastHeardMs = performance.now()
    this.heardAtMs = this.#options.clock()
  }
}
