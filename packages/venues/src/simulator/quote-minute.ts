import { MINUTE_MS, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import type { MinuteFlow } from './minute-flow.ts'
import { QuoteMoves } from './quotes.ts'

/** The book changes at full beats, apart from trades and what they cause. */
export const BEAT_MS = 100
export const BEATS = MINUTE_MS / BEAT_MS

/** Trades and quotes of one minute, and what the book needs to know of the quotes. */
export class QuoteMinute {
  readonly minute: number
  readonly trades: Trades
  readonly moves = new QuoteMoves()
  /** Best bid at each beat, before the moves of the same ms. */
  readonly bidAt = new Int32Array(BEATS)
  /** Highest and lowest best bid from each beat to the end of the minute. */
  readonly highFrom = new Int32Array(BEATS)
  readonly lowFrom = new Int32Array(BEATS)
  /** 0: usual activity; 1, 2: so quiet that orders rest 2 or 4 times as long. */
  readonly quiet: number

  constructor(flow: MinuteFlow, minute: number, fillsPerMinute: number) {
    this.minute = minute
    const { fills } = flow.node(minute)
    this.quiet = fills < 0.3 * fillsPerMinute ? 2 : fills < 0.65 * fillsPerMinute ? 1 : 0
    const trades = new TradeBuilder(fills)
    flow.write(minute, trades, this.moves)
    this.trades = trades.build()
    this.#fill()
  }

  /** Index of the move in force at a beat. */
  moveAt(beat: number): number {
    return this.moveBefore(beat * BEAT_MS)
  }

  /** Index of the last move before a time in ms of the minute; 0, the first quote, applies from before the minute. */
  moveBefore(ms: number): number {
    let low = 0
    let high = this.moves.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.moves.ms[middle] < ms) low = middle
      else high = middle
    }
    return low
  }

  #fill(): void {
    const { ms, bid, length } = this.moves
    let next = 1
    for (let beat = 0; beat < BEATS; beat++) {
      let best = bid[next - 1]
      this.bidAt[beat] = best
      this.highFrom[beat] = best
      this.lowFrom[beat] = best
      while (next < length && ms[next] < (beat + 1) * BEAT_MS) {
        best = bid[next++]
        if (best > this.highFrom[beat]) this.highFrom[beat] = best
        if (best < this.lowFrom[beat]) this.lowFrom[beat] = best
      }
    }
    for (let beat = BEATS - 2; beat >= 0; beat--) {
      this.highFrom[beat] = Math.max(this.highFrom[beat], this.highFrom[beat + 1])
      this.lowFrom[beat] = Math.min(this.lowFrom[beat], this.lowFrom[beat + 1])
    }
  }
}
