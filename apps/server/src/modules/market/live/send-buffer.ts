/** The part of a socket that the buffer uses; implemented by `WebSocket` of ws. */
export interface Sink {
  readonly bufferedAmount: number
  send(data: string | Uint8Array, options: { binary: boolean }, done: (error?: Error) => void): void
}

/** Max bytes handed to the socket at once; the rest is buffered here, where it can still be dropped. */
const SOCKET_BYTES = 128 * 1024

/**
 * Ordered send buffer of one client. When more than `limit` bytes wait for a slow reader, the whole buffer is dropped
 * and `onOverflow` is called, once per overflow.
 */
export class SendBuffer {
  readonly #sink: Sink
  readonly #limit: number
  readonly #onOverflow: () => void
  #waiting: (string | Uint8Array)[] = []
  #waitingBytes = 0

  constructor(sink: Sink, limit: number, onOverflow: () => void) {
    this.#sink = sink
    this.#limit = limit
    this.#onOverflow = onOverflow
  }

  /** Sends a message, or drops the buffer together with it. A single message is never too large, only a backlog is. */
  send(message: string | Uint8Array): void {
    if (this.#waitingBytes + this.#sink.bufferedAmount > this.#limit) {
      this.#waiting = []
      this.#waitingBytes = 0
      this.#onOverflow()
    } else {
      this.sendAnyway(message)
    }
  }

  /** For messages that inform a client about its dropped backlog. */
  sendAnyway(message: string | Uint8Array): void {
    if (this.#waiting.length === 0 && this.#sink.bufferedAmount < SOCKET_BYTES) return this.#pass(message)
    this.#waiting.push(message)
    this.#waitingBytes += message.length
  }

  #pass(message: string | Uint8Array): void {
    this.#sink.send(message, { binary: typeof message !== 'string' }, () => this.#drain())
  }

  #drain(): void {
    while (this.#waiting.length > 0 && this.#sink.bufferedAmount < SOCKET_BYTES) {
      const message = this.#waiting.shift() as string | Uint8Array
      this.#waitingBytes -= message.length
      this.#pass(message)
    }
  }
}
