import type { Trades } from '@flowprint/orderflow'
import { MINUTE_MS, backoffMs } from '@flowprint/orderflow'
import type { SectionAdapter } from './adapter.ts'
import type { AttemptWindow } from './attempt-window.ts'
import type { CcxtExchange } from './ccxt-types.ts'
import { Connection, type ConnectionEvents } from './connection.ts'
import { newlyFollowed, type Followed } from './followed.ts'
import type { FeedTuning } from './options.ts'
import { QuietWatch } from './quiet-watch.ts'
import type { FeedListener, MarketListing } from './types.ts'

/** State shared by all shards of a feed. */
export interface ShardContext {
  readonly adapter: SectionAdapter
  readonly tuning: FeedTuning
  readonly listener: FeedListener
  readonly attempts: AttemptWindow
  readonly createExchange: () => CcxtExchange
  readonly lastTradeMs: (listing: MarketListing) => Promise<number | null>
  readonly clock: () => number
  readonly steady: () => number
  readonly random: () => number
  readonly count: { messages: number; trades: number; excluded: number; reconnects: number }
  readonly exchangeTime: (exchangeMs: number, receivedAtMs: number) => void
  readonly fault: (symbol: string | null, what: string) => void
  readonly log: (line: string) => void
}

/** Share of the connection's lifetime after which it is replaced: jittered, so that not all change at once. */
const LIFE_SHARE = 0.85
const LIFE_SPREAD = 0.1

/** Responses of a venue that refuses the region permanently. */
const REFUSES_REGION = /\b(451|403)\b|restricted location|unavailable for legal/i

/**
 * The markets of one connection and what keeps them streaming: connecting, backoff, heartbeats, silence detection, and
 * the planned change to a new connection, which runs in parallel to the old one until it is proven.
 */
export class Shard {
  readonly #context: ShardContext
  readonly #followed = new Map<string, Followed>()
  readonly #quiet: QuietWatch
  readonly #events: ConnectionEvents
  #current: Connection | null = null
  /** The new connection during a planned change. */
  #next: Connection | null = null
  #timer: NodeJS.Timeout
  #failures = 0
  #connectAtMs = 0
  #changeAtMs = Infinity
  #reported = false
  #aliveToldMs = -Infinity
  #tickedAtMs: number
  #closed = false

