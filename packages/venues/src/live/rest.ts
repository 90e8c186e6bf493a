import type { SectionAdapter } from './adapter.ts'
import type { CcxtExchange, CcxtMarket } from './ccxt.ts'
import type { RestOptions } from './options.ts'
import { RestClient, sharedBudget } from './rest-client.ts'
import type { RestBudget } from './rest-client.ts'
import type { MarketListing, TradesPage, TradesRequest, VenueName, VenueRest } from './types.ts'

interface RestParts {
  readonly venue: VenueName
  readonly sections: readonly SectionAdapter[]
  /** Loads ccxt. */
  readonly createExchange: (section: SectionAdapter) => Promise<CcxtExchange>
  readonly options: RestOptions
}

/** The REST history of one venue, across its sections. */
export class Rest implements VenueRest {
  readonly venue: VenueName
  readonly #parts: RestParts
  readonly #closed = new AbortController()

  constructor(parts: RestParts) {
    this.venue = parts.venue
    this.#parts = parts
  }

  /** A failing section (a region without futures) does not hide the others; throws if all fail. */
  async listings(): Promise<MarketListing[]> {
    const { sections, options } = this.#parts
    const answers = await Promise.allSettled(sections.map((section) => this.#listingsOf(section)))
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (failed !== undefined && answers.every((answer) => answer.status === 'rejected')) throw failed.reason
    for (const [i, answer] of answers.entries()) {
      if (answer.status === 'rejected') {
        options.log?.(
          `the markets of ${this.venue} ${sections[i].traits.section} cannot be listed: ${String(answer.reason)}`,
        )
      }
    }
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }

  trades(listing: MarketListing, request: TradesRequest, signal?: AbortSignal): AsyncIterable<TradesPage> {
    const section = this.#sectionOf(listing)
    return section.trades(this.#client(section, signal), listing, request)
  }

  async lastTradeMs(listing: MarketListing, signal?: AbortSignal): Promise<number | null> {
    const section = this.#sectionOf(listing)
    return section.lastTradeMs(this.#client(section, signal), listing)
  }

  /** Empty if the section serves no trustworthy candles. */
  async minuteVolumes(listing: MarketListing, fromTs: number, toTs: number): Promise<ReadonlyMap<number, string>> {
    const section = this.#sectionOf(listing)
    return section.minuteVolumes?.(this.#client(section), listing, fromTs, toTs) ?? new Map()
  }

  close(): Promise<void> {
    this.#closed.abort(new Error(`REST of ${this.venue} was closed`))
    return Promise.resolve()
  }

  async #listingsOf(section: SectionAdapter): Promise<MarketListing[]> {
    const exchange = await this.#parts.createExchange(section)
    await this.#budgetOf(section).take(1, this.#closed.signal)
    const markets: CcxtMarket[] = await exchange.fetchMarkets()
    const listings = markets.map((market) => section.listing(market)).filter((listing) => listing !== null)
    const held = listings.filter((listing) => section.traits.holds(listing))
    // ccxt returns no markets for a body it cannot parse, and no exchange lists none.
    if (held.length === 0) throw new Error(`${this.venue} ${section.traits.section} returned no markets`)
    return held
  }

  #sectionOf(listing: MarketListing): SectionAdapter {
    const section = this.#parts.sections.find(({ traits }) => traits.holds(listing))
    if (section === undefined) throw new RangeError(`Condition failed: ${this.venue} has ${listing.symbol}`)
    return section
  }

  #baseOf(section: SectionAdapter): string {
    return this.#parts.options.urls?.[section.traits.section]?.rest ?? section.restBase
  }

  #budgetOf(section: SectionAdapter): RestBudget {
    const { weight, windowMs } = section.traits.rest
    return sharedBudget(`${this.venue} ${section.traits.section} ${this.#baseOf(section)}`, weight, windowMs)
  }

  #client(section: SectionAdapter, signal?: AbortSignal): RestClient {
    const { options } = this.#parts
    const stop = signal === undefined ? this.#closed.signal : AbortSignal.any([signal, this.#closed.signal])
    return new RestClient(
      {
        base: this.#baseOf(section),
        budget: this.#budgetOf(section),
        attempts: options.attempts ?? 5,
        retryBaseMs: options.retryBaseMs ?? 500,
        timeoutMs: options.timeoutMs ?? 10_000,
        clock: options.clock ?? Date.now,
      },
      stop,
    )
  }
}
