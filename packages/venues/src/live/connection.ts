import type { Trades } from '@flowprint/orderflow'
import type { SectionAdapter } from './adapter.ts'
import { ccxtMarketOf } from './ccxt-market.ts'
import type { CcxtClient, CcxtExchange } from './ccxt-types.ts'
import { MessageSink } from './message-sink.ts'
import type { FrameReader } from './reader.ts'
import type { MarketListing } from './types.ts'

/** Events of a connection, each called synchronously in the turn in which it happens. */
export interface ConnectionEvents {
  trades(symbol: string, trades: Trades, receivedAtMs: number): void
  confirmed(connection: Connection, symbol: string): void
  refused(connection: Connection, symbols: readonly string[], what: string): void
  excluded(count: number): void
  message(): void
  exchangeTime(exchangeMs: number, receivedAtMs: number): void
  /** A message or pong was received: the connection is alive. */
  heard(connection: Connection): void
  closing(connection: Connection): void
  fault(symbol: string | null, what: string): void
  /** Called once, for any cause. */
  ended(connection: Connection, reason: string): void
}

/** A pending request; it stays queued until answered, even if trades already confirmed all of it. */
interface Request {
  atMs: number
  readonly waiting: Set<string>
}

export interface ConnectionOptions {
  readonly exchange: CcxtExchange
  readonly adapter: SectionAdapter
  readonly events: ConnectionEvents
  readonly clock: () => number
  /** Monotonic ms: unaffected by clock changes. */
  readonly steady: () => number
}

/**
 * One WebSocket through a dedicated ccxt exchange object. ccxt knows the address, connects and writes the requests; the
 * raw text of every message is read before ccxt parses it.
 */
