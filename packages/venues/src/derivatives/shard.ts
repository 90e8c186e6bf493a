import { backoffMs, decimalUnit, OrderflowError, toUnits } from '@flowprint/orderflow'
import type { DecimalUnit } from '@flowprint/orderflow'
import { DepthConnection } from '../depth/connection.ts'
import type { RestSection } from '../live/adapter.ts'
import type { AttemptWindow } from '../live/shard.ts'
import type { MarketListing } from '../live/types.ts'
import { rawMessage } from '../live/venues/raw-message.ts'
import type { DerivativesAdapter, DerivativesSink } from './adapter.ts'
import type { DerivativesListener, DerivativesTuning, MarketStatValues } from './types.ts'

/** State shared by all shards of a section. */
export interface DerivativesShardContext {
  readonly adapter: DerivativesAdapter
  readonly url: string
  readonly tuning: DerivativesTuning
  readonly listener: DerivativesListener
  readonly attempts: AttemptWindow
  readonly createRest: (signal: AbortSignal) => RestSection
  readonly clock: () => number
  readonly random: () => number
  readonly count: { messages: number; liquidations: number; stats: number; reconnects: number }
  readonly nextRequestId: () => number
  readonly fault: (symbol: string | null, what: string, isStream: boolean) => void
}

/** One followed market. Times are monotonic. */
interface Market {
  readonly listing: MarketListing
  readonly tick: DecimalUnit
  readonly lot: DecimalUnit
  requestId: number
  /** Of the pending or confirmed subscribe request; null: not subscribed. */
  requestedAtMs: number | null
  isConfirmed: boolean
  /** No request before this time. */
  retryAtMs: number
  pollAtMs: number
  isPolling: boolean
}

/** Share of the connection's lifetime after which it is replaced: jittered, so that not all change at once. */
const LIFE_SHARE = 0.85
const LIFE_SPREAD = 0.1

/** Maximum length of the message excerpt in a fault. */
const EXCERPT = 300

/** The markets of one connection: connecting, subscribing, heartbeats, polling, and conversion of what arrives. */
export class DerivativesShard implements DerivativesSink {
  readonly #context: DerivativesShardContext
  readonly #markets = new Map<string, Market>()
  readonly #byId = new Map<string, Market>()
  readonly #closing = new AbortController()
  readonly #timer: NodeJS.Timeout
  #connection: DepthConnection | null = null
  #failures = 0
  #connectAtMs = 0
  #replaceAtMs = Infinity
  #lastRequestMs = -Infinity
  #tickedAtMs = performance.now()
  #receivedAtMs = 0
  #text = ''

  constructor(context: DerivativesShardContext) {
    this.#context = context
    const beat = Math.max(5, Math.min(context.tuning.heartbeatMs / 3, 250))
    this.#timer = setInterval(() => this.#tick(), beat)
  }

  get size(): number {
    return this.#markets.size
  }

