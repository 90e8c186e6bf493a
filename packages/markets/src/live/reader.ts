/** Where a reader puts what it finds in one raw message. All calls happen in the turn in which the message arrived. */
export interface FrameSink {
  /**
   * One aggressor's trade, oldest first within the message (newest-first venues are reversed by the reader).
   *
   * marketId  as the venue writes it.
   * ts        exchange time, ms, floored.
   * price, qty  the venue's own text, never a double's.
   * buy       the aggressor bought.
   * fills     fills merged into the trade, >= 1.
   * id        of the FIRST fill where the venue numbers its trades; otherwise the venue's text id.
   */
  trade(
    marketId: string,
    ts: number,
    price: string,
    qty: string,
    buy: boolean,
    fills: number,
    id: string | number,
  ): void
  /** Trades that are none of the market's order flow (block trades, insurance fund) were left out. */
  excluded(marketId: string, count: number): void
  /** The message proves the connection alive; with the venue's clock at sending where the message carries it, else null. */
  alive(exchangeTimeMs: number | null): void
  /** The venue confirmed a subscription: of that market, or, null, the oldest request that waits for its confirmation. */
  acknowledged(marketId: string | null): void
  /** The venue refused a subscription: of that market, or, null, the oldest request that waits. */
  refused(marketId: string | null, what: string): void
  /** The venue announced that it will close the connection (serverShutdown, notice). */
  closing(): void
  /** The message is one of trades but cannot be read: nothing of it is passed on. */
  fault(what: string): void
}

/**
 * Reads one raw message of a venue section. Pure but for the sink.
 *
 * Output  true: the message was one of trades and is done with. False: it goes on to ccxt (confirmations, pongs, errors),
 *         whatever the reader has told the sink about it.
 */
export type FrameReader = (text: string, sink: FrameSink) => boolean
