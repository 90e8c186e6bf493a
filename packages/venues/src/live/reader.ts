/** Receives what a reader finds in one raw message. All calls happen in the turn in which the message arrived. */
export interface FrameSink {
  /**
   * One aggressor trade, oldest first within the message (the reader reverses newest-first venues).
   *
   * marketId  as the venue writes it.
   * ts        exchange time, ms, floored.
   * price, qty  the venue's text, never formatted from a double.
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
  /** Trades that are not order flow of the market (block trades, insurance fund) were excluded. */
  excluded(marketId: string, count: number): void
  /** The message proves the connection alive; with the venue's send time if the message has one, else null. */
  alive(exchangeTimeMs: number | null): void
  /** The venue confirmed a subscription: of that market, or, if null, the oldest pending request. */
  acknowledged(marketId: string | null): void
  /** The venue refused a subscription: of that market, or, if null, the oldest pending request. */
  refused(marketId: string | null, what: string): void
  /** The venue announced that it will close the connection (serverShutdown, notice). */
  closing(): void
  /** The message contains trades but cannot be parsed: nothing of it is emitted. */
  fault(what: string): void
}

/**
 * Reads one raw message of a venue section. No side effects except on the sink.
 *
 * Output  true: the message contained trades and is handled. False: it is passed to ccxt (confirmations, pongs,
 *         errors), regardless of sink calls.
 */
export type FrameReader = (text: string, sink: FrameSink) => boolean
