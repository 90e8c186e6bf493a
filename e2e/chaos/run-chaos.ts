import { setTimeout as sleep } from 'node:timers/promises'
import type { Coverage, Footprint, Menus } from '@flowprint/contract'
import { MINUTE_MS } from '@flowprint/orderflow'
import { seededRandom, startFakeExchange } from '@flowprint/testkit'
import type { FakeExchange, FakeMarket } from '@flowprint/testkit'
import { setClockOffset } from '../support/clock.ts'
import { SpecServer } from '../support/spec-server.ts'
import { fetchMemberToken } from '../support/accounts.ts'
import { BookSource } from '../reliability/book-source.ts'
import { callApi } from '../reliability/call-api.ts'
import { compareBars } from '../reliability/compare-bars.ts'
import { compareBooks, fetchDepthLog } from '../reliability/compare-books.ts'
import { compareStream } from '../reliability/compare-stream.ts'
import { compareTape } from '../reliability/compare-tape.ts'
import { fetchTape } from '../reliability/stored-tape.ts'
import { nextFailure } from './failures.ts'
import { createVenuesWithBooks } from '../reliability/venues.ts'
import type { ReplayedVenue } from '../reliability/venues.ts'
import { StreamRecorder } from '../reliability/stream-recorder.ts'

export interface ChaosOptions {
  /** Minutes of market time to replay. */
  readonly minutes: number
  /** Replay speed: 10 replays ten minutes of market time in one. */
  readonly speed: number
  readonly seed: number
  readonly port: number
  /** Number of kills (kill -9), spread over the run; of several, the last one kills PostgreSQL instead of the server. */
  readonly kills: number
  /** Called when the server is ready for the first time, with the member's token. */
  readonly onStart?: (url: string, token: string) => Promise<void>
  readonly log: (line: string) => void
}

export interface MarketReport {
  readonly symbol: string
  readonly trades: number
  readonly lost: number
  readonly unproven: number
  readonly gaps: number
  readonly bars: number
  readonly incomplete: number
  readonly acknowledged: number
  /** Changes of the order book at the exchange, its runs, and the share of the time that they cover. */
  readonly bookChanges: number
  readonly bookRuns: number
  readonly bookKnown: number
  readonly faults: readonly string[]
}

export interface ChaosReport {
  readonly url: string
  /** Token of the member account. */
  readonly token: string
  readonly fromMs: number
  readonly toMs: number
  readonly failures: Readonly<Record<string, number>>
  readonly kills: number
  readonly frames: number
  readonly revisions: number
  readonly markets: readonly MarketReport[]
}

/** A fake exchange with its markets. */
interface StartedVenue extends ReplayedVenue {
  readonly exchange: FakeExchange
}

/** A Monday noon. Fixed, so that a seed always replays the same trades. */
const FROM = Date.UTC(2026, 0, 5, 12)
/** Pause between two failures, ms of wall-clock time. */
const PAUSE_MS = { min: 150, max: 900 }
/** Time limit for the server, the page and every subscription to be ready; the replay starts as soon as they are. */
const WARM_UP_MS = 90_000
/** From ready to the first trade. */
const START_DELAY_MS = 1_500
/** Trading continues this long (wall-clock time) after the last failure, so that every feed reconnects and detects its gap. */
const CALM_MS = 40_000
/** Time limit for the remaining repairs at the end. */
const SETTLE_MS = 120_000

/** Runs the server against failing fake exchanges while killing and restarting it. The server keeps running until `stop`. */
export class Chaos {
  readonly server: SpecServer
  readonly #options: ChaosOptions
  readonly #exchanges: FakeExchange[] = []
  readonly #markets: { readonly exchange: FakeExchange; readonly market: FakeMarket; readonly book: BookSource }[] = []
  readonly #failures: Record<string, number> = {}
  readonly #random: () => number
  readonly #toMs: number
  #startMs = 0
  #token = ''

  private constructor(options: ChaosOptions, exchanges: readonly StartedVenue[]) {
    this.#options = options
    this.#random = seededRandom(options.seed)
    this.#toMs = endOf(options)
    for (const { exchange, venue, markets } of exchanges) {
      this.#exchanges.push(exchange)
      for (const market of markets) {
        const seed = options.seed + this.#markets.length
        this.#markets.push({ exchange, market, book: new BookSource(exchange, { venue, market, seed }) })
      }
    }
    this.#startMs = Date.now() + WARM_UP_MS
    this.server = new SpecServer(`chaos-${options.seed}`, options.port, {
      MARKETS: this.symbols.join(','),
      DEMO: '0',
      BACKFILL_DAYS: '0',
      LOG_LEVEL: process.env.CHAOS_LOG ?? 'warn',
      VENUE_URLS: JSON.stringify(
        Object.fromEntries(exchanges.map(({ exchange, markets }) => [markets[0].listing.venue, exchange.urls])),
      ),
    })
    this.#setClock()
  }

