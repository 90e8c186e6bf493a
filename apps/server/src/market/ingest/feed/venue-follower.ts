import { DAY_MS, HOUR_MS, MINUTE_MS, backoffMs } from '@flowprint/orderflow'
import { traitsOf } from '@flowprint/venues'
import type {
  FeedListener,
  FeedOptions,
  MarketListing,
  RestOptions,
  VenueFeed,
  VenueRest,
  VenueUrls,
} from '@flowprint/venues'
import type { Trades } from '@flowprint/orderflow'
import { Signal } from '../../../platform/async/index.ts'
import type { Semaphore } from '../../../platform/async/index.ts'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import { nearestTo } from '../../text.ts'
import type { TapeStore } from '../../store/index.ts'
import { isSameMarket, type KnownListings } from './followed-markets.ts'
import { MarketFollower } from './market-follower.ts'
import type { MarketReport, VenueReport } from './feed-registry.ts'
import type { OutageLog } from './outage-log.ts'
import type { TradeBudget } from './market-writer.ts'
import type { RepairTraits } from './gap-repairer.ts'
import { TradeSkew } from './rules/feed-rules.ts'

export interface VenueFollowerOptions {
  readonly store: TapeStore
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly tradeBudget: TradeBudget
  readonly outages: OutageLog
  readonly commitSemaphore: Semaphore
  readonly closeSemaphore: Semaphore
  readonly past?: BackfillHooks
  /** Without it, no market is followed before the exchange has listed it. */
  readonly listings?: KnownListings
  readonly urls?: VenueUrls | undefined
  readonly openFeed: (venue: string, options: FeedOptions) => Promise<VenueFeed>
  readonly openRest: (venue: string, options: RestOptions) => Promise<VenueRest>
  /** Interval for reloading listings; default one day. */
  readonly relistMs?: number
}

/** Fetches trades from before a market was followed, and those its feed gave up. */
export interface BackfillHooks {
  follow(listing: MarketListing, rest: VenueRest): void
  unfollow(symbol: string): void
}

interface Followed {
  readonly listing: MarketListing
  readonly follower: MarketFollower
  readonly stopping: AbortController
  readonly done: Promise<void>
}

/** For an unreachable venue. */
const RETRY = { baseMs: 4_000, maxMs: 20 * MINUTE_MS, jitter: 0.5 }
/** Retry delay for an unlisted symbol. */
const RELIST_MS = HOUR_MS
/** Ticks and lots change occasionally: listings are reloaded about this often, at a different time per exchange. */
const RELIST_ALL_MS = DAY_MS
/** An unparsable message may mean that they changed: reload immediately, but at most this often. */
const SUSPECT_MS = 60_000
const SKEW_KEPT_MS = 1_000

/** Follows all markets of one exchange: its listing, its connections, and one follower per market. */
export class VenueFollower implements FeedListener {
  readonly venue: string
  readonly #options: VenueFollowerOptions
  readonly #followed = new Map<string, Followed>()
  readonly #unlisted = new Map<string, string>()
  readonly #skew = new TradeSkew()
  readonly #stopping = new AbortController()
  #wanted: ReadonlySet<string> = new Set()
  /** Includes the markets that other nodes follow. */
  #followedAnywhere: ReadonlySet<string> = new Set()
  #feed: VenueFeed | null = null
  #rest: VenueRest | null = null
  #listings: { readonly bySymbol: ReadonlyMap<string, MarketListing>; readonly at: number } | null = null
  #opening: Promise<void> | null = null
  #note: string | null = null
  readonly #symbolsWanted = new Signal()
  /** A feed rejected a message since the markets were listed. */
  #isSuspect = false
  #suspectAt = -Infinity
  #skewKnown: { readonly at: number; readonly ms: number | null } = { at: -Infinity, ms: null }

  constructor(venue: string, options: VenueFollowerOptions) {
    this.venue = venue
    this.#options = options
  }

