import { setTimeout as sleep } from 'node:timers/promises'
import type { Coverage, Footprint, Menus } from '@flowprint/contract'
import { seededRandom, startFakeExchange } from '@flowprint/testkit'
import type { FakeExchange, FakeMarket } from '@flowprint/testkit'
import { moveClock } from '../support/clock.ts'
import { OwnServer } from '../support/own-server.ts'
import { memberToken } from '../support/people.ts'
import { compareBars } from './compare-bars.ts'
import { compareTape } from './compare-tape.ts'
import { fetchTape } from './stored-tape.ts'
import { nextTrouble } from './trouble.ts'
import { chaosVenues } from './venues.ts'
import { Witness } from './witness.ts'

export interface ChaosOptions {
  /** Market time that is played. */
  readonly minutes: number
  /** Times as fast as it was. */
  readonly speed: number
  readonly seed: number
  readonly port: number
  /** Kills of the program (kill -9), spread over the run; the last one takes PostgreSQL away instead. */
  readonly kills: number
  /** Called when the server answers for the first time, with the token of its member. */
  readonly onStart?: (url: string, token: string) => Promise<void>
  readonly say: (line: string) => void
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
  readonly faults: readonly string[]
}

export interface ChaosReport {
  readonly url: string
  /** Of the server's member. */
  readonly token: string
  readonly fromMs: number
  readonly toMs: number
  readonly troubles: Readonly<Record<string, number>>
  readonly kills: number
  readonly frames: number
  readonly revisions: number
  readonly markets: readonly MarketReport[]
}

/** A Monday noon; what is played is the same for one seed whenever it runs. */
const FROM = Date.UTC(2026, 0, 5, 12)
const MINUTE = 60_000
/** Between two troubles, ms of our time. */
const PAUSE = { least: 150, most: 900 }
/** The program, the page and every subscription stand by then, and nothing has traded yet. Once they do, nobody waits longer. */
const WARM_UP_MS = 90_000
/** From then on to the first trade. */
const BEGINS_IN_MS = 1_500
/** After the last trouble the markets trade on for so long (of our time): whoever was away comes back and finds the gap. */
const CALM_MS = 40_000
/** Repairs that are still under way at the end get this long. */
const SETTLE_MS = 120_000

/** The program against fake exchanges that misbehave, while it is killed and started again. The server runs on; see `stop`. */
export class Chaos {
  readonly server: OwnServer
  readonly #options: ChaosOptions
  readonly #exchanges: FakeExchange[] = []
  readonly #markets: { readonly exchange: FakeExchange; readonly market: FakeMarket }[] = []
  readonly #troubles: Record<string, number> = {}
  readonly #random: () => number
  readonly #toMs: number
  #sinceMs = 0
  #token = ''

