import { derivativesTraitsOf } from '@flowprint/venues'
import type { DerivativesFeed, DerivativesListener, MarketListing } from '@flowprint/venues'
import type { DerivativesState } from '../../../platform/bus/index.ts'
import type { DerivativesRecorderOptions } from './derivatives-options.ts'
import { MarketRecorder } from './market-recorder.ts'

export interface VenueRecorderOptions extends DerivativesRecorderOptions {
  readonly openFeed: (venue: string, listener: DerivativesListener) => DerivativesFeed
}

interface Recorded {
  readonly recorder: MarketRecorder
  readonly stopping: AbortController
  readonly done: Promise<void>
}

/** Records the derivatives data of one exchange's perpetuals: one feed, and one recorder per market. */
export class VenueRecorder {
  readonly #venue: string
  readonly #options: VenueRecorderOptions
  readonly #recorded = new Map<string, Recorded>()
  #feed: DerivativesFeed | null = null

  constructor(venue: string, options: VenueRecorderOptions) {
    this.#venue = venue
    this.#options = options
  }

  /** Sets the exact set of markets to record. Returns once the markets that left it have stopped. */
  async want(listings: readonly MarketListing[]): Promise<void> {
    const wanted = new Set(listings.map(({ symbol }) => symbol))
    const ended = [...this.#recorded.keys()].filter((symbol) => !wanted.has(symbol))
    await Promise.all(ended.map((symbol) => this.#end(symbol)))
    for (const listing of listings) if (!this.#recorded.has(listing.symbol)) this.#start(listing)
  }

  states(): readonly DerivativesState[] {
    return [...this.#recorded.values()].map(({ recorder }) => recorder.state)
  }

  async stop(): Promise<void> {
    await this.want([])
    await this.#feed?.close()
  }

  #start(listing: MarketListing): void {
    const { symbol } = listing
    const stopping = new AbortController()
    const recorder = new MarketRecorder({
      ...this.#options,
      symbol,
      completeness: derivativesTraitsOf(listing)?.liquidations ?? null,
      // Prices and quantities of the tape: its tick can be finer than the listed one.
      subscribe: async ({ tickSize, lotSize }) => {
        this.#feed ??= this.#options.openFeed(this.#venue, this.#listener())
        this.#feed.follow({ ...listing, tickSize, lotSize })
      },
      unsubscribe: () => this.#feed?.unfollow(symbol),
    })
    this.#recorded.set(symbol, { recorder, stopping, done: recorder.run(stopping.signal) })
  }

  async #end(symbol: string): Promise<void> {
    const recorded = this.#recorded.get(symbol)
    recorded?.stopping.abort()
    await recorded?.done
    this.#recorded.delete(symbol)
  }

  #listener(): DerivativesListener {
    const recorderOf = (symbol: string): MarketRecorder | undefined => this.#recorded.get(symbol)?.recorder
    return {
      subscribed: (symbol, atMs) => recorderOf(symbol)?.subscribed(atMs),
      lost: (symbol, reason, atMs) => {
        recorderOf(symbol)?.lost(atMs)
        this.#options.log.debug({ symbol, reason }, 'the derivatives data of a market was lost')
      },
      liquidation: (liquidation, receivedAtMs) =>
        recorderOf(liquidation.symbol)?.liquidation(liquidation, receivedAtMs),
      stat: (stat, receivedAtMs) => recorderOf(stat.symbol)?.stat(stat, receivedAtMs),
      fault: (symbol, what, isStream) => {
        this.#options.log.warn({ venue: this.#venue, symbol, what }, 'a derivatives feed reported a fault')
        if (!isStream && symbol !== null) recorderOf(symbol)?.notFetched()
        else if (symbol !== null) recorderOf(symbol)?.missed()
        else for (const { recorder } of this.#recorded.values()) recorder.missed()
      },
    }
  }
}