  /**
   * Sets the exact set of symbols to follow, among those followed by any node. Returns immediately; slow or failing work
   * continues in the background.
   */
  want(symbols: ReadonlySet<string>, followedAnywhere: ReadonlySet<string> = symbols): void {
    this.#wanted = symbols
    this.#followedAnywhere = followedAnywhere
    for (const symbol of this.#followed.keys()) if (!symbols.has(symbol)) void this.#end(symbol)
    for (const symbol of this.#unlisted.keys()) if (!symbols.has(symbol)) this.#unlisted.delete(symbol)
    if ([...symbols].every((symbol) => this.#followed.has(symbol) || this.#unlisted.has(symbol))) return
    if (this.#opening === null) this.#opening = this.#open()
    else this.#symbolsWanted.notify()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#opening
    const all = [...this.#followed.values()]
    for (const { stopping } of all) stopping.abort()
    await Promise.all(all.map(({ done }) => done))
    await this.#feed?.close()
    await this.#rest?.close()
  }

  trades(symbol: string, trades: Trades, receivedAtMs: number): void {
    if (trades.length > 0) this.#skew.add(trades.ts[trades.length - 1], receivedAtMs)
    this.#followed.get(symbol)?.follower.writer.trades(trades, receivedAtMs)
  }

  connection(symbol: string, event: 'subscribed' | 'lost', reason: string, provenUntilMs?: number): void {
    const { clock, log } = this.#options
    const writer = this.#followed.get(symbol)?.follower.writer
    if (event === 'subscribed') return writer?.connected(clock.now())
    log.info({ symbol, reason }, 'the connection of a live market was lost')
    writer?.disconnected(clock.now(), provenUntilMs)
  }

  alive(symbols: readonly string[], receivedAtMs: number): void {
    for (const symbol of symbols) this.#followed.get(symbol)?.follower.writer.clock.alive(receivedAtMs)
  }

  fault(symbol: string | null, what: string): void {
    const { log, clock } = this.#options
    log.debug({ venue: this.venue, symbol, what }, 'a feed refused something')
    const followed = symbol === null ? undefined : this.#followed.get(symbol)
    if (followed === undefined) return
    const now = clock.now()
    followed.follower.writer.missed(now)
    if (now - this.#suspectAt < SUSPECT_MS) return
    this.#suspectAt = now
    this.#isSuspect = true
    this.#symbolsWanted.notify()
  }

  /** Symbols that the exchange lists; null when unknown. */
  listed(): readonly string[] | null {
    return this.#listings === null ? null : [...this.#listings.bySymbol.keys()]
  }

  venueReport(): VenueReport {
    return { venue: this.venue, symbols: this.#wanted.size, health: this.#feed?.health() ?? null, note: this.#note }
  }

  marketReports(): MarketReport[] {
    return [...this.#wanted].map((symbol) => {
      const note = this.#unlisted.get(symbol) ?? this.#note
      return (
        this.#followed.get(symbol)?.follower.report() ??
        waitingReport(symbol, this.venue, note, this.#unlisted.has(symbol))
      )
    })
  }

  /** Loads the venue's markets and starts the wanted ones; reloads periodically. */
  async #open(): Promise<void> {
    const { log } = this.#options
    const { signal } = this.#stopping
    for (let attempt = 0; !signal.aborted; attempt++) {
      let wait = RELIST_MS
      try {
        await this.#followKnown(signal)
        await this.#start(signal)
        if (this.#note !== null) log.info({ venue: this.venue }, 'the exchange answers again')
        this.#options.outages.answered(this.venue)
        this.#note = null
        attempt = 0
        if (this.#unlisted.size === 0) wait = (this.#options.relistMs ?? RELIST_ALL_MS) * (0.75 + Math.random() / 2)
      } catch (error) {
        if (signal.aborted) break
        const why = error instanceof RangeError ? new Error(`there is no exchange ${this.venue}`) : error
        if (this.#note === null) this.#options.outages.failed(this.venue, shortOf(why))
        this.#note = shortOf(why)
        wait = backoffMs(attempt + 1, RETRY, Math.random)
      }
      await this.#symbolsWanted.wait(wait, { signal, ref: false })
    }
    this.#opening = null
  }

  /** Follow previously listed markets immediately: the stream may work while REST does not. */
  async #followKnown(signal: AbortSignal): Promise<void> {
    const missing = new Set([...this.#wanted].filter((symbol) => !this.#followed.has(symbol)))
    if (missing.size === 0 || this.#listings !== null) return
    const known = (await this.#options.listings?.load(this.venue)) ?? []
    signal.throwIfAborted()
    if (!known.some(({ symbol }) => missing.has(symbol))) return
    this.#rest ??= await this.#openRest()
    const feed = (this.#feed ??= await this.#openFeed())
    signal.throwIfAborted()
    for (const listing of known) if (missing.has(listing.symbol)) this.#follow(listing, feed)
  }

  async #start(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options
    const missing = (): string[] => [...this.#wanted].filter((symbol) => !this.#followed.has(symbol))
    const known = this.#listings
    const isOld =
      known === null ||
      this.#isSuspect ||
      clock.now() - known.at > (this.#options.relistMs ?? RELIST_MS) ||
      missing().some((symbol) => this.#unlisted.has(symbol))
    const listings = isOld ? await this.#list() : known
    signal.throwIfAborted()
    const feed = (this.#feed ??= await this.#openFeed())
    signal.throwIfAborted()
    for (const { listing } of this.#followed.values()) {
      const now = listings.bySymbol.get(listing.symbol)
      // It is restarted with the exchange's current listing.
      if (now !== undefined && !isSameMarket(listing, now)) await this.#end(listing.symbol)
    }
    for (const symbol of missing()) {
      const listing = listings.bySymbol.get(symbol)
      if (listing !== undefined) {
        this.#unlisted.delete(symbol)
        this.#follow(listing, feed)
        continue
      }
      if (this.#unlisted.has(symbol)) continue
      const nearest = nearestTo(symbol, [...listings.bySymbol.keys()], 3).join(', ')
      const note = `${this.venue} does not list ${symbol}. Nearest: ${nearest}`
      this.#unlisted.set(symbol, note)
      log.warn({ symbol }, note)
    }
  }

  async #list(): Promise<{ bySymbol: ReadonlyMap<string, MarketListing>; at: number }> {
    const { clock, listings } = this.#options
    this.#rest ??= await this.#openRest()
    const all = await this.#rest.listings()
    this.#isSuspect = false
    this.#listings = { bySymbol: new Map(all.map((listing) => [listing.symbol, listing])), at: clock.now() }
    const kept = all.filter(({ symbol }) => this.#wanted.has(symbol))
    if (kept.length > 0) await listings?.save(kept)
    return this.#listings
  }

  #openRest(): Promise<VenueRest> {
    const { openRest, urls, clock } = this.#options
    return openRest(this.venue, { ...(urls === undefined ? {} : { urls }), clock: () => clock.now() })
  }

  #openFeed(): Promise<VenueFeed> {
    const { openFeed, urls, clock, log } = this.#options
    return openFeed(this.venue, {
      ...(urls === undefined ? {} : { urls }),
      clock: () => clock.now(),
      listener: this,
      log: (line) => log.info({ venue: this.venue }, line),
    })
  }

  #follow(listing: MarketListing, feed: VenueFeed): void {
    const { symbol } = listing
    const stopping = new AbortController()
    const follower = new MarketFollower({
      ...this.#options,
      listing,
      rest: this.#rest as VenueRest,
      traits: repairTraits(listing),
      skewMs: () => this.#skewMs(),
      subscribe: (fitting) => feed.follow(fitting),
      unsubscribe: (name) => feed.unfollow(name),
      isRetired: () => !this.#followedAnywhere.has(symbol),
      fetchPast: () => this.#options.past?.follow(listing, this.#rest as VenueRest),
    })
    // Register the follower before its first trade can arrive.
    const followed: Followed = {
      listing,
      follower,
      stopping,
      done: Promise.resolve().then(() => follower.run(stopping.signal)),
    }
    this.#followed.set(symbol, followed)
  }

  async #end(symbol: string): Promise<void> {
    const followed = this.#followed.get(symbol)
    if (followed === undefined) return
    // The first call continues when it has ended. If every call did, n markets that end together would make 2^n calls.
    if (followed.stopping.signal.aborted) return followed.done
    this.#options.past?.unfollow(symbol)
    followed.stopping.abort()
    await followed.done
    if (this.#followed.get(symbol) === followed) this.#followed.delete(symbol)
    // It may have been added again in the meantime.
    if (!this.#stopping.signal.aborted) this.want(this.#wanted, this.#followedAnywhere)
  }

  #skewMs(): number | null {
    const now = this.#options.clock.now()
    if (Math.abs(now - this.#skewKnown.at) > SKEW_KEPT_MS) {
      this.#skewKnown = { at: now, ms: this.#feed?.health().clockSkewMs ?? this.#skew.value }
    }
    return this.#skewKnown.ms
  }
}

function repairTraits(listing: MarketListing): RepairTraits {
  const row = traitsOf(listing.venue).find((traits) => traits.holds(listing))
  // Any other ccxt exchange: its trades are requested by time (docs/exchanges/adding.md).
  return row === undefined ? { repair: 'recent', reachMs: null } : { repair: row.repair, reachMs: row.rest.reachMs }
}

function waitingReport(symbol: string, venue: string, note: string | null, isRefused: boolean): MarketReport {
  return {
    symbol,
    venue,
    state: isRefused ? 'refused' : 'waiting',
    lagMs: null,
    lastTradeTs: null,
    gaps: 0,
    trades: 0,
    duplicates: 0,
    late: 0,
    dropped: 0,
    refused: 0,
    waiting: 0,
    losses: 0,
    note,
  }
}

/** One line: libraries put whole pages of an exchange into their messages. */
const shortOf = (error: unknown): string => messageOf(error).split('\n')[0].slice(0, 300)
