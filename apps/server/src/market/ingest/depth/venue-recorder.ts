import type { DepthFeed, DepthListener, MarketListing } from '@flowprint/venues'
import type { DepthMode, Instrument } from '../../store/index.ts'
import type { DepthState } from '../../../platform/bus/index.ts'
import type { RecorderOptions } from './depth-options.ts'
import { MarketRecorder, NoBookError } from './market-recorder.ts'

export interface VenueRecorderOptions extends RecorderOptions {
  readonly openFeed: (venue: string, listener: DepthListener) => DepthFeed
  /** What the exchange listed of its followed markets. */
  readonly loadListings: (venue: string) => Promise<readonly MarketListing[]>
}

interface Recorded {
  readonly mode: DepthMode
  readonly recorder: MarketRecorder
  readonly stopping: AbortController
  readonly done: Promise<void>
}

/** Records the books of one exchange's markets: one feed, and one recorder per market. */
export class VenueRecorder {
  readonly #venue: string
  readonly #options: VenueRecorderOptions
  readonly #recorded = new Map<string, Recorded>()
  #feed: DepthFeed | null = null

  constructor(venue: string, options: VenueRecorderOptions) {
    this.#venue = venue
    this.#options = options
  }

  /** Sets the exact set of markets to record. Returns once the markets that left it have stopped. */
  async want(modes: ReadonlyMap<string, Exclude<DepthMode, 'off'>>): Promise<void> {
    const ended = [...this.#recorded].filter(([symbol, { mode }]) => modes.get(symbol) !== mode)
    await Promise.all(ended.map(([symbol]) => this.#end(symbol)))
    for (const [symbol, mode] of modes) if (!this.#recorded.has(symbol)) this.#start(symbol, mode)
  }

  states(): readonly DepthState[] {
    return [...this.#recorded.values()].map(({ recorder }) => recorder.state)
  }

  async stop(): Promise<void> {
    await this.want(new Map())
    await this.#feed?.close()
  }

  #start(symbol: string, mode: Exclude<DepthMode, 'off'>): void {
    const stopping = new AbortController()
    const recorder = new MarketRecorder({
      ...this.#options,
      symbol,
      mode,
      subscribe: (instrument, qtyUnit) => this.#subscribe(instrument, qtyUnit),
      unsubscribe: () => this.#feed?.unfollow(symbol),
    })
    this.#recorded.set(symbol, { mode, recorder, stopping, done: recorder.run(stopping.signal) })
  }

  async #end(symbol: string): Promise<void> {
    const recorded = this.#recorded.get(symbol)
    recorded?.stopping.abort()
    await recorded?.done
    this.#recorded.delete(symbol)
  }

  async #subscribe({ symbol, tickSize, lotSize }: Instrument, qtyUnit: string): Promise<void> {
    const listings = await this.#options.loadListings(this.#venue)
    const listing = listings.find((one) => one.symbol === symbol)
    if (listing === undefined) throw new Error(`${symbol} is not listed yet`)
    try {
      this.#feed ??= this.#options.openFeed(this.#venue, this.#listener())
      // Prices and quantities of the tape: its tick can be finer than the listed one.
      this.#feed.follow({ ...listing, tickSize, lotSize }, qtyUnit)
    } catch (error) {
      throw error instanceof RangeError ? new NoBookError(error.message) : error
    }
  }

  #listener(): DepthListener {
    const recorderOf = (symbol: string): MarketRecorder | undefined => this.#recorded.get(symbol)?.recorder
    return {
      snapshot: (symbol, start, receivedAtMs) => recorderOf(symbol)?.snapshot(start, receivedAtMs),
      changes: (symbol, update, receivedAtMs) => recorderOf(symbol)?.changes(update, receivedAtMs),
      unit: (symbol, qtyUnit, factor) => recorderOf(symbol)?.unit(qtyUnit, factor),
      lost: (symbol, reason) => recorderOf(symbol)?.lost(reason),
      alive: (symbol, exchangeTimeMs, receivedAtMs) => recorderOf(symbol)?.alive(exchangeTimeMs, receivedAtMs),
      fault: (symbol, what) =>
        this.#options.log.warn({ venue: this.#venue, symbol, what }, 'a depth feed reported a fault'),
    }
  }
}
