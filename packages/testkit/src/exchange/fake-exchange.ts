import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { MarketListing, VenueUrls } from '@flowprint/venues'
import { FakeClient, Faults } from './fake-client.ts'
import { FakeDepth } from './fake-depth.ts'
import type { FakeLevels } from './fake-depth.ts'
import type { FakeBook, FakeMarket, FakeTrade, FakeVenue } from './fake-venue.ts'
import { decimalUnit, fromUnits, idText } from '@flowprint/orderflow'
import type { DecimalUnit } from '@flowprint/orderflow'

export interface FakeExchangeOptions {
  readonly venue: FakeVenue
  readonly markets: readonly FakeMarket[]
  /** Seed of the faults' randomness; 1 by default. */
  readonly seed?: number
  /** Initial time of the exchange's clock, ms; the first trade's time by default. */
  readonly startMs?: number
  /** A fixed port, for browsers; a free one by default. */
  readonly port?: number
}

export interface FakeExchange {
  /** For openVenueFeed and openVenueRest. */
  readonly urls: VenueUrls
  readonly http: string
  readonly faults: Faults
  /** Currently connected clients, with their paths and subscriptions. */
  readonly clients: readonly FakeClient[]
  /** Number of connections accepted, and REST paths requested so far. */
  readonly accepted: number
  readonly requests: readonly string[]
  /** Trades that are never sent by any channel, so far. */
  readonly lost: readonly FakeTrade[]
  /** Unreleased trades in all markets. */
  readonly left: number
  nowMs(): number
  /** Releases the next n trades of all markets in time order, in this turn; returns how many there were. */
  emit(n: number): number
  /** Changes the book of a market, at the exchange's time or a later one, and sends the change to its subscribers. */
  changeBook(marketId: string, levels: Partial<FakeLevels>, ts?: number): void
  /** The true book of a market. */
  bookOf(marketId: string): FakeLevels
  /** Runs the exchange's clock at this multiple of real time; 0 stops it. Trades are sent when due. */
  run(speed: number): void
  /** Makes the exchange's clock jump, as with a bad time server. */
  jumpClock(ms: number): void
  /** Sends everything held back. */
  thaw(): void
  /** Announces the end of all connections if the venue does, then closes them. */
  shutDown(afterMs: number): void
  /** Cuts all connections without a close handshake. */
  cut(): void
  close(): Promise<void>
}

/** Interval at which a running exchange sends due trades, ms of real time. */
const PUMP_MS = 20

/** An HTTP and WebSocket server on loopback that implements a venue's protocol and injects faults. */
export async function startFakeExchange(options: FakeExchangeOptions): Promise<FakeExchange> {
  const exchange = new Exchange(options)
  await exchange.listen(options.port ?? 0)
  return exchange
}