  private constructor(options: ChaosOptions, exchanges: { exchange: FakeExchange; markets: readonly FakeMarket[] }[]) {
    this.#options = options
    this.#random = seededRandom(options.seed)
    this.#toMs = endOf(options)
    for (const { exchange, markets } of exchanges) {
      this.#exchanges.push(exchange)
      for (const market of markets) this.#markets.push({ exchange, market })
    }
    this.#sinceMs = Date.now() + WARM_UP_MS
    this.server = new OwnServer(`chaos-${options.seed}`, options.port, {
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
    const made: { exchange: FakeExchange; markets: readonly FakeMarket[] }[] = []
    for (const { venue, markets } of chaosVenues(options.seed, FROM, endOf(options))) {
      made.push({ exchange: await startFakeExchange({ venue, markets, seed: options.seed, startMs: FROM }), markets })
    }
    return new Chaos(options, made)
  }

  get symbols(): string[] {
    return this.#markets.map(({ market }) => market.listing.symbol)
  }

  async run(): Promise<ChaosReport> {
    const { options, server } = { options: this.#options, server: this.server }
    await server.start({ empty: true })
    this.#token = await memberToken(server.url)
    await options.onStart?.(server.url, this.#token)
    const witness = new Witness(server.url, this.#token, this.symbols)
    try {
      await this.#begin()
      for (const exchange of this.#exchanges) exchange.run(options.speed)
      await Promise.all([this.#trouble(), this.#killNowAndThen()])
      while (this.#exchanges.some((exchange) => exchange.left > 0)) await sleep(200)
      options.say('every trade is out; waiting for the last repairs')
      await this.#settle()
      // Frames are sent after their commit: what is under way has arrived by now.
      await sleep(1_000)
      return await this.#report(witness)
    } finally {
      witness.close()
    }
  }

  /** Waits until everybody stands, and moves the program's clock to where the trading begins: the exchanges' clocks and it are one. */
  async #begin(): Promise<void> {
    const missing = (): string[] =>
      this.#markets
        .filter(({ exchange, market }) => !isSubscribed(exchange, market))
        .map(({ market }) => market.listing.symbol)
    while (missing().length > 0 && Date.now() < this.#sinceMs - BEGINS_IN_MS) await sleep(100)
    if (missing().length > 0)
      throw new Error(`not subscribed in time: ${missing().join(', ')}; the program said: ${this.server.said}`)
    const planned = this.#sinceMs
    this.#sinceMs = Date.now() + BEGINS_IN_MS
    this.#setClock()
    await moveClock(this.server.url, (planned - this.#sinceMs) * this.#options.speed)
    while (Date.now() < this.#sinceMs) await sleep(Math.min(100, Math.max(1, this.#sinceMs - Date.now())))
  }

  /** For the next start of the program. */
  #setClock(): void {
    this.server.env.TEST_CLOCK = `${FROM},${this.#sinceMs},${this.#options.speed}`
  }

  async stop(): Promise<void> {
    await this.server.stop()
    for (const exchange of this.#exchanges) await exchange.close()
  }

  /** Something goes wrong somewhere, all the time, until the calm at the end. */
  async #trouble(): Promise<void> {
    const { minutes, speed, say } = this.#options
    const endMs = this.#sinceMs + (minutes * MINUTE) / speed
    const busy = new Set<FakeExchange>()
    while (Date.now() < endMs) {
      await sleep(PAUSE.least + this.#random() * (PAUSE.most - PAUSE.least))
      const exchange = this.#exchanges[Math.floor(this.#random() * this.#exchanges.length)]
      const trouble = nextTrouble(this.#random, minutes >= 10)
      if (busy.has(exchange)) continue
      const name = trouble.name.replace(/ x \d+$/, '')
      this.#troubles[name] = (this.#troubles[name] ?? 0) + 1
      say(`${this.#clockText()} ${exchange.http}: ${trouble.name}`)
      trouble.start(exchange)
      if (trouble.lastsMs === 0) continue
      busy.add(exchange)
      setTimeout(() => {
        trouble.stop?.(exchange)
        busy.delete(exchange)
      }, trouble.lastsMs)
    }
    while (busy.size > 0) await sleep(100)
    for (const exchange of this.#exchanges) exchange.faults.clear()
  }

  async #killNowAndThen(): Promise<void> {
    const { minutes, speed, kills, say } = this.#options
    for (let i = 1; i <= kills; i++) {
      const at = this.#sinceMs + (minutes * MINUTE * (i - 0.7 + 0.4 * this.#random())) / (kills * speed)
      await sleep(Math.max(0, at - Date.now()))
      const takesPostgres = kills > 1 && i === kills
      say(`${this.#clockText()} kill -9 of ${takesPostgres ? 'PostgreSQL' : 'the program'}`)
      if (takesPostgres) {
        await this.server.killPostgres()
        continue
      }
      await this.server.kill()
      await sleep(200 + this.#random() * 1_500)
      await this.server.start()
    }
  }

  /** Until no gap is open or being repaired, or nothing changes any more. */
  async #settle(): Promise<void> {
    const endMs = Date.now() + SETTLE_MS
    while (Date.now() < endMs) {
      const states = await Promise.all(
        this.symbols.map(async (symbol) => (await this.#coverage(symbol)).gaps.map((gap) => gap.state)),
      )
      if (states.flat().every((state) => state === 'lost')) return
      await sleep(500)
    }
  }

  async #report(witness: Witness): Promise<ChaosReport> {
    const [{ url }, token] = [this.server, this.#token]
    const menus = await this.#call<Menus>('menus', {})
    const markets: MarketReport[] = []
    for (const { exchange, market } of this.#markets) {
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
          faults: ['it was never stored'],
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
      const kept = new Set(stored.rows.map((row) => row.id))
      const told = witness.ids.get(symbol) ?? new Set<string>()
      const dropped = [...told].filter((id) => !kept.has(id)).map((id) => `${id} was acknowledged and is gone`)
      markets.push({
        symbol,
        trades: tape.trades,
        lost: tape.lost,
        unproven: tape.unproven,
        gaps: coverage.gaps.length,
        bars: bars.bars,
        incomplete: bars.incomplete,
        acknowledged: told.size,
        faults: [...tape.faults, ...bars.faults, ...dropped],
      })
    }
    const { frames, revisions } = witness
    return {
      url,
      token,
      fromMs: FROM,
      toMs: this.#toMs,
      troubles: this.#troubles,
      kills: this.#options.kills,
      frames,
      revisions,
      markets,
    }
  }

  #coverage(symbol: string): Promise<Coverage> {
    return this.#call<Coverage>('coverage', { symbol })
  }

  async #call<Data>(name: string, query: Record<string, string>): Promise<Data> {
    const answer = await fetch(`${this.server.url}/api/${name}?${new URLSearchParams(query)}`, {
      headers: { accept: 'application/json', language: 'en', authorization: this.#token },
    })
    const body = (await answer.json()) as { data: Data; message: string }
    if (!answer.ok) throw new Error(`/api/${name} ${JSON.stringify(query)} answered ${answer.status}: ${body.message}`)
    return body.data
  }

  #clockText(): string {
    return new Date(FROM + (Date.now() - this.#sinceMs) * this.#options.speed).toISOString().slice(11, 19)
  }
}

function isSubscribed(exchange: FakeExchange, { listing }: FakeMarket): boolean {
  return exchange.clients.some(({ subscribed }) => [...subscribed].some((key) => key.includes(listing.marketId)))
}

/** The end of the tapes. */
function endOf({ minutes, speed }: ChaosOptions): number {
  return FROM + minutes * MINUTE + CALM_MS * speed
}