export class Connection {
  readonly startedAtMs: number
  /** Monotonic times, except `heardAtMs`, which is wall-clock time and ends the proven coverage. */
  openedAtMs: number | null = null
  lastHeardMs: number
  heardAtMs: number
  lastBeatMs: number
  trades = 0
  /** Symbols with a confirmed subscription or a trade on this connection. */
  readonly confirmed = new Set<string>()
  /** Symbols requested and not refused. */
  readonly asked = new Set<string>()
  readonly #options: ConnectionOptions
  readonly #sink: MessageSink
  readonly #reader: FrameReader
  readonly #listings = new Map<string, MarketListing>()
  readonly #symbols = new Map<string, string>()
  #requests: Request[] = []
  #client: CcxtClient | null = null
  #ended = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.startedAtMs = this.lastHeardMs = this.lastBeatMs = options.steady()
    this.heardAtMs = options.clock()
    this.#reader = options.adapter.createReader(options.exchange)
    const { events } = options
    this.#sink = new MessageSink(
      {
        trades: (symbol, trades, at) => {
          this.trades += trades.length
          this.#confirm(symbol)
          events.trades(symbol, trades, at)
        },
        excluded: (count) => events.excluded(count),
        exchangeTime: (exchangeMs, at) => events.exchangeTime(exchangeMs, at),
        acknowledged: (marketId) => this.#acknowledged(marketId),
        refused: (marketId, what) => this.#refused(marketId, what),
        closing: () => events.closing(this),
        fault: (symbol, what) => events.fault(symbol, what),
      },
      options.adapter.traits.numericIds,
    )
    this.#watchClients()
  }

  get ended(): boolean {
    return this.#ended
  }

  /** The address ccxt chose; null before that. */
  get url(): string | null {
    return this.#client?.url ?? null
  }

  /** Monotonic time of the oldest unconfirmed request; null without one. */
  get waitingSinceMs(): number | null {
    return this.#requests.find((request) => request.waiting.size > 0)?.atMs ?? null
  }

  /** Subscribes to these markets in one request. */
  add(listings: readonly MarketListing[]): void {
    const { adapter, exchange, steady } = this.#options
    for (const listing of listings) {
      this.asked.add(listing.symbol)
      this.#listings.set(listing.symbol, listing)
      this.#symbols.set(listing.marketId, listing.symbol)
      this.#sink.add(listing)
    }
    exchange.setMarkets(
      [...this.#listings.values()].map((listing) => ({ ...ccxtMarketOf(listing), ...adapter.ccxtMarket?.(listing) })),
    )
    const request = { atMs: steady(), waiting: new Set(listings.map((listing) => listing.symbol)) }
    this.#requests.push(request)
    void this.#subscribe(listings, request)
  }

  remove(listing: MarketListing): void {
    if (!this.#listings.delete(listing.symbol)) return
    this.#symbols.delete(listing.marketId)
    this.#sink.remove(listing.marketId)
    this.confirmed.delete(listing.symbol)
    this.asked.delete(listing.symbol)
    for (const request of this.#requests) request.waiting.delete(listing.symbol)
    if (this.openedAtMs === null || this.#ended) return
    const { adapter, exchange, steady } = this.#options
    // The answer to it must not be matched to the next request.
    if (adapter.answersInOrder) this.#requests.push({ atMs: steady(), waiting: new Set() })
    const unsubscribed = adapter.unsubscribe?.(exchange, listing) ?? exchange.unWatchTrades(listing.ccxtSymbol)
    // Failures do not matter: trades of this market are ignored from here on.
    unsubscribed.catch(() => {})
  }

  /** Sends a heartbeat that the venue answers, so that a quiet connection is proven alive. */
  beat(): void {
    const client = this.#client
    if (client === null || this.#ended || this.openedAtMs === null || !client.isOpen()) return
    const { adapter, exchange, steady } = this.#options
    this.lastBeatMs = steady()
    const message = adapter.heartbeat === undefined ? exchange.ping?.(client) : adapter.heartbeat(exchange, client)
    if (message === undefined || message === null) client.connection?.ping()
    else void client.send(message)
  }

  /** Terminates immediately: a half-open connection would not answer a close handshake. */
  end(reason: string): void {
    if (this.#ended) return
    this.#ended = true
    this.#client?.connection?.terminate()
    this.#options.events.ended(this, reason)
  }

  async #subscribe(listings: readonly MarketListing[], request: Request): Promise<void> {
    const { adapter, exchange } = this.#options
    try {
      if (adapter.subscribe === undefined)
        await exchange.watchTradesForSymbols(listings.map((listing) => listing.ccxtSymbol))
      else await adapter.subscribe(exchange, listings)
    } catch (error) {
      // A closed connection rejects too, in the same turn as its event or before; the event takes precedence.
      setImmediate(() => {
        const open = this.#client !== null && this.openedAtMs !== null && this.#client.isOpen()
        if (this.#ended || !this.#requests.includes(request)) return
        if (open) this.#refuse(request, text(error))
        else this.end(text(error))
      })
    }
  }

  /** Hooks every client ccxt creates for this exchange object, before it connects. */
  #watchClients(): void {
    const { exchange } = this.#options
    const make = exchange.client.bind(exchange)
    exchange.client = (url) => {
      const client = make(url)
      if (client === this.#client) return client
      if (this.#client !== null) {
        this.end(`ccxt connects to ${url} in addition to ${this.#client.url}`)
        return client
      }
      this.#client = client
      this.#hook(client)
      return client
    }
  }

  #hook(client: CcxtClient): void {
    const { clock, steady, events } = this.#options
    const original = {
      message: client.onMessage.bind(client),
      open: client.onOpen.bind(client),
      pong: client.onPong.bind(client),
      error: client.onError.bind(client),
      close: client.onClose.bind(client),
      send: client.send.bind(client),
    }
    const heard = () => {
      this.lastHeardMs = steady()
      this.heardAtMs = clock()
      events.heard(this)
    }
    // We send our own heartbeats; ccxt would log messages it cannot parse.
    client.keepAlive = 0
    client.log = () => {}
    client.onMessage = (event) => {
      if (this.#ended) return
      events.message()
      heard()
      const { data } = event
      this.#sink.take(typeof data === 'string' ? data : String(data), this.#reader, this.heardAtMs, () =>
        original.message(event),
      )
    }
    // ccxt ignores some send failures, and an unhandled rejection would end the process.
    client.send = (message) => {
      const sent = original.send(message)
      sent.catch((error: unknown) => this.end(text(error)))
      return sent
    }
    client.onPong = () => {
      original.pong()
      if (!this.#ended) heard()
    }
    client.onOpen = () => {
      this.openedAtMs = this.lastHeardMs = this.lastBeatMs = steady()
      // Start the request timeouts at the handshake.
      for (const request of this.#requests) request.atMs = this.openedAtMs
      original.open()
      if (!this.#ended) heard()
    }
    client.onError = (error) => {
      original.error(error)
      this.end(text(error))
    }
    client.onClose = (event) => {
      original.close(event)
      this.end(`closed by the venue, code ${event.code ?? 'none'}${event.reason ? `: ${event.reason}` : ''}`)
    }
  }

  #acknowledged(marketId: string | null): void {
    if (marketId === null) {
      const oldest = this.#requests.shift()
      for (const symbol of oldest?.waiting ?? []) this.#confirm(symbol)
      return
    }
    const symbol = this.#symbols.get(marketId)
    if (symbol !== undefined) this.#confirm(symbol)
    // A venue that names the market does not answer per request.
    this.#requests = this.#requests.filter((request) => request.waiting.size > 0)
  }

  #confirm(symbol: string): void {
    if (this.confirmed.has(symbol)) return
    this.confirmed.add(symbol)
    for (const request of this.#requests) request.waiting.delete(symbol)
    this.#options.events.confirmed(this, symbol)
  }

  #refused(marketId: string | null, what: string): void {
    const symbol = marketId === null ? null : this.#symbols.get(marketId)
    const request =
      symbol === null
        ? this.#requests[0]
        : this.#requests.find((waiting) => symbol !== undefined && waiting.waiting.has(symbol))
    if (request === undefined) this.#options.events.fault(symbol ?? null, what)
    else if (symbol === null || symbol === undefined) this.#refuse(request, what)
    else {
      request.waiting.delete(symbol)
      this.#options.events.refused(this, [symbol], what)
    }
  }

  #refuse(request: Request, what: string): void {
    this.#requests = this.#requests.filter((other) => other !== request)
    this.#options.events.refused(this, [...request.waiting], what)
  }
}

/** Text of ccxt errors, and of WebSocket events that resemble errors. */
function text(error: unknown): string {
  const { message } = error as { message?: unknown }
  return typeof message === 'string' ? message : String(error)
}
