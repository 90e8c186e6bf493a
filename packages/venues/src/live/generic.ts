import { decimalUnit, fromUnits, sortTrades } from '@flowprint/orderflow'
import type { FrameReader, FrameSink, SectionAdapter, VenueAdapter, VenueTraits } from './adapter.ts'
import type { CcxtExchange, CcxtMarket, CcxtTrade } from './ccxt.ts'
import { TradeRun } from './trade-run.ts'
import type { MarketListing, VenueName } from './types.ts'
import type { SectionUrls } from './options.ts'

const DECIMAL_PLACES = 2
const TICK_SIZE = 4

/**
 * Adapter for any ccxt exchange without a dedicated one, based on ccxt's unified trades. Assumes the worst for what is
 * unverified: ids prove nothing, only recent trades can be fetched again, subscriptions are not confirmed.
 */
export function genericAdapter(venue: VenueName, createExchange: () => CcxtExchange): VenueAdapter {
  const traits = genericTraits(venue)
  let shared: CcxtExchange | null = null
  const restExchange = () => {
    if (shared === null) {
      shared = createExchange()
      shared.number = String
    }
    return shared
  }
  const section: SectionAdapter = {
    traits,
    restBase: '',
    createReader: (exchange) => createGenericReader(exchange),
    useUrls: moveAddresses,
    subscribe: async (exchange, listings) => {
      exchange.number = String
      for (const { ccxtSymbol, marketId } of listings) exchange.trades[ccxtSymbol] = new TradeTrap(marketId, exchange)
      await Promise.all(listings.map((listing) => exchange.watchTrades(listing.ccxtSymbol)))
    },
    listing: (market) => genericListing(venue, market, restExchange().precisionMode),
    trades: async function* (_rest, listing, request) {
      const trades = await restExchange().fetchTrades(listing.ccxtSymbol, request.fromTs)
      const run = new TradeRun(listing, traits.numericIds)
      const { fromTs = -Infinity, toTs = Infinity } = request
      for (const trade of trades.filter(({ timestamp = 0 }) => timestamp >= fromTs && timestamp < toTs))
        addTo(run, trade)
      yield { trades: sortTrades(run.take()), complete: false }
    },
    lastTradeMs: async (_rest, listing) => {
      const trades = await restExchange().fetchTrades(listing.ccxtSymbol, undefined, 1)
      return trades.at(-1)?.timestamp ?? null
    },
  }
  return { venue, sections: [section] }
}

function genericTraits(venue: VenueName): VenueTraits {
  return {
    venue,
    section: 'all',
    ccxtId: venue.toLowerCase(),
    ccxtOptions: {},
    holds: () => true,
    ids: 'none',
    numericIds: false,
    makerSide: false,
    repair: 'recent',
    archive: null,
    live: {
      marketsPerConnection: 20,
      marketsPerRequest: 1,
      attempts: { count: 10, windowMs: 300_000 },
      confirms: false,
      connectionLifeMs: null,
      heartbeatMs: 3_000,
      silentAfterMs: 15_000,
      quietAfterMs: 120_000,
    },
    rest: { weight: 60, windowMs: 60_000, pageRows: 1000, reachMs: null },
  }
}

/** Trades arrive through the traps while ccxt handles the message; here only the sink of that message is set. */
function createGenericReader(exchange: CcxtExchange): FrameReader {
  return (_text, sink) => {
    TradeTrap.current.set(exchange, sink)
    return false
  }
}

function addTo(run: TradeRun, trade: CcxtTrade): void {
  const { timestamp, price, amount, side, id } = trade
  if (side !== 'buy' && side !== 'sell')
    throw new RangeError(`a trade of ${run.listing.symbol} without the aggressor's side`)
  run.add(Math.floor(timestamp ?? 0), String(price), String(amount), side === 'buy', 1, id ?? '')
}

function genericListing(venue: VenueName, market: CcxtMarket, precisionMode: number): MarketListing | null {
  if (market.active === false || (!market.spot && !market.swap)) return null
  const tickSize = stepText(market.precision?.price, precisionMode)
  const lotSize = stepText(market.precision?.amount, precisionMode)
  if (tickSize === null || lotSize === null) return null
  const contract = !market.spot
  return {
    symbol: `${venue}:${market.base}${market.quote}${contract ? '.P' : ''}`,
    venue,
    kind: contract ? 'perpetual' : 'spot',
    label: `${market.base}/${market.quote}`,
    marketId: market.id,
    ccxtSymbol: market.symbol,
    tickSize,
    lotSize,
    qtyUnit: contract ? 'contract' : 'base',
    ids: 'none',
    contractSize: contract && market.contractSize !== undefined ? String(market.contractSize) : null,
  }
}

/** Decimal text of a tick or lot; null if ccxt knows none that is valid for every price (significant digits). */
function stepText(step: number | string | undefined, precisionMode: number): string | null {
  if (step === undefined || !(Number(step) > 0 || precisionMode === DECIMAL_PLACES)) return null
  if (precisionMode === TICK_SIZE) return fromUnits(1, decimalUnit(String(step)))
  return precisionMode === DECIMAL_PLACES ? fromUnits(1, decimalUnit(`1e-${String(step)}`)) : null
}

/**
 * Replaces ccxt's array of a market's recent trades (`exchange.trades[symbol]`): every trade ccxt parses is passed on
 * in the turn in which it arrived, and none is stored. To ccxt it is an empty array that it may slice and filter.
 */
class TradeTrap extends Array<CcxtTrade> {
  /** The sink of the message that each exchange object is handling. */
  static readonly current = new WeakMap<CcxtExchange, FrameSink>()
  readonly #marketId: string
  readonly #exchange: CcxtExchange

  /** Derived arrays (slice, filter) are plain arrays. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array
  }

  constructor(marketId: string, exchange: CcxtExchange) {
    super()
    this.#marketId = marketId
    this.#exchange = exchange
  }

  append(trade: CcxtTrade): void {
    const sink = TradeTrap.current.get(this.#exchange)
    if (sink === undefined) return
    const { timestamp, price, amount, side, id } = trade
    if (side !== 'buy' && side !== 'sell') return sink.fault("a trade without the aggressor's side")
    sink.trade(this.#marketId, Math.floor(timestamp ?? 0), String(price), String(amount), side === 'buy', 1, id ?? '')
  }

  getLimit(_symbol?: string, limit?: number): number | undefined {
    return limit
  }
}

/** Moves every address of an exchange to another origin; paths are unchanged, in every table of ccxt. */
function moveAddresses(exchange: CcxtExchange, urls: SectionUrls): void {
  moveIn(exchange.urls.api, urls)
}

function moveIn(table: Record<string, unknown>, urls: SectionUrls): void {
  for (const [key, value] of Object.entries(table)) {
    if (typeof value === 'object' && value !== null) moveIn(value as Record<string, unknown>, urls)
    if (typeof value !== 'string') continue
    const origin = /^wss?:/.test(value) ? urls.ws : urls.rest
    if (origin !== undefined) table[key] = value.replace(/^\w+:\/\/[^/]+/, origin)
  }
}
