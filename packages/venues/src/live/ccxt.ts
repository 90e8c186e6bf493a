import type { MarketListing } from './types.ts'

/** The parts of ccxt used here; its own types cover a hundred exchanges and take seconds to check. */
export interface CcxtMarket {
  readonly id: string
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly settle?: string
  readonly baseId?: string
  readonly quoteId?: string
  readonly type: string
  readonly spot: boolean
  readonly swap: boolean
  readonly future: boolean
  readonly linear?: boolean
  readonly inverse?: boolean
  readonly active?: boolean
  readonly expiry?: number
  readonly contract?: boolean
  readonly contractSize?: number | string
  readonly precision?: { readonly price?: number | string; readonly amount?: number | string }
  /** The exchange's own description, with numbers as text wherever it sends text. */
  readonly info: Readonly<Record<string, unknown>>
}

interface CcxtSocket {
  readonly readyState: number
  ping(data?: string): void
  terminate(): void
}

/** A trade in ccxt's unified format; numbers are text while `exchange.number` is String. */
export interface CcxtTrade {
  readonly symbol?: string
  readonly timestamp?: number
  readonly price?: number | string
  readonly amount?: number | string
  readonly side?: string
  readonly id?: string
}

/** One WebSocket of ccxt. */
export interface CcxtClient {
  readonly url: string
  keepAlive: number
  log(...args: unknown[]): void
  connection?: CcxtSocket
  onMessage(event: { data: unknown }): void
  onPong(): void
  onOpen(): void
  onError(error: Error): void
  onClose(event: { code?: number; reason?: string }): void
  isOpen(): boolean
  send(message: unknown): Promise<unknown>
  close(): unknown
}

/** An exchange object of ccxt.pro. */
export interface CcxtExchange {
  readonly id: string
  /** Converts numeric texts: Number, or String to preserve the text. */
  number: unknown
  /** 2 decimal places, 3 significant digits, 4 tick size. */
  readonly precisionMode: number
  readonly has: Readonly<Record<string, unknown>>
  /** Addresses by purpose; overridden for mirrors and tests. */
  urls: { api: Record<string, unknown> }
  options: Record<string, unknown>
  httpAgent?: unknown
  trades: Record<string, unknown>
  clients: Record<string, CcxtClient>
  client(url: string): CcxtClient
  setMarkets(markets: readonly unknown[]): unknown
  fetchMarkets(params?: Record<string, unknown>): Promise<CcxtMarket[]>
  fetchTrades(symbol: string, since?: number, limit?: number, params?: Record<string, unknown>): Promise<CcxtTrade[]>
  watchTrades(symbol: string, since?: number, limit?: number, params?: Record<string, unknown>): Promise<unknown>
  watchTradesForSymbols(
    symbols: readonly string[],
    since?: number,
    limit?: number,
    params?: Record<string, unknown>,
  ): Promise<unknown>
  unWatchTrades(symbol: string, params?: Record<string, unknown>): Promise<unknown>
  ping?(client: CcxtClient): unknown
  close(): Promise<unknown>
}

/** Builds ccxt's market object for subscribing from our listing alone, so that no listings need to be fetched first. */
export function ccxtMarketOf(listing: MarketListing): Record<string, unknown> {
  const [pair, settled] = listing.ccxtSymbol.split(':')
  const [base, quote] = pair.split('/')
  const settle = settled?.split('-')[0]
  const spot = listing.kind === 'spot'
  const swap = listing.kind === 'perpetual'
  return {
    id: listing.marketId,
    lowercaseId: listing.marketId.toLowerCase(),
    symbol: listing.ccxtSymbol,
    base,
    quote,
    settle,
    baseId: base,
    quoteId: quote,
    settleId: settle,
    type: spot ? 'spot' : swap ? 'swap' : 'future',
    spot,
    margin: false,
    swap,
    future: !spot && !swap,
    option: false,
    contract: !spot,
    linear: spot ? undefined : settle === quote,
    inverse: spot ? undefined : settle === base,
    active: true,
    contractSize: listing.contractSize === null ? undefined : Number(listing.contractSize),
    precision: { price: Number(listing.tickSize), amount: Number(listing.lotSize) },
    limits: { amount: {}, price: {}, cost: {} },
    info: {},
  }
}

/**
 * Makes ccxt send a request again: it records what it has requested on a connection, and keeps the record when the
 * venue refuses or the market is unsubscribed.
 */
export function forgetSubscriptions(exchange: CcxtExchange, hashes: readonly string[]): void {
  for (const client of Object.values(exchange.clients)) {
    const notes = (client as { subscriptions?: Record<string, unknown> }).subscriptions
    if (notes !== undefined) for (const hash of hashes) delete notes[hash]
  }
}

/**
 * Unsubscribes without ccxt: until the venue answers, ccxt's records would show the market as subscribed, so
 * resubscribing in that time would send nothing; and on the answer it rejects everything pending by then.
 */
export async function takeBack(exchange: CcxtExchange, hash: string, message: unknown): Promise<void> {
  forgetSubscriptions(exchange, [hash])
  for (const client of Object.values(exchange.clients)) await client.send(message)
}
