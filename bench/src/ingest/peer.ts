import ccxt from 'ccxt'
import { fakeBinance } from '@flowprint/testkit'
import { Flow, MARKETS } from './flow.ts'

interface Client {
  onMessage(event: { data: string }): void
}

interface PeerExchange {
  trades: Record<string, { length: number } | undefined>
  setMarkets(markets: readonly unknown[]): void
  client(url: string): Client
}

/** The frames that the exchange of the bench sends, containing that many trades. */
export function framesOf(trades: number): string[] {
  const venue = fakeBinance()
  const flow = new Flow(1)
  const connection = {
    path: '/ws',
    nextSequence: () => 0,
    send: () => {},
    subscribe: () => true,
    unsubscribe: () => {},
    subscribed: new Set<string>(),
    subscribeDepth: () => null,
    unsubscribeDepth: () => {},
    subscribedDepth: new Set<string>(),
  }
  const frames: string[] = []
  while (frames.length < trades) {
    const now = Date.now()
    frames.push(...venue.messages(connection, flow.next(now), now))
  }
  return frames.slice(0, trades)
}

/** ccxt's own path from a message's text to its cache of trades, without our code and without listeners. */
export function ccxtParser(): (frames: readonly string[]) => void {
  const Exchange = ccxt.pro.binance as unknown as new (config: Record<string, unknown>) => PeerExchange
  const exchange = new Exchange({})
  exchange.setMarkets(MARKETS.map(({ listing }) => marketOf(listing.marketId, listing.ccxtSymbol)))
  const client = exchange.client('wss://stream.binance.com:9443/ws')
  return (frames) => {
    for (const data of frames) client.onMessage({ data })
    for (const { listing } of MARKETS) {
      if (exchange.trades[listing.ccxtSymbol]?.length !== 1_000)
        throw new Error(`bench: ccxt did not parse ${listing.symbol}`)
    }
  }
}

function marketOf(id: string, symbol: string): Record<string, unknown> {
  const [base, quote] = symbol.split('/')
  return {
    id,
    lowercaseId: id.toLowerCase(),
    symbol,
    base,
    quote,
    baseId: base,
    quoteId: quote,
    type: 'spot',
    spot: true,
    margin: false,
    swap: false,
    future: false,
    option: false,
    contract: false,
    active: true,
    precision: { price: 0.01, amount: 0.00001 },
    limits: { amount: {}, price: {}, cost: {} },
    info: {},
  }
}
