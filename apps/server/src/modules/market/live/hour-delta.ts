import { MINUTE_MS, addLots, barDelta, barStart } from '@flowprint/orderflow'
import type { Bars, Lots, Trades } from '@flowprint/orderflow'

const MINUTES = 60

/**
 * Delta of a market over the last 60 minutes, including the current one: exact, by minute, and rolling with the
 * market's clock.
 */
export class HourDelta {
  readonly #minutes = new Map<number, Lots>()
  /** Trades up to this seq were in the history. */
  readonly #lastSeq: number

  constructor(lastSeq: number) {
    this.#lastSeq = lastSeq
  }

  /** Start of the minutes that must be added so that the hour before `end` (ms) is complete. */
  static from(end: number): number {
    return barStart(end, MINUTE_MS) - (MINUTES - 1) * MINUTE_MS
  }

  addBars(bars: Bars): void {
    for (let i = 0; i < bars.length; i++) this.#add(bars.t[i], barDelta(bars, i))
  }

  /** Adds trades of a history. */
  addTrades(trades: Trades): void {
    for (let i = 0; i < trades.length; i++)
      this.#add(trades.ts[i], trades.buy[i] === 1 ? trades.qty[i] : -trades.qty[i])
  }

  /** Adds trades of the stream, except those already in the history. */
  addFrame(trades: Trades): void {
    for (let i = 0; i < trades.length; i++) {
      if (trades.seq !== null && trades.seq[i] <= this.#lastSeq) continue
      this.#add(trades.ts[i], trades.buy[i] === 1 ? trades.qty[i] : -trades.qty[i])
    }
  }

  #add(ts: number, delta: Lots): void {
    const minute = barStart(ts, MINUTE_MS)
    this.#minutes.set(minute, addLots(this.#minutes.get(minute) ?? 0, delta))
  }

  /** Sum in lots of the minutes within the hour before `end`; discards older ones, because clocks do not go back. */
  sum(end: number): Lots {
    const from = HourDelta.from(end)
    let sum: Lots = 0
    for (const [minute, delta] of this.#minutes) {
      if (minute < from) this.#minutes.delete(minute)
      else sum = addLots(sum, delta)
    }
    return sum
  }
}
