import { decimalUnit, fromUnits } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import type { FakeBook, FakeTrade, FakeRequest, FakeVenue } from '@flowprint/testkit'
import { RestRefusal } from '../../../../src/live/adapter.ts'
import type { RestRequest, RestSection } from '../../../../src/live/adapter.ts'
import type { MarketListing } from '../../../../src/live/types.ts'

/** A book of one market with its whole tape released, except for the withheld trades. */
export class StubBook implements FakeBook {
  readonly markets: FakeBook['markets']
  readonly trades: readonly FakeTrade[]
  readonly #nowMs: number

  constructor(listing: MarketListing, tape: Trades, keptBack: (trade: FakeTrade) => boolean = () => false) {
    const market = { listing, tape }
    const tick = decimalUnit(listing.tickSize)
    const lot = decimalUnit(listing.lotSize)
    const trades = Array.from({ length: tape.length }, (_, index): FakeTrade => ({
      market,
      index,
      ts: tape.ts[index],
      price: fromUnits(tape.price[index], tick),
      qty: fromUnits(tape.qty[index], lot),
      buy: tape.buy[index] === 1,
      fills: tape.fills[index],
      id: tape.textId?.[index] ?? String(tape.id[index]),
    }))
    this.markets = [market]
    this.trades = trades.filter((trade) => !keptBack(trade))
    this.#nowMs = tape.length === 0 ? 0 : tape.ts[tape.length - 1] + 1_000
  }

  market(marketId: string): FakeBook['markets'][number] | null {
    return this.markets.find((one) => one.listing.marketId === marketId) ?? null
  }
  released(marketId: string): readonly FakeTrade[] {
    return this.market(marketId) === null ? [] : this.trades
  }
  depth(): null {
    return null
  }
  depthSnapshot(): null {
    return null
  }
  nowMs(): number {
    return this.#nowMs
  }
}

/** REST answered by a fake venue without a server; records every request. */
export class StubRest implements RestSection {
  readonly signal = undefined
  readonly requests: FakeRequest[] = []
  readonly #venue: FakeVenue
  readonly #book: FakeBook

  constructor(venue: FakeVenue, book: FakeBook) {
    this.#venue = venue
    this.#book = book
  }

  readonly clock = (): number => this.#book.nowMs()

  text(request: RestRequest): Promise<string> {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(request.query ?? {}))
      if (value !== undefined) query.set(name, String(value))
    const method = request.body === undefined ? 'GET' : 'POST'
    const asked = {
      method,
      path: request.path,
      query,
      body: request.body === undefined ? '' : JSON.stringify(request.body),
    }
    this.requests.push(asked)
    const answer = this.#venue.rest(asked, this.#book)
    if (answer?.status !== 200) return Promise.reject(new RestRefusal(answer?.status ?? 404, answer?.body ?? 'none'))
    return Promise.resolve(answer.body)
  }

  async json(request: RestRequest): Promise<unknown> {
    return JSON.parse(await this.text(request)) as unknown
  }
}
