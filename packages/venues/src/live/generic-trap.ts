import type { CcxtExchange, CcxtTrade } from './ccxt-types.ts'
import type { FrameSink } from './reader.ts'

/**
 * Replaces ccxt's array of a market's recent trades (`exchange.trades[symbol]`): every trade ccxt parses is passed on
 * in the turn in which it arrived, and none is stored. To ccxt it is an empty array that it may slice and filter.
 */
export class TradeTrap extends Array<CcxtTrade> {
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
