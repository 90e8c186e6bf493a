import { backoffMs, MINUTE_MS } from '@flowprint/orderflow'
import type { ClockSkew } from '../live/feed.ts'
import type { AttemptWindow } from '../live/shard.ts'
import type { RestSection } from '../live/adapter.ts'
import type { MarketListing } from '../live/types.ts'
import { rawMessage } from '../live/venues/raw-message.ts'
import { ReconnectingSocket } from '../socket/reconnecting-socket.ts'
import type { ReconnectingSocketEvents } from '../socket/reconnecting-socket.ts'
import type { VenueSocket } from '../socket/venue-socket.ts'
import type { ControlSink, DepthAdapter } from './adapter.ts'
import { BookBuilder } from './book-builder.ts'
import type { DepthListener, DepthMarketHealth, DepthTuning } from './types.ts'

/** State shared by all shards of a section. */
export interface DepthShardContext {
  readonly adapter: DepthAdapter
  readonly url: string
  readonly tuning: DepthTuning
  readonly listener: DepthListener
  readonly attempts: AttemptWindow
  readonly createRest: (signal: AbortSignal) => RestSection
  readonly skew: ClockSkew
  readonly clock: () => number
  readonly steady: () => number
  readonly random: () => number
  readonly count: { messages: number; levels: number; unchanged: number; reconnects: number }
  readonly nextRequestId: () => number
  readonly fault: (symbol: string | null, what: string) => void
  readonly log: (line: string) => void
}

/** One followed market. Times are monotonic. */
interface Market {
  readonly listing: MarketListing
  readonly builder: BookBuilder
  requestId: number
  /** Of the pending or confirmed subscribe request; null: not subscribed. */
  requestedAtMs: number | null
  confirmedAtMs: number | null
  /** No request before this time. */
  retryAtMs: number
  /** Start of the last run. */
  runSinceMs: number
  failures: number
  /** When to fetch the snapshot that the rule needs; null: none needed. */
  snapshotAtMs: number | null
  /** The pending snapshot request. */
  fetching: AbortController | null
  /** A snapshot was fetched for the current rule. */
  hasFetched: boolean
  updatedAtMs: number
  /** Last comparison of a quiet market with REST. */
  checkedAtMs: number
  isQuietReported: boolean
}

/** Changes of a book may be sent later than they happened, by its pace and the venue's own delays. */
const ALIVE_MARGIN_MS = 1_000

/** Maximum length of the message excerpt in a fault. */
const EXCERPT = 300

/** The markets of one connection and what keeps their books known: connecting, subscribing, syncing, heartbeats. */
export class DepthShard {
  readonly #context: DepthShardContext
  readonly #markets = new Map<string, Market>()
  readonly #byId = new Map<string, Market>()
  readonly #control: ControlSink
  readonly #socket: ReconnectingSocket
  #failures = 0
  #lastRequestMs = -Infinity
  #probedAtMs = -Infinity
  /** The last known skew of the venue's clock. */
  #skewMs: number | null = null
  #reported = false
  #closed = false

