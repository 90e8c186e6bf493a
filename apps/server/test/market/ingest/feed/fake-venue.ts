import type {
  FeedHealth,
  FeedListener,
  FeedOptions,
  MarketListing,
  TradesPage,
  TradesRequest,
  VenueFeed,
  VenueRest,
} from '@flowprint/venues'
import { emptyTrades, filterTrades, idText } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'

export function listingOf(symbol: string, given: Partial<MarketListing> = {}): MarketListing {
  const [venue, pair] = symbol.split(':')
  return {
    symbol,
    venue,
    kind: 'spot',
    label: pair,
    marketId: pair,
    ccxtSymbol: pair,
    tickSize: '0.01',
    lotSize: '0.001',
    qtyUnit: 'base',
    contractSize: null,
    ids: 'contiguous',
    ...given,
  }
}

/** One exchange in memory: its trades, subscribers and REST answers. */
export class FakeVenue {
  readonly venue: string
  readonly listings: MarketListing[]
  /** All trades by symbol, as REST returns them. */
  readonly traded = new Map<string, Trades>()
  /** Listings with which REST was called. */
  readonly asked: MarketListing[] = []
  readonly requests: (TradesRequest & { symbol: string })[] = []
  readonly followed = new Set<string>()
  /** Every listing ever followed, in order. */
  readonly follows: MarketListing[] = []
  volumes: ReadonlyMap<number, string> = new Map()
  /** REST fails while this is set. */
  restFault: Error | null = null
  /** The oldest trades REST still lists: those with ts at or after it. */
  recentFrom = -Infinity
  unreachable: Error | null = null
  closed = 0
  readonly #clock: () => number
  #listener: FeedListener | null = null

  constructor(venue: string, listings: readonly MarketListing[], clock: () => number) {
    this.venue = venue
    this.listings = [...listings]
    this.#clock = clock
  }

  readonly openFeed = async (_venue: string, options: FeedOptions): Promise<VenueFeed> => {
    this.#listener = options.listener
    return {
      venue: this.venue,
      follow: (listing) => {
        this.followed.add(listing.symbol)
        this.follows.push(listing)
        this.connect(listing.symbol)
      },
      unfollow: (symbol) => void this.followed.delete(symbol),
      health: () => this.health(),
      close: async () => void (this.closed += 1),
    }
  }

  readonly openRest = async (): Promise<VenueRest> => ({
    venue: this.venue,
    listings: async () => {
      if (this.unreachable !== null) throw this.unreachable
      return this.listings
    },
    trades: (listing, request) => this.#trades(listing, request),
    minuteVolumes: async () => this.volumes,
    lastTradeMs: async (listing) => this.traded.get(listing.symbol)?.ts.at(-1) ?? null,
    close: async () => {},
  })

  health(): FeedHealth {
    return {
      venue: this.venue,
      connections: 1,
      symbols: this.followed.size,
      silentMs: 0,
      reconnects: 0,
      messages: 0,
      trades: 0,
      faults: 0,
      excluded: 0,
      clockSkewMs: 0,
      lastFault: null,
    }
  }

  /** Trades reach the listener. */
  send(symbol: string, trades: Trades): void {
    this.#listener?.trades(symbol, trades, this.#clock())
  }

  connect(symbol: string): void {
    this.#listener?.connection(symbol, 'subscribed', 'confirmed', this.#clock())
  }

  disconnect(symbol: string): void {
    this.#listener?.connection(symbol, 'lost', 'the test cut it', this.#clock())
  }

  /** A message that could not be read. */
  fault(symbol: string, what: string): void {
    this.#listener?.fault(symbol, what)
  }

  beat(): void {
    this.#listener?.alive([...this.followed], this.#clock())
  }

  async *#trades(listing: MarketListing, request: TradesRequest): AsyncGenerator<TradesPage> {
    this.asked.push(listing)
    this.requests.push({ ...request, symbol: listing.symbol })
    if (this.restFault !== null) throw this.restFault
    const all = this.traded.get(listing.symbol) ?? emptyTrades()
    const { fromTs = -Infinity, toTs = Infinity, fromId, beforeId } = request
    const keep = Array.from(all.ts, (ts, i) => {
      const id = all.textId === null ? all.id[i] : NaN
      const inIds = (fromId === undefined || id >= Number(fromId)) && (beforeId === undefined || id < Number(beforeId))
      return ts >= Math.max(fromTs, this.recentFrom) && ts < toTs && inIds ? 1 : 0
    })
    const trades = filterTrades(all, keep)
    const half = trades.length >> 1
    const isFirstHalf = (i: number): number => (i < half ? 1 : 0)
    yield {
      trades: filterTrades(
        trades,
        Array.from(trades.ts, (_, i) => isFirstHalf(i)),
      ),
      complete: false,
    }
    const isSecondHalf = Array.from(trades.ts, (_, i) => 1 - isFirstHalf(i))
    yield { trades: filterTrades(trades, isSecondHalf), complete: this.recentFrom <= fromTs }
  }
}

export const textIds = (trades: Trades): string[] => Array.from(trades.ts, (_, i) => idText(trades, i))
