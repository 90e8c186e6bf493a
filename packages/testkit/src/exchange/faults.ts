/** Injected faults. Counted faults decrease with each use; switches stay on until turned off. */
export class Faults {
  /** Trades never sent by WebSocket, but known to REST. */
  drop = 0
  /** Trades never sent at all: a gap that REST cannot fill either. */
  lose = 0
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
    name: 'drop' | 'lose' | 'duplicate' | 'garbage' | 'tooMany' | 'serverErrors' | 'brokenAnswers' | 'hangingAnswers',
  ): boolean {
    if (this[name] <= 0) return false
    this[name] -= 1
    return true
  }

  clear(): void {
    Object.assign(this, new Faults())
  }
}
