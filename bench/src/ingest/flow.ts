import type { MarketListing } from '@flowprint/venues'
import { emptyTrades } from '@flowprint/orderflow'
import { seededRandom, type FakeMarket, type FakeTrade } from '@flowprint/testkit'

/** Followed markets, the busiest first. */
const BASES = [
  'BTC',
  'ETH',
  'SOL',
  'XRP',
  'DOGE',
  'BNB',
  'ADA',
  'TRX',
  'LINK',
  'AVAX',
  'SUI',
  'LTC',
  'DOT',
  'BCH',
  'UNI',
  'NEAR',
  'APT',
  'ATOM',
  'FIL',
  'ARB',
  'ETC',
  'XLM',
  'HBAR',
  'ICP',
  'OP',
  'INJ',
  'SEI',
  'TIA',
  'STX',
  'IMX',
  'GRT',
  'AAVE',
  'LDO',
  'RUNE',
  'ALGO',
  'VET',
  'SAND',
  'MANA',
  'AXS',
  'EGLD',
  'THETA',
  'XTZ',
  'FLOW',
  'NEO',
  'KAVA',
  'CHZ',
  'DYDX',
  'ENS',
  'CRV',
  'SNX',
]
/** Probability that an order takes one more price: about three trades per order. */
const SWEEPS = 0.65
/** One order in this many is a burst. */
const BURST_EVERY = 1_000
const BURST = 150
const MAX_FILLS = 6
/** Id of the first trade of every market. */
export const FIRST_ID = 1_000_001

/** The first `count` of 50 markets. */
export const marketsOf = (count: number): readonly FakeMarket[] =>
  BASES.slice(0, count).map((base) => ({ listing: listingOf(base), tape: emptyTrades() }))

export const MARKETS: readonly FakeMarket[] = marketsOf(20)

/** Trades of one market from one order, at the same time. */
export type Order = readonly FakeTrade[]

/**
 * An endless sequence of orders over the markets, the same for the same seed except for the times: a few markets
 * have most of the trades, an order takes one price or several, and occasionally a hundred and fifty at once.
 */
export class Flow {
  readonly #random: () => number
  readonly #books: { readonly market: FakeMarket; index: number; id: number; ticks: number }[]
  readonly #until: number[] = []

  constructor(seed: number, markets: readonly FakeMarket[] = MARKETS) {
    this.#random = seededRandom(seed)
    this.#books = markets.map((market) => ({ market, index: 0, id: FIRST_ID, ticks: 9_500_000 }))
    let sum = 0
    for (let i = 0; i < markets.length; i++) this.#until.push((sum += 1 / (i + 1)))
  }

  next(ts: number): Order {
    const random = this.#random
    const at = random() * this.#until[this.#until.length - 1]
    const book = this.#books[this.#until.findIndex((until) => at < until)]
    const buy = random() < 0.5
    book.ticks += Math.round((random() - 0.5) * 40)
    const trades: FakeTrade[] = []
    for (let left = this.#trades(); left > 0; left--) {
      const fills = random() < 0.6 ? 1 : 1 + Math.floor(random() * MAX_FILLS)
      book.ticks += buy ? 1 : -1
      const lots = 1 + Math.floor(10 ** (random() * 6))
      trades.push({
        market: book.market,
        index: book.index++,
        ts,
        price: `${(book.ticks / 100).toFixed(2)}000000`,
        qty: `${(lots / 100_000).toFixed(5)}000`,
        buy,
        fills,
        id: String(book.id),
      })
      book.id += fills
    }
    return trades
  }

  #trades(): number {
    if (this.#random() * BURST_EVERY < 1) return BURST
    let trades = 1
    while (this.#random() < SWEEPS) trades += 1
    return trades
  }
}

function listingOf(base: string): MarketListing {
  return {
    symbol: `BINANCE:${base}USDT`,
    venue: 'BINANCE',
    kind: 'spot',
    label: `${base}/USDT`,
    marketId: `${base}USDT`,
    ccxtSymbol: `${base}/USDT`,
    tickSize: '0.01',
    lotSize: '0.00001',
    qtyUnit: 'base',
    contractSize: null,
    ids: 'fills',
  }
}