  constructor(context: ShardContext) {
    this.#context = context
    this.#tickedAtMs = context.steady()
    const { tuning } = context
    this.#quiet = new QuietWatch({
      quietAfterMs: tuning.quietAfterMs,
      graceMs: tuning.graceMs,
      steady: context.steady,
      lastTradeMs: (followed) => context.lastTradeMs(followed.listing),
      onSilent: (followed) => this.#endSilent(followed),
    })
    this.#events = {
      trades: (symbol, trades, at) => this.#trades(symbol, trades, at),
      confirmed: (_, symbol) => this.#confirmed(symbol),
      refused: (connection, symbols, what) => this.#refused(connection, symbols, what),
      excluded: (count) => (context.count.excluded += count),
      message: () => (context.count.messages += 1),
      exchangeTime: context.exchangeTime,
      heard: (connection) => this.#heard(connection),
      closing: (connection) => connection === this.#current && (this.#changeAtMs = 0),
      fault: context.fault,
      ended: (connection, reason) => this.#ended(connection, reason),
    }
    const beat = Math.max(5, Math.min(tuning.heartbeatMs / 3, 500))
    this.#timer = setInterval(() => this.#tick(), beat)
  }

  get size(): number {
    return this.#followed.size
  }

  get connections(): number {
    return (isOpen(this.#current) ? 1 : 0) + (isOpen(this.#next) ? 1 : 0)
  }

  /** Monotonic time of the last message; null before the first. */
  get lastHeardMs(): number | null {
    return isOpen(this.#current) ? this.#current.lastHeardMs : null
  }

  add(listing: MarketListing): void {
    this.#followed.set(listing.symbol, newlyFollowed(listing))
  }

  has(symbol: string): boolean {
    return this.#followed.has(symbol)
  }

  remove(symbol: string): void {
    const followed = this.#followed.get(symbol)
    if (followed === undefined) return
    this.#followed.delete(symbol)
    this.#current?.remove(followed.listing)
    this.#next?.remove(followed.listing)
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    this.#quiet.close()
    this.#current?.end('closed')
    this.#next?.end('closed')
  }

  #tick(): void {
    const now = this.#context.steady()
    // After a pause of this process, messages of that time are still unread: do not treat connections as silent.
    const paused = now - this.#tickedAtMs > this.#context.tuning.silentAfterMs / 2
    this.#tickedAtMs = now
    if (paused) return
    for (const connection of [this.#current, this.#next]) if (connection !== null) this.#tend(connection, now)
    if (this.#current === null && now >= this.#connectAtMs && this.#followed.size > 0)
      this.#current = this.#connect(now)
    if (this.#current === null) return
    if (this.#next === null && now >= this.#changeAtMs) this.#next = this.#connect(now)
    else if (this.#next !== null && this.#mayChange(this.#next, now)) this.#change(this.#next)
    if (this.#failures > 0 && this.#current !== null && this.#isStable(this.#current, now)) this.#failures = 0
    for (const followed of this.#followed.values()) if (followed.subscribed) this.#quiet.look(followed)
  }

  /** Subscribes missing symbols, sends heartbeats, drops silent connections. */
  #tend(connection: Connection, now: number): void {
    const { tuning, adapter } = this.#context
    if (connection.openedAtMs === null) {
      if (now - connection.startedAtMs > tuning.connectWithinMs) connection.end('handshake timed out')
      return
    }
    if (now - connection.lastHeardMs > tuning.silentAfterMs) return connection.end('silent: no message and no pong')
    const waiting = connection.waitingSinceMs
    if (adapter.traits.live.confirms && waiting !== null && now - waiting > tuning.confirmWithinMs) {
      return connection.end('a subscription was not confirmed')
    }
    if (now - connection.lastBeatMs >= tuning.heartbeatMs) connection.beat()
    this.#subscribe(connection, now)
  }

  #connect(now: number): Connection | null {
    const { attempts, adapter, clock, steady, tuning, random } = this.#context
    const wait = attempts.take(now)
    if (wait > 0) {
      if (this.#current === null) this.#connectAtMs = now + wait
      else this.#changeAtMs = now + wait
      return null
    }
    const exchange = this.#context.createExchange()
    const connection = new Connection({ exchange, adapter, events: this.#events, clock, steady })
    this.#changeAtMs = now + tuning.connectionLifeMs * (LIFE_SHARE + LIFE_SPREAD * random())
    this.#subscribe(connection, now)
    return connection.ended ? null : connection
  }

  /** Subscribes every market not yet requested on this connection, in batches. */
  #subscribe(connection: Connection, now: number): void {
    const missing: MarketListing[] = []
    const alone: MarketListing[] = []
    for (const { listing, refusedUntilMs } of this.#followed.values()) {
      if (connection.asked.has(listing.symbol) || now < refusedUntilMs) continue
      if (refusedUntilMs > 0) alone.push(listing)
      else missing.push(listing)
    }
    const most = this.#context.adapter.traits.live.marketsPerRequest
    for (let at = 0; at < missing.length; at += most) connection.add(missing.slice(at, at + most))
    for (const listing of alone) connection.add([listing])
  }

  #mayChange(next: Connection, now: number): boolean {
    const { tuning } = this.#context
    if (next.openedAtMs === null) return false
    const age = now - next.openedAtMs
    const missing = [...this.#followed.values()].some(
      (one) => one.subscribed && !next.confirmed.has(one.listing.symbol),
    )
    // Without confirmations, a quiet market could block the change until the venue closes the old connection.
    if (missing) return !this.#context.adapter.traits.live.confirms && age >= tuning.overlapMaxMs
    return age >= tuning.overlapMaxMs || (age >= tuning.overlapMs && next.trades > 0)
  }

  #change(next: Connection): void {
    const old = this.#current
    this.#current = next
    this.#next = null
    this.#context.count.reconnects += 1
    const reason = 'replaced by a new connection'
    for (const followed of this.#followed.values()) {
      if (!next.confirmed.has(followed.listing.symbol)) this.#lose(followed, reason, followed.provenUntilMs)
    }
    old?.end(reason)
  }

  #isStable(connection: Connection, now: number): boolean {
    const { stableAfterMs } = this.#context.tuning
    return (
      connection.confirmed.size > 0 && connection.openedAtMs !== null && now - connection.openedAtMs >= stableAfterMs
    )
  }

  #heard(connection: Connection): void {
    const now = connection.lastHeardMs
    if (now - this.#aliveToldMs < this.#context.tuning.aliveEveryMs || this.#closed) return
    this.#aliveToldMs = now
    const symbols = [...connection.confirmed].filter((symbol) => this.#followed.has(symbol))
    if (symbols.length > 0) this.#context.listener.alive(symbols, connection.heardAtMs)
  }

  #trades(symbol: string, trades: Trades, receivedAtMs: number): void {
    const followed = this.#followed.get(symbol)
    if (followed === undefined || trades.length === 0) return
    this.#context.count.trades += trades.length
    followed.provenUntilMs = receivedAtMs
    this.#quiet.heard(followed, trades.ts[trades.length - 1])
    this.#context.listener.trades(symbol, trades, receivedAtMs)
  }

  #confirmed(symbol: string): void {
    const followed = this.#followed.get(symbol)
    if (followed === undefined) return
    followed.refusedUntilMs = 0
    if (this.#reported) {
      this.#reported = false
      this.#context.log(`${this.#name()} is reachable again`)
    }
    if (followed.subscribed) return
    followed.subscribed = true
    followed.newestTradeMs = null
    followed.provenUntilMs = this.#context.clock()
    this.#quiet.restart(followed)
    this.#context.listener.connection(symbol, 'subscribed', 'confirmed', followed.provenUntilMs)
  }

  #refused(connection: Connection, symbols: readonly string[], what: string): void {
    const now = this.#context.steady()
    for (const symbol of symbols) {
      const followed = this.#followed.get(symbol)
      connection.asked.delete(symbol)
      // One bad market fails its whole request: each is then requested alone, and the bad one rarely.
      if (followed !== undefined)
        followed.refusedUntilMs = symbols.length > 1 ? now : now + this.#context.tuning.unreachableRetryMs
      if (symbols.length === 1) this.#context.fault(symbol, `the subscription was refused: ${what}`)
    }
  }

  #endSilent(followed: Followed): void {
    const { symbol } = followed.listing
    // If one market missed trades, no market of this connection can be trusted.
    for (const other of this.#followed.values())
      this.#lose(other, `silent: ${symbol} trades and nothing comes`, other.provenUntilMs)
    this.#context.fault(symbol, `${this.#current?.url ?? 'the stream'} confirms the subscription but sends no trades`)
    this.#current?.end('a confirmed subscription stays silent')
  }

  #ended(connection: Connection, reason: string): void {
    if (connection === this.#next) {
      this.#next = null
      this.#failures += 1
      this.#changeAtMs = this.#context.steady() + this.#wait()
      return
    }
    if (connection !== this.#current) return
    const successor = isOpen(this.#next) ? this.#next : null
    if (successor === null && this.#next !== null) this.#next.end('its predecessor ended')
    this.#current = successor
    this.#next = null
    for (const followed of this.#followed.values()) {
      const goesOn = successor?.confirmed.has(followed.listing.symbol) ?? false
      if (followed.subscribed && !goesOn) this.#lose(followed, reason, connection.heardAtMs)
    }
    if (this.#closed || successor !== null) return
    this.#context.count.reconnects += 1
    const refused = REFUSES_REGION.test(reason)
    if (connection.confirmed.size === 0 && (refused || this.#failures + 1 >= this.#context.tuning.giveUpAttempts))
      this.#report(reason)
    this.#failures += 1
    this.#connectAtMs = this.#context.steady() + (this.#reported ? this.#slowly() : this.#wait())
  }

  #lose(followed: Followed, reason: string, provenUntilMs: number): void {
    if (!followed.subscribed) return
    followed.subscribed = false
    if (!this.#closed) this.#context.listener.connection(followed.listing.symbol, 'lost', reason, provenUntilMs)
  }

  #report(reason: string): void {
    if (this.#reported) return
    this.#reported = true
    const minutes = Math.max(1, Math.round(this.#context.tuning.unreachableRetryMs / MINUTE_MS))
    this.#context.fault(null, `${this.#name()} cannot be reached (${reason}); retrying every ${minutes} min`)
  }

  #wait(): number {
    const { tuning, random } = this.#context
    const { backoffBaseMs: baseMs, backoffCapMs: maxMs } = tuning
    return backoffMs(this.#failures + 1, { baseMs, maxMs, jitter: 1 }, random)
  }

  #slowly(): number {
    return this.#context.tuning.unreachableRetryMs * (0.8 + 0.4 * this.#context.random())
  }

  #name(): string {
    const { venue, section } = this.#context.adapter.traits
    return `${venue} ${section}`
  }
}

function isOpen(connection: Connection | null): connection is Connection {
  return connection !== null && connection.openedAtMs !== null
}