class Exchange implements FakeExchange {
  readonly faults = new Faults()
  readonly requests: string[] = []
  readonly lost: FakeTrade[] = []
  accepted = 0
  urls: VenueUrls = {}
  http = ''
  readonly #venue: FakeVenue
  readonly #markets: FakeMarkets
  readonly #clients = new Set<FakeClient>()
  readonly #random: () => number
  readonly #server = createServer((request, response) => {
    this.requests.push(request.url ?? '')
    void answerRest(request, response, this.#venue, this.#markets, this.faults)
  })
  readonly #sockets = new WebSocketServer({ noServer: true, autoPong: false })
  /** The exchange's clock: `atMs` at the real time `sinceMs`, advancing at `speed`. */
  #clock: { atMs: number; sinceMs: number; speed: number }
  #jumpMs = 0
  #timer: NodeJS.Timeout | null = null
  #beatAtMs = 0

  constructor(options: FakeExchangeOptions) {
    const { venue } = options
    this.#venue = venue
    const keyOf = (listing: MarketListing) => venue.keyOf?.(listing) ?? listing.marketId
    this.#markets = new FakeMarkets(options.markets, keyOf, () => this.nowMs(), this.faults)
    this.#random = seededRandom(options.seed ?? 1)
    const first = this.#markets.earliest()?.nextTs ?? 0
    this.#clock = { atMs: options.startMs ?? first, sinceMs: performance.now(), speed: 0 }
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, '127.0.0.1', resolve)
    })
    const host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    this.http = `http://${host}`
    this.urls = this.#venue.urls(this.http, `ws://${host}`)
  }

  get clients(): readonly FakeClient[] {
    return [...this.#clients]
  }

  get left(): number {
    let left = 0
    for (const tape of this.#markets.tapes.values()) left += tape.market.tape.length - tape.next
    return left
  }

  nowMs(): number {
    const { atMs, sinceMs, speed } = this.#clock
    return Math.floor(atMs + (performance.now() - sinceMs) * speed) + this.#jumpMs
  }

  emit(n: number): number {
    const going = new Map<string, FakeTrade[]>()
    let count = 0
    for (; count < n; count++) {
      const tape = this.#markets.earliest()
      if (tape === null) break
      const trade = tape.take()
      if (this.faults.use('lose')) {
        this.lost.push(trade)
        continue
      }
      tape.released.push(trade)
      if (this.faults.use('drop')) continue
      const trades = going.get(tape.key)
      if (trades === undefined) going.set(tape.key, [trade])
      else trades.push(trade)
    }
    if (this.#clock.speed === 0) this.#setClock(Math.max(this.#clock.atMs, this.#latest(going)), 0)
    const now = this.nowMs()
    for (const client of this.#clients) {
      for (const [key, trades] of going) if (client.subscribed.has(key)) client.sendTrades(trades, now)
    }
    return count
  }

  changeBook(marketId: string, { bids = [], asks = [] }: Partial<FakeLevels>, ts = this.nowMs()): void {
    const change = this.#depthOf(marketId).change({ bids, asks }, ts)
    if (this.#clock.speed === 0) this.#setClock(Math.max(this.#clock.atMs, ts - this.#jumpMs), 0)
    for (const client of this.#clients) {
      if (client.subscribedDepth.has(marketId)) client.sendDepth(change, this.nowMs())
    }
  }

  bookOf(marketId: string): FakeLevels {
    return this.#depthOf(marketId)
  }

  run(speed: number): void {
    this.#setClock(this.nowMs() - this.#jumpMs, speed)
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = speed > 0 ? setInterval(() => this.#pump(), PUMP_MS) : null
  }

  jumpClock(ms: number): void {
    this.#jumpMs += ms
  }

  thaw(): void {
    this.faults.frozen = false
    for (const client of this.#clients) client.thaw()
  }

  shutDown(afterMs: number): void {
    const ending = this.clients
    const farewell = this.#venue.farewell(this.nowMs())
    if (farewell !== null) for (const client of ending) client.send(farewell)
    setTimeout(() => {
      for (const client of ending) client.close(1001)
    }, afterMs)
  }

  cut(): void {
    for (const client of this.#clients) client.terminate()
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.cut()
    this.#sockets.close()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #depthOf(marketId: string): FakeDepth {
    const depth = this.#markets.depth(marketId)
    if (depth === null) throw new RangeError(`Condition failed: ${marketId} has an order book`)
    return depth
  }

  #latest(going: ReadonlyMap<string, readonly FakeTrade[]>): number {
    return Math.max(-Infinity, ...[...going.values()].map((trades) => trades[trades.length - 1].ts))
  }

  #setClock(atMs: number, speed: number): void {
    this.#clock = { atMs, sinceMs: performance.now(), speed }
  }

  #pump(): void {
    const now = this.nowMs() - this.#jumpMs
    let due = 0
    for (const tape of this.#markets.tapes.values()) {
      const { ts } = tape.market.tape
      for (let i = tape.next; i < ts.length && ts[i] <= now; i++) due += 1
    }
    if (due > 0) this.emit(due)
    const second = Math.floor(now / 1000)
    if (second === this.#beatAtMs) return
    this.#beatAtMs = second
    for (const client of this.#clients) {
      const text = this.#venue.heartbeat?.(client, this.nowMs()) ?? null
      if (text !== null) client.send(text)
    }
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const path = new URL(request.url ?? '/', 'http://fake').pathname
    const refusal = this.faults.refuseWith ?? (this.#venue.accepts(path) ? null : 404)
    if (refusal !== null) {
      socket.end(`HTTP/1.1 ${refusal} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    this.#sockets.handleUpgrade(request, socket, head, (ws) => {
      this.accepted += 1
      const { faults } = this
      const client = new FakeClient({
        socket: ws,
        stream: socket,
        path,
        venue: this.#venue,
        book: this.#markets,
        faults,
        random: this.#random,
      })
      this.#clients.add(client)
      ws.on('close', () => this.#clients.delete(client))
      ws.on('error', () => this.#clients.delete(client))
    })
  }
}

/** Answers one HTTP request as the venue would, or with an injected fault. */
async function answerRest(
  request: IncomingMessage,
  response: ServerResponse,
  venue: FakeVenue,
  book: FakeBook,
  faults: Faults,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url ?? '/', 'http://fake')
  if (faults.use('hangingAnswers')) return
  if (faults.use('tooMany')) {
    response
      .writeHead(429, { 'retry-after': String(faults.retryAfterSeconds) })
      .end('{"code":-1003,"msg":"Too many requests."}')
    return
  }
  if (faults.use('serverErrors')) {
    response.writeHead(503).end('Service Unavailable')
    return
  }
  if (faults.use('brokenAnswers')) {
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"a":1,"p":"')
    return
  }
  const body = Buffer.concat(chunks).toString('utf8')
  const answer = venue.rest(
    { method: request.method ?? 'GET', path: url.pathname, query: url.searchParams, body },
    book,
  )
  const { status, headers } = answer ?? { status: 404, headers: {} }
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(answer?.body ?? '{"code":404,"msg":"Not Found"}')
}

/** The tape of one market while it is being released. */
class FakeTape {
  readonly market: FakeMarket
  readonly key: string
  /** Trades that REST knows. */
  readonly released: FakeTrade[] = []
  next = 0
  readonly #tick: DecimalUnit
  readonly #lot: DecimalUnit

  constructor(market: FakeMarket, key: string) {
    this.market = market
    this.key = key
    this.#tick = decimalUnit(market.listing.tickSize)
    this.#lot = decimalUnit(market.listing.lotSize)
  }

  get nextTs(): number {
    const { tape } = this.market
    return this.next < tape.length ? tape.ts[this.next] : Infinity
  }

  /** Takes the next trade of the tape, in decimals. */
  take(): FakeTrade {
    const { tape } = this.market
    const i = this.next++
    return {
      market: this.market,
      index: i,
      ts: tape.ts[i],
      price: fromUnits(tape.price[i], this.#tick),
      qty: fromUnits(tape.qty[i], this.#lot),
      buy: tape.buy[i] === 1,
      fills: tape.fills[i],
      id: idText(tape, i),
    }
  }
}

/** The tapes of all markets, merged by time. */
class FakeMarkets implements FakeBook {
  readonly markets: readonly FakeMarket[]
  readonly tapes: ReadonlyMap<string, FakeTape>
  readonly #now: () => number
  readonly #faults: Faults
  readonly #depths = new Map<string, FakeDepth>()

  constructor(
    markets: readonly FakeMarket[],
    keyOf: (listing: MarketListing) => string,
    now: () => number,
    faults: Faults,
  ) {
    this.markets = markets
    this.#faults = faults
    this.tapes = new Map(markets.map((market) => [keyOf(market.listing), new FakeTape(market, keyOf(market.listing))]))
    this.#now = now
    for (const market of markets) {
      if (market.levels === undefined) continue
      this.#depths.set(keyOf(market.listing), new FakeDepth(market, market.levels, market.tape.ts[0] ?? 1))
    }
  }

  market(marketId: string): FakeMarket | null {
    return this.tapes.get(marketId)?.market ?? null
  }

  released(marketId: string): readonly FakeTrade[] {
    return this.tapes.get(marketId)?.released ?? []
  }

  depth(marketId: string): FakeDepth | null {
    return this.#depths.get(marketId) ?? null
  }

  depthSnapshot(marketId: string): (FakeLevels & { readonly seq: number; readonly ts: number }) | null {
    const depth = this.depth(marketId)
    if (depth === null) return null
    if (this.#faults.use('oldSnapshots')) return { ...depth.initial, seq: 1_000, ts: depth.ts }
    return { bids: depth.bids, asks: depth.asks, seq: depth.seq, ts: depth.ts }
  }

  nowMs(): number {
    return this.#now()
  }

  /** The tape with the earliest remaining trade; null if all are empty. */
  earliest(): FakeTape | null {
    let earliest: FakeTape | null = null
    for (const tape of this.tapes.values()) {
      if (tape.nextTs < (earliest?.nextTs ?? Infinity)) earliest = tape
    }
    return earliest
  }
}

/** Numbers in [0, 1), deterministic per seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
