/** The best bid of one minute over time; the best ask is one tick above it. Reused between minutes. */
export class QuoteMoves {
  /** Number of moves; the first one is the quote at the start of the minute. */
  length = 0
  /** ms within the minute, never decreasing. */
  ms = new Int32Array(256)
  /** Best bid after the move, ticks. */
  bid = new Int32Array(256)
  /** Number of the minute's trades before the move. */
  trades = new Int32Array(256)

  clear(): void {
    this.length = 0
  }

  push(ms: number, bid: number, trades: number): void {
    const at = this.length++
    if (at === this.ms.length) this.#grow()
    this.ms[at] = ms
    this.bid[at] = bid
    this.trades[at] = trades
  }

  #grow(): void {
    const { ms, bid, trades } = this
    this.ms = new Int32Array(2 * ms.length)
    this.bid = new Int32Array(2 * ms.length)
    this.trades = new Int32Array(2 * ms.length)
    this.ms.set(ms)
    this.bid.set(bid)
    this.trades.set(trades)
  }
}
