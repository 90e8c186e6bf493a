import type { MarketListing } from '@flowprint/venues'
import { decimalUnit, fromUnits, idText } from '@flowprint/orderflow'
import type { DecimalUnit } from '@flowprint/orderflow'
import type { FakeBook, FakeMarket, FakeTrade } from './fake-venue.ts'

/** The tape of one market while it is being released. */
export class FakeTape {
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
export class FakeMarkets implements FakeBook {
  readonly markets: readonly FakeMarket[]
  readonly tapes: ReadonlyMap<string, FakeTape>
  readonly #now: () => number

  constructor(markets: readonly FakeMarket[], keyOf: (listing: MarketListing) => string, now: () => number) {
    this.markets = markets
    this.tapes = new Map(markets.map((market) => [keyOf(market.listing), new FakeTape(market, keyOf(market.listing))]))
    this.#now = now
  }

  market(marketId: string): FakeMarket | null {
    return this.tapes.get(marketId)?.market ?? null
  }

  released(marketId: string): readonly FakeTrade[] {
    return this.tapes.get(marketId)?.released ?? []
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