  constructor(context: DepthShardContext) {
    this.#context = context
    this.#control = {
      confirmed: (market) => this.#confirmed(market),
      refused: (market, what) => this.#refused(market, what),
      closing: () => this.#socket.replace(),
    }
    const { adapter, tuning } = context
    this.#socket = new ReconnectingSocket({
      ...context,
      connectWithinMs: tuning.connectWithinMs,
      heartbeat: adapter.heartbeat,
      events: {
        opened: () => {},
        message: (text, receivedAtMs) => this.#message(text, receivedAtMs),
        probed: (sentAtMs, receivedAtMs) => this.#extend(sentAtMs, receivedAtMs),
        tick: (connection, now) => this.#tick(connection, now),
        ended: (end) => this.#ended(end),
      },
    })
  }

  get size(): number {
    return this.#markets.size
  }

  get isConnected(): boolean {
    return this.#socket.isOpen
  }

  /** Monotonic time of the last message; null without a connection. */
  get lastHeardMs(): number | null {
    return this.#socket.lastHeardMs
  }

  markets(): DepthMarketHealth[] {
    return [...this.#markets.values()].map(({ listing, builder }) => ({
      symbol: listing.symbol,
      state: builder.state,
      reason: builder.reason,
      runs: builder.runs,
    }))
  }

  has(symbol: string): boolean {
    return this.#markets.has(symbol)
  }

  add(listing: MarketListing, qtyUnit: string): void {
    const { adapter, listener, tuning, skew, steady, count } = this.#context
    const { symbol } = listing
    const market: Market = {
      listing,
      builder: new BookBuilder({
        listing,
        qtyUnit,
        window: adapter.traits.window,
        maxCrossedMs: tuning.maxCrossedMs,
        createRule: () => adapter.createRule(listing),
        events: {
          snapshot: (start, at) => {
            market.runSinceMs = market.updatedAtMs = steady()
            skew.add(start.snapshot.t, at, steady())
            listener.snapshot(symbol, start, at)
          },
          changes: (update, at) => {
            skew.add(update.t, at, steady())
            count.levels += update.changes.ticks.length
            listener.changes(symbol, update, at)
          },
          unit: (unit, factor) => listener.unit(symbol, unit, factor),
          unchanged: (exchangeTimeMs, at) => {
            skew.add(exchangeTimeMs, at, steady())
            count.unchanged += 1
            listener.alive(symbol, exchangeTimeMs, at)
          },
          extended: (exchangeTimeMs, at) => listener.alive(symbol, exchangeTimeMs, at),
          lost: (reason, at) => listener.lost(symbol, reason, at),
          needsSnapshot: () => this.#needSnapshot(market),
        },
      }),
      requestId: 0,
      requestedAtMs: null,
      confirmedAtMs: null,
      retryAtMs: 0,
      runSinceMs: Infinity,
      failures: 0,
      snapshotAtMs: null,
      fetching: null,
      hasFetched: false,
      updatedAtMs: 0,
      checkedAtMs: 0,
      isQuietReported: false,
    }
    this.#markets.set(symbol, market)
    this.#byId.set(listing.marketId, market)
  }

  remove(symbol: string): void {
    const market = this.#markets.get(symbol)
    if (market === undefined) return
    this.#markets.delete(symbol)
    this.#byId.delete(market.listing.marketId)
    market.fetching?.abort()
    if (market.requestedAtMs !== null) this.#unsubscribe(market)
  }

  close(): void {
    this.#closed = true
    for (const market of this.#markets.values()) market.fetching?.abort()
    this.#socket.close()
  }

  #tick(connection: VenueSocket, now: number): void {
    if (now - this.#probedAtMs >= this.#context.tuning.probeEveryMs) {
      this.#probedAtMs = now
      connection.probe()
    }
    for (const market of this.#markets.values()) if (connection.isOpen) this.#tend(connection, market, now)
  }

  #tend(connection: VenueSocket, market: Market, now: number): void {
    const { tuning, clock } = this.#context
    const { builder } = market
    if (market.requestedAtMs === null) return this.#subscribe(market, now)
    if (market.confirmedAtMs === null) {
      if (now - market.requestedAtMs > tuning.confirmWithinMs) connection.end('a subscription was not confirmed')
      return
    }
    builder.checkCrossed(clock())
    this.#afterReading(market)
    if (builder.isRunning) {
      if (now - market.runSinceMs >= tuning.stableAfterMs) market.failures = this.#failures = 0
      if (now - Math.max(market.updatedAtMs, market.checkedAtMs) > tuning.quietAfterMs) this.#checkQuiet(market, now)
    } else if (builder.isStarted) this.#tendSyncing(market, now)
  }

  #tendSyncing(market: Market, now: number): void {
    const { tuning, adapter, clock, fault } = this.#context
    const { symbol } = market.listing
    const waitedMs = now - Math.max(market.updatedAtMs, market.confirmedAtMs ?? now)
    if (adapter.traits.snapshot === 'in band') {
      if (waitedMs <= tuning.confirmWithinMs) return
      market.builder.end('no snapshot arrived', clock())
      return this.#afterReading(market)
    }
    if (market.snapshotAtMs !== null && market.fetching === null && now >= market.snapshotAtMs) void this.#fetch(market)
    if (waitedMs <= tuning.quietAfterMs || market.isQuietReported) return
    // A wrong route confirms subscriptions and stays silent; so does a market without orders.
    market.isQuietReported = true
    fault(symbol, `${this.#context.url} confirms the subscription but sends no changes of the book`)
  }

  #subscribe(market: Market, now: number): void {
    const { adapter, nextRequestId } = this.#context
    if (now < market.retryAtMs || now - this.#lastRequestMs < adapter.traits.requestEveryMs) return
    this.#lastRequestMs = now
    market.requestId = nextRequestId()
    market.requestedAtMs = market.updatedAtMs = now
    market.confirmedAtMs = null
    this.#start(market, 'subscribing')
    this.#socket.send(adapter.subscribe(market.listing, market.requestId))
  }

  #unsubscribe(market: Market): void {
    const { adapter, nextRequestId } = this.#context
    market.requestedAtMs = market.confirmedAtMs = null
    if (this.#socket.isOpen) this.#socket.send(adapter.unsubscribe(market.listing, nextRequestId()))
  }

  #start(market: Market, reason: string): void {
    market.fetching?.abort()
    market.fetching = null
    market.snapshotAtMs = null
    market.hasFetched = false
    market.builder.start(reason)
  }

  #message(text: string, receivedAtMs: number): void {
    const { adapter, count, fault } = this.#context
    count.messages += 1
    const value = adapter.parse === undefined ? rawMessage(text) : adapter.parse(text)
    if (value === null) {
      // Greetings and pongs are plain text.
      if (!text.startsWith('{')) return
      fault(null, `a message is not valid JSON: ${text.slice(0, EXCERPT)}`)
      this.#socket.end('a message is not valid JSON')
      return
    }
    const marketId = adapter.route(value, this.#control)
    if (adapter.numbersConnection) {
      for (const market of this.#markets.values()) this.#read(market, { text, value, receivedAtMs })
      return
    }
    const market = marketId === null ? undefined : this.#byId.get(marketId)
    if (market !== undefined) this.#read(market, { text, value, receivedAtMs })
  }

  #read(market: Market, message: Parameters<BookBuilder['read']>[0]): void {
    market.updatedAtMs = this.#context.steady()
    market.builder.read(message)
    this.#afterReading(market)
  }

  /** Syncs a market again whose run or rule ended. */
  #afterReading(market: Market): void {
    if (market.builder.isStarted || market.requestedAtMs === null || !this.#socket.isOpen) return
    const { adapter, steady } = this.#context
    const { reason } = market.builder
    market.failures += 1
    if (adapter.traits.snapshot === 'rest') return this.#start(market, reason)
    if (adapter.traits.resync === 'reconnect') return this.#socket.end(reason)
    this.#unsubscribe(market)
    market.retryAtMs = steady() + this.#wait(market.failures)
  }

  /** A stream that stopped sending one market looks like a market without orders: REST tells. */
  #checkQuiet(market: Market, now: number): void {
    if (!this.#context.adapter.traits.checksQuiet || market.fetching !== null) return
    market.checkedAtMs = now
    void this.#fetch(market)
  }

  #needSnapshot(market: Market): void {
    if (market.hasFetched) market.failures += 1
    market.snapshotAtMs = this.#context.steady() + (market.failures > 0 ? this.#wait(market.failures) : 0)
    if (market.failures === 0 && market.fetching === null) void this.#fetch(market)
  }

  async #fetch(market: Market): Promise<void> {
    const { adapter, createRest, fault, steady, clock } = this.#context
    const { builder, listing } = market
    const abort = new AbortController()
    const isCheck = builder.isRunning
    market.fetching = abort
    market.snapshotAtMs = null
    let text: string | undefined
    try {
      text = await adapter.fetchSnapshot?.(createRest(abort.signal), listing, isCheck)
    } catch (error) {
      if (abort.signal.aborted) return
      if (!isCheck) {
        market.failures += 1
        market.snapshotAtMs = steady() + this.#wait(market.failures)
      }
      fault(listing.symbol, `the snapshot of the book cannot be fetched: ${String(error)}`)
    }
    if (abort.signal.aborted) return
    market.fetching = null
    if (text === undefined) return
    market.hasFetched = true
    builder.readSnapshot(text, clock())
    this.#afterReading(market)
  }

  /** An answered probe proves that everything sent before it was read: books without messages are unchanged. */
  #extend(probedAtMs: number, receivedAtMs: number): void {
    const { steady, skew } = this.#context
    this.#skewMs = skew.value(steady()) ?? this.#skewMs
    if (this.#skewMs === null) return
    const until = Math.floor(probedAtMs + this.#skewMs) - ALIVE_MARGIN_MS
    for (const { builder } of this.#markets.values()) builder.extend(until, receivedAtMs)
  }

  #confirmed(which: string | number | null): void {
    const market = this.#find(which)
    if (market === undefined || market.requestedAtMs === null) return
    market.confirmedAtMs ??= this.#context.steady()
    if (this.#reported) {
      this.#reported = false
      this.#context.log(`${this.#name()} is reachable again`)
    }
  }

  #refused(which: string | number | null, what: string): void {
    const { steady, clock, tuning, fault } = this.#context
    const market = this.#find(which)
    if (market === undefined || market.requestedAtMs === null) return fault(null, what)
    market.requestedAtMs = market.confirmedAtMs = null
    market.retryAtMs = steady() + tuning.unreachableRetryMs
    market.fetching?.abort()
    market.builder.end(`the subscription was refused: ${what}`, clock())
    fault(market.listing.symbol, `the subscription to the book was refused: ${what}`)
  }

  #find(which: string | number | null): Market | undefined {
    if (typeof which === 'string') return this.#byId.get(which)
    const markets = [...this.#markets.values()]
    return which === null ? markets[0] : markets.find((market) => market.requestId === which)
  }

  #ended({ reason, heardAtMs, isPlanned }: Parameters<ReconnectingSocketEvents['ended']>[0]): number {
    const { tuning, count, steady } = this.#context
    const hadBook = [...this.#markets.values()].some(({ builder }) => builder.isRunning)
    for (const market of this.#markets.values()) {
      market.requestedAtMs = market.confirmedAtMs = market.snapshotAtMs = null
      market.fetching?.abort()
      market.fetching = null
      market.retryAtMs = Math.min(market.retryAtMs, steady())
      market.isQuietReported = false
      if (!this.#closed) market.builder.end(reason, heardAtMs)
    }
    if (this.#closed) return 0
    count.reconnects += 1
    if (isPlanned && hadBook) return 0
    this.#failures += 1
    if (!hadBook && this.#failures >= tuning.giveUpAttempts) this.#report(reason)
    return this.#reported ? this.#slowly() : this.#wait(this.#failures)
  }

  #report(reason: string): void {
    if (this.#reported) return
    this.#reported = true
    const minutes = Math.max(1, Math.round(this.#context.tuning.unreachableRetryMs / MINUTE_MS))
    this.#context.fault(null, `${this.#name()} cannot be reached (${reason}); retrying every ${minutes} min`)
  }

  #wait(failures: number): number {
    const { tuning, random } = this.#context
    return backoffMs(failures, { baseMs: tuning.backoffBaseMs, maxMs: tuning.backoffCapMs, jitter: 1 }, random)
  }

  #slowly(): number {
    return this.#context.tuning.unreachableRetryMs * (0.8 + 0.4 * this.#context.random())
  }

  #name(): string {
    const { venue, section, channel } = this.#context.adapter.traits
    return `${venue} ${section} ${channel}`
  }
}
