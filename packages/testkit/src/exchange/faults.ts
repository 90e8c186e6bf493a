/** What goes wrong next. Counted faults use themselves up; switches stay until they are turned off. */
export class Faults {
  /** Trades that never go out by WebSocket; REST knows them. */
  drop = 0
  /** Trades that nobody ever hears of: a gap REST cannot fill either. */
  lose = 0
  /** Messages sent twice. */
  duplicate = 0
  /** Messages held back and sent in reverse once as many are together. */
  reorder = 0
  /** Messages that nobody can read, sent before the next real ones. */
  garbage = 0
  /** Next REST answers: 429 with Retry-After, a 5xx, text that is no JSON, none at all. */
  tooMany = 0
  retryAfterSeconds = 1
  serverErrors = 0
  brokenAnswers = 0
  hangingAnswers = 0
  /** Every message goes out this much later, ms of our own clock. */
  delayMs = 0
  /** Confirms subscriptions and sends no trades: the retired route. */
  silentRoute = false
  /** Subscriptions stay unanswered. */
  unconfirmed = false
  /** Connections stay open, nothing is sent, nothing is answered, not even pings. */
  halfOpen = false
  /** Nothing is sent, and everything once it thaws; pings are answered. */
  frozen = false
  /** HTTP status a WebSocket handshake is refused with; null accepts. */
  refuseWith: number | null = null

  /** Uses up one of a counted fault; false when there is none left. */
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