  static async prepare(options: ChaosOptions): Promise<Chaos> {
    const started: StartedVenue[] = []
    for (const { venue, markets } of createVenuesWithBooks(options.seed, FROM, endOf(options))) {
      started.push({
        exchange: await startFakeExchange({ venue, markets, seed: options.seed, startMs: FROM }),
        venue,
        markets,
      })
    }
    return new Chaos(options, started)
  }

  get symbols(): string[] {
    return this.#markets.map(({ market }) => market.listing.symbol)
  }

  async run(): Promise<ChaosReport> {
    const { options, server } = { options: this.#options, server: this.server }
    await server.start({ empty: true })
    this.#token = await fetchMemberToken(server.url)
    await options.onStart?.(server.url, this.#token)
    const recorder = new StreamRecorder([server.url], this.#token, this.symbols)
    try {
      await this.#startTrading()
      for (const exchange of this.#exchanges) exchange.run(options.speed)
      for (const { book } of this.#markets) book.start()
      await Promise.all([this.#injectFailures(), this.#killRepeatedly()])
      while (this.#exchanges.some((exchange) => exchange.left > 0)) await sleep(200)
      options.log('all trades are sent; waiting for the last repairs')
      await this.#waitForRepairs()
      for (const { book } of this.#markets) book.stop()
      // Frames are sent after their commit: allow the last ones to arrive.
      await sleep(1_000)
      return await this.#report(recorder)
    } finally {
      recorder.close()
    }
  }

  /** Waits for every subscription, then sets the server's clock to the start of trading, in step with the exchanges' clocks. */
  async #startTrading(): Promise<void> {
    const missing = (): string[] =>
      this.#markets
        .filter(({ exchange, market }) => !isSubscribed(exchange, market))
        .map(({ market }) => market.listing.symbol)
    while (missing().length > 0 && Date.now() < this.#startMs - START_DELAY_MS) await sleep(100)
    if (missing().length > 0)
      throw new Error(`not subscribed in time: ${missing().join(', ')}; server output: ${this.server.output}`)
    const planned = this.#startMs
    this.#startMs = Date.now() + START_DELAY_MS
    this.#setClock()
    await setClockOffset(this.server.url, (planned - this.#startMs) * this.#options.speed)
    while (Date.now() < this.#startMs) await sleep(Math.min(100, Math.max(1, this.#startMs - Date.now())))
  }

  /** Takes effect at the next start of the server. */
  #setClock(): void {
    this.server.env.TEST_CLOCK = `${FROM},${this.#startMs},${this.#options.speed}`
  }

  async stop(): Promise<void> {
    for (const { book } of this.#markets) book.stop()
    await this.server.stop()
    for (const exchange of this.#exchanges) await exchange.close()
  }

  /** Injects failures into random exchanges until the trading window ends. */
  async #injectFailures(): Promise<void> {
    const { minutes, speed, log } = this.#options
    const endMs = this.#startMs + (minutes * MINUTE_MS) / speed
    const busy = new Set<FakeExchange>()
    while (Date.now() < endMs) {
      await sleep(PAUSE_MS.min + this.#random() * (PAUSE_MS.max - PAUSE_MS.min))
      const exchange = this.#exchanges[Math.floor(this.#random() * this.#exchanges.length)]
      const failure = nextFailure(this.#random, minutes >= 10)
      if (busy.has(exchange)) continue
      const name = failure.name.replace(/ x \d+$/, '')
      this.#failures[name] = (this.#failures[name] ?? 0) + 1
      log(`${this.#clockText()} ${exchange.http}: ${failure.name}`)
      failure.start(exchange)
      if (failure.durationMs === 0) continue
      busy.add(exchange)
      setTimeout(() => {
        failure.stop?.(exchange)
        busy.delete(exchange)
      }, failure.durationMs)
    }
    while (busy.size > 0) await sleep(100)
    for (const exchange of this.#exchanges) exchange.faults.clear()
  }

  async #killRepeatedly(): Promise<void> {
    const { minutes, speed, kills, log } = this.#options
    for (let i = 1; i <= kills; i++) {
      const at = this.#startMs + (minutes * MINUTE_MS * (i - 0.7 + 0.4 * this.#random())) / (kills * speed)
      await sleep(Math.max(0, at - Date.now()))
      const isPostgres = kills > 1 && i === kills
      log(`${this.#clockText()} kill -9 of ${isPostgres ? 'PostgreSQL' : 'the server'}`)
      if (isPostgres) {
        await this.server.killPostgres()
        continue
      }
      await this.server.kill()
      await sleep(200 + this.#random() * 1_500)
      await this.server.start()
    }
  }

  /** Waits until no gap is open or being repaired, at most SETTLE_MS. */
  async #waitForRepairs(): Promise<void> {
    const endMs = Date.now() + SETTLE_MS
    while (Date.now() < endMs) {
      const states = await Promise.all(
        this.symbols.map(async (symbol) => (await this.#coverage(symbol)).gaps.map((gap) => gap.state)),
      )
      if (states.flat().every((state) => state === 'lost')) return
      await sleep(500)
    }
  }

  async #report(recorder: StreamRecorder): Promise<ChaosReport> {
    const [{ url }, token] = [this.server, this.#token]
    const menus = await this.#call<Menus>('menus', {})
    const markets: MarketReport[] = []
    for (const { exchange, market, book } of this.#markets) {
      const { symbol } = market.listing
      const listed = menus.symbol.find((one) => one.value === symbol)
      if (listed === undefined) {
        markets.push({
          symbol,
          trades: market.tape.length,
          lost: 0,
          unproven: 0,
          gaps: 0,
          bars: 0,
          incomplete: 0,
          acknowledged: 0,
          bookChanges: book.count,
          bookRuns: 0,
          bookKnown: 0,
          faults: ['never stored'],
        })
        continue
      }
      const stored = await fetchTape({ url, token }, { ...listed, symbol }, FROM, this.#toMs)
      const coverage = await this.#coverage(symbol)
      const lost = new Set(exchange.lost.filter((trade) => trade.market === market).map((trade) => trade.id))
      const tape = compareTape(market, stored.rows, lost, coverage)
      const precision = listed.precision[Math.min(6, listed.precision.length - 1)]
      const query = { symbol, cycle: '1m', precision, from: String(FROM), to: String(this.#toMs) }
      const bars = compareBars(await this.#call<Footprint>('footprint', query), stored.trades, coverage)
      const recorded = recorder.markets.get(symbol)
      const streamFaults = recorded === undefined ? [] : compareStream(recorded, stored.rows)
      const books = await compareBooks(
        { url, token },
        {
          symbol,
          tickSize: listed.tick_size,
          source: book,
          log: await fetchDepthLog({ url, token }, symbol),
          streams: recorded === undefined ? [] : [recorded.depth],
        },
      )
      markets.push({
        symbol,
        trades: tape.trades,
        lost: tape.lost,
        unproven: tape.unproven,
        gaps: coverage.gaps.length,
        bars: bars.bars,
        incomplete: bars.incomplete,
        acknowledged: recorded?.receivedAt.size ?? 0,
        bookChanges: book.count,
        bookRuns: books.runs,
        bookKnown: books.knownShare,
        faults: [...tape.faults, ...bars.faults, ...streamFaults, ...books.faults],
      })
    }
    const { frames, revisions } = recorder
    return {
      url,
      token,
      fromMs: FROM,
      toMs: this.#toMs,
      failures: this.#failures,
      kills: this.#options.kills,
      frames,
      revisions,
      markets,
    }
  }

  #coverage(symbol: string): Promise<Coverage> {
    return this.#call<Coverage>('coverage', { symbol })
  }

  #call<Data>(name: string, query: Record<string, string>): Promise<Data> {
    return callApi<Data>(this.server.url, this.#token, name, query)
  }

  #clockText(): string {
    return new Date(FROM + (Date.now() - this.#startMs) * this.#options.speed).toISOString().slice(11, 19)
  }
}

function isSubscribed(exchange: FakeExchange, { listing }: FakeMarket): boolean {
  return exchange.clients.some(({ subscribed }) => [...subscribed].some((key) => key.includes(listing.marketId)))
}

/** End time of the tapes. */
function endOf({ minutes, speed }: ChaosOptions): number {
  return FROM + minutes * MINUTE_MS + CALM_MS * speed
}
