import { backoffMs, decimalUnit, OrderflowError, toUnits } from '@flowprint/orderflow'
import type { DecimalUnit } from '@flowprint/orderflow'
import type { RestSection } from '../live/adapter.ts'
import type { AttemptWindow } from '../live/shard.ts'
import type { MarketListing } from '../live/types.ts'
import { rawMessage } from '../live/venues/raw-message.ts'
import { ReconnectingSocket } from '../socket/reconnecting-socket.ts'
import type { ReconnectingSocketEvents } from '../socket/reconnecting-socket.ts'
import type { VenueSocket } from '../socket/venue-socket.ts'
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

/** Maximum length of the message excerpt in a fault. */
const EXCERPT = 300

/** The markets of one connection: connecting, subscribing, heartbeats, polling, and conversion of what arrives. */
export class DerivativesShard implements DerivativesSink {
  readonly #context: DerivativesShardContext
  readonly #markets = new Map<string, Market>()
  readonly #byId = new Map<string, Market>()
  readonly #closing = new AbortController()
  readonly #socket: ReconnectingSocket
  #failures = 0
  #lastRequestMs = -Infinity
  #receivedAtMs = 0
  #text = ''

  constructor(context: DerivativesShardContext) {
    this.#context = context
    const { adapter, tuning } = context
    this.#socket = new ReconnectingSocket({
      ...context,
      connectWithinMs: tuning.confirmWithinMs,
      heartbeat: adapter.heartbeat,
      events: {
        opened: () => this.#socket.send(adapter.opening),
        message: (text, receivedAtMs) => this.#message(text, receivedAtMs),
        tick: (connection, now) => this.#tick(connection, now),
        ended: (end) => this.#ended(end),
      },
    })
  }

  get size(): number {
    return this.#markets.size
  }

  get subscribed(): number {
    return [...this.#markets.values()].filter((market) => market.isConfirmed).length
  }

  get isConnected(): boolean {
    return this.#socket.isOpen
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
    this.#socket.send(adapter.unsubscribe(market.listing, nextRequestId()))
  }

  close(): void {
    this.#closing.abort()
    this.#socket.close()
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
    this.#socket.replace()
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

  #tick(connection: VenueSocket, now: number): void {
    if (now - (connection.openedAtMs ?? now) >= this.#context.tuning.stableAfterMs) this.#failures = 0
    for (const market of this.#markets.values()) if (connection.isOpen) this.#tend(connection, market, now)
  }

  #tend(connection: VenueSocket, market: Market, now: number): void {
    const { adapter, tuning, nextRequestId } = this.#context
    if (market.requestedAtMs === null) {
      if (now < market.retryAtMs || now - this.#lastRequestMs < adapter.traits.requestEveryMs) return
      this.#lastRequestMs = market.requestedAtMs = now
      market.requestId = nextRequestId()
      this.#socket.send(adapter.subscribe(market.listing, market.requestId))
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

  #ended({ reason, heardAtMs, isPlanned }: Parameters<ReconnectingSocketEvents['ended']>[0]): number {
    const { tuning, count, random } = this.#context
    this.#receivedAtMs = heardAtMs
    for (const market of this.#markets.values()) this.#release(market, reason)
    if (!this.#closing.signal.aborted) count.reconnects += 1
    if (isPlanned) return 0
    this.#failures += 1
    const backoff = { baseMs: tuning.backoffBaseMs, maxMs: tuning.backoffCapMs, jitter: 1 }
    return backoffMs(this.#failures, backoff, random)
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