  get subscribed(): number {
    return [...this.#markets.values()].filter((market) => market.isConfirmed).length
  }

  get isConnected(): boolean {
    return this.#connection?.isOpen ?? false
  }

  has(symbol: string): boolean {
    return this.#markets.has(symbol)
  }

  add(listing: MarketListing): void {
    const market: Market = {
      listing,
      tick: decimalUnit(listing.tickSize),
      lot: decimalUnit(listing.lotSize),
      requestId: 0,
      requestedAtMs: null,
      isConfirmed: false,
      retryAtMs: 0,
      pollAtMs: 0,
      isPolling: false,
    }
    this.#markets.set(listing.symbol, market)
    this.#byId.set(listing.marketId, market)
  }

  remove(symbol: string): void {
    const market = this.#markets.get(symbol)
    if (market === undefined) return
    this.#markets.delete(symbol)
    this.#byId.delete(market.listing.marketId)
    if (market.requestedAtMs === null) return
    const { adapter, nextRequestId } = this.#context
    for (const text of adapter.unsubscribe(market.listing, nextRequestId())) this.#connection?.send(text)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#closing.abort()
    this.#connection?.end('closed')
  }

  // What the reader finds.

  liquidation(marketId: string, ts: number, side: 'buy' | 'sell', price: string, qty: string): void {
    const { adapter, listener, count } = this.#context
    const completeness = adapter.traits.liquidations
    const market = this.#byId.get(marketId)
    if (market === undefined || completeness === null) return
    const { symbol } = market.listing
    try {
      const priceTicks = toUnits(price, market.tick)
      const lots = toUnits(qty, market.lot)
      if (priceTicks <= 0 || lots <= 0) return this.#reject(symbol, `a liquidation of ${qty} at ${price}`)
      count.liquidations += 1
      listener.liquidation({ symbol, ts, side, priceTicks, lots, completeness }, this.#receivedAtMs)
    } catch (error) {
      if (!(error instanceof OrderflowError)) throw error
      this.#reject(symbol, error.message)
    }
  }

  stat(marketId: string, ts: number, values: MarketStatValues): void {
    const market = this.#byId.get(marketId)
    if (market === undefined) return
    this.#context.count.stats += 1
    this.#context.listener.stat({ symbol: market.listing.symbol, ts, ...values }, this.#receivedAtMs)
  }

  confirmed(which: string | number): void {
    const market = this.#find(which)
    if (market === undefined || market.requestedAtMs === null || market.isConfirmed) return
    market.isConfirmed = true
    this.#context.listener.subscribed(market.listing.symbol, this.#receivedAtMs)
  }

  refused(which: string | number, what: string): void {
    const { tuning, fault } = this.#context
    const market = this.#find(which)
    if (market === undefined) return fault(null, what, true)
    this.#release(market, `the subscription was refused: ${what}`)
    market.retryAtMs = performance.now() + tuning.refusedRetryMs
    fault(market.listing.symbol, `the subscription was refused: ${what}`, true)
  }

  closing(): void {
    this.#replaceAtMs = 0
  }

  fault(what: string): void {
    this.#reject(null, what)
  }

  #reject(symbol: string | null, what: string): void {
    this.#context.fault(symbol, `${what}, in the message ${this.#text.slice(0, EXCERPT)}`, true)
  }

  #find(which: string | number): Market | undefined {
    if (typeof which === 'string') return this.#byId.get(which)
    return [...this.#markets.values()].find((market) => market.requestId === which && market.requestedAtMs !== null)
  }

  #tick(): void {
    const { tuning, adapter } = this.#context
    const now = performance.now()
    // After a pause of this process, messages of that time are still unread: do not treat the connection as silent.
    const isPaused = now - this.#tickedAtMs > tuning.silentAfterMs / 2
    this.#tickedAtMs = now
    if (isPaused) return
    const connection = this.#connection
    if (connection === null) return this.#connect(now)
    if (connection.openedAtMs === null) {
      if (now - connection.startedAtMs > tuning.confirmWithinMs) connection.end('handshake timed out')
      return
    }
    if (now - connection.lastHeardMs > tuning.silentAfterMs) return connection.end('silent: no message and no pong')
    if (now >= this.#replaceAtMs) return connection.end('replaced by a new connection')
    if (now - connection.openedAtMs >= tuning.stableAfterMs) this.#failures = 0
    if (now - connection.lastBeatMs >= tuning.heartbeatMs) connection.beat(adapter.heartbeat)
    for (const market of this.#markets.values()) {
      if (this.#connection === connection) this.#tend(connection, market, now)
    }
  }

  #connect(now: number): void {
    if (this.#markets.size === 0 || now < this.#connectAtMs) return
    const { attempts, url, clock, adapter, tuning, random } = this.#context
    const waitMs = attempts.take(now)
    if (waitMs > 0) {
      this.#connectAtMs = now + waitMs
      return
    }
    const connection = new DepthConnection({
      url,
      clock,
      steady: () => performance.now(),
      events: {
        opened: () => {
          const life = tuning.connectionLifeMs * (LIFE_SHARE + LIFE_SPREAD * random())
          this.#replaceAtMs = performance.now() + life
          for (const text of adapter.opening) connection.send(text)
        },
        message: (text, receivedAtMs) => this.#message(text, receivedAtMs),
        heard: () => {},
        ended: (reason) => this.#ended(connection, reason),
      },
    })
    this.#connection = connection
  }

  #tend(connection: DepthConnection, market: Market, now: number): void {
    const { adapter, tuning, nextRequestId } = this.#context
    if (market.requestedAtMs === null) {
      if (now < market.retryAtMs || now - this.#lastRequestMs < adapter.traits.requestEveryMs) return
      this.#lastRequestMs = market.requestedAtMs = now
      market.requestId = nextRequestId()
      for (const text of adapter.subscribe(market.listing, market.requestId)) connection.send(text)
    } else if (!market.isConfirmed) {
      if (now - market.requestedAtMs > tuning.confirmWithinMs) connection.end('a subscription was not confirmed')
    } else if (adapter.poll !== undefined && now >= market.pollAtMs && !market.isPolling) {
      market.pollAtMs = now + tuning.pollMs
      void this.#poll(market, adapter.poll)
    }
  }

  async #poll(market: Market, poll: NonNullable<DerivativesAdapter['poll']>): Promise<void> {
    const { createRest, clock, fault } = this.#context
    const { symbol } = market.listing
    market.isPolling = true
    try {
      await poll(createRest(this.#closing.signal), market.listing, {
        ...NO_CONTROL,
        stat: (marketId, ts, values) => {
          this.#receivedAtMs = clock()
          this.stat(marketId, ts, values)
        },
        fault: (what) => fault(symbol, what, false),
      })
    } catch (error) {
      if (!this.#closing.signal.aborted) fault(symbol, `open interest cannot be fetched: ${String(error)}`, false)
    } finally {
      market.isPolling = false
    }
  }

  #message(text: string, receivedAtMs: number): void {
    const { adapter, count } = this.#context
    count.messages += 1
    this.#receivedAtMs = receivedAtMs
    this.#text = text
    const value = rawMessage(text)
    if (value !== null) adapter.read(value, receivedAtMs, this)
    // Greetings and pongs are plain text.
    else if (text.startsWith('{')) this.#reject(null, 'not valid JSON')
  }

  #ended(connection: DepthConnection, reason: string): void {
    if (connection !== this.#connection) return
    const { tuning, count, random } = this.#context
    this.#connection = null
    const now = performance.now()
    const isPlanned = now >= this.#replaceAtMs
    this.#replaceAtMs = Infinity
    this.#receivedAtMs = connection.heardAtMs
    for (const market of this.#markets.values()) this.#release(market, reason)
    if (this.#closing.signal.aborted) return
    count.reconnects += 1
    if (isPlanned) return
    this.#failures += 1
    const backoff = { baseMs: tuning.backoffBaseMs, maxMs: tuning.backoffCapMs, jitter: 1 }
    this.#connectAtMs = now + backoffMs(this.#failures, backoff, random)
  }

  /** Marks a market as not subscribed; liquidations were received until the last message. */
  #release(market: Market, reason: string): void {
    const wasConfirmed = market.isConfirmed
    market.requestedAtMs = null
    market.isConfirmed = false
    if (wasConfirmed && !this.#closing.signal.aborted)
      this.#context.listener.lost(market.listing.symbol, reason, this.#receivedAtMs)
  }
}

/** REST responses contain no control messages and no liquidations. */
const NO_CONTROL: Omit<DerivativesSink, 'stat' | 'fault'> = {
  liquidation() {},
  confirmed() {},
  refused() {},
  closing() {},
}
