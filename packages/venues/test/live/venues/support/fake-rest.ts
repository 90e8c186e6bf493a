import { decimalUnit, fromUnits, idText } from '@flowprint/orderflow'
import type { FakeBook, FakeMarket, FakeTrade, FakeVenue } from '@flowprint/testkit'
import type { RestQuery, RestRequest, RestSection } from '../../../../src/live/adapter.ts'

export interface FakeRest extends RestSection {
  /** The complete tape in the venue's decimals. */
  readonly trades: readonly FakeTrade[]
  /** Queries so far. */
  readonly asked: RestQuery[]
  /** Number of trades released so far; all by default. */
  happened: number
  /** Index of the oldest trade that is still served. */
  forgotten: number
  /** Modifies a response before it is read. */
  spoil: (answer: unknown) => unknown
}

/** A section's REST answered by an in-process fake venue: no sockets, no budget, no retries. */
export function fakeRest(venue: FakeVenue, market: FakeMarket): FakeRest {
  const all = tradesOf(market)
  const rest: FakeRest = {
    trades: all,
    asked: [],
    happened: all.length,
    forgotten: 0,
    spoil: (answer) => answer,
    signal: undefined,
    clock: () => nowMs(),
    json: async (request) => rest.spoil(JSON.parse(await rest.text(request))),
    text: (request: RestRequest) => {
      rest.asked.push(request.query ?? {})
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(request.query ?? {}))
        if (value !== undefined) query.set(name, String(value))
      const answer = venue.rest({ method: 'GET', path: request.path, query, body: '' }, book)
      return Promise.resolve(answer?.body ?? '{}')
    },
  }
  const nowMs = () => (all[rest.happened - 1]?.ts ?? 0) + 1
  const book: FakeBook = {
    markets: [market],
    nowMs,
    market: (key) => (key === (venue.keyOf?.(market.listing) ?? market.listing.marketId) ? market : null),
    depth: () => null,
    depthSnapshot: () => null,
    released: () => all.slice(rest.forgotten, rest.happened),
  }
  return rest
}

function tradesOf(market: FakeMarket): FakeTrade[] {
  const { tape, listing } = market
  const tick = decimalUnit(listing.tickSize)
  const lot = decimalUnit(listing.lotSize)
  return Array.from({ length: tape.length }, (_, index) => ({
    market,
    index,
    ts: tape.ts[index],
    price: fromUnits(tape.price[index], tick),
    qty: fromUnits(tape.qty[index], lot),
    buy: tape.buy[index] === 1,
    fills: tape.fills[index],
    id: idText(tape, index),
  }))
}
