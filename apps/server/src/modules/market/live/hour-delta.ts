import { addLots, barDelta, barStart } from '@flowprint/orderflow'
import type { Bars, Lots, Trades } from '@flowprint/orderflow'

export const MINUTE = 60_000
const MINUTES = 60

/** Delta of the last 60 minutes of a market, the current one included: exact, minute by minute, moving on with its clock. */
export class HourDelta {
  readonly #minutes = new Map<number, Lots>()
  /** Trades up to this one stood in the history. */
  readonly #lastSeq: number

  constructor(lastSeq: number) {
    this.#lastSeq = lastSeq
  }

  /** From where on bars of a minute have to be added so that the hour before `end` (ms) is whole. */
  static from(end: number): number {
    return barStart(end, MINUTE) - (MINUTES - 1) * MINUTE
  }

  addBars(bars: Bars): void {
    for (let i = 0; i < bars.length; i++) this.#add(bars.t[i], barDelta(bars, i))
  }

  /** Trades of a history. */
  addTrades(trades: Trades): void {
    for (let i = 0; i < trades.length; i++)
      this.#add(trades.ts[i], trades.buy[i] === 1 ? trades.qty[i] : -trades.qty[i])
  }

  /** Trades of the stream, without those that the history held already. */
  addFrame(trades: Trades): void {
    for (let i = 0; i < trades.length; i++) {
      if (trades.seq !== null && trades.seq[i] <= this.#lastSeq) continue
      this.#add(trades.ts[i], trades.buy[i] === 1 ? trades.qty[i] : -trades.qty[i])
    }
  }

  #add(ts: number, delta: Lots): void {
    const minute = barStart(ts, MINUTE)
    this.#minutes.set(minute, addLots(this.#minutes.get(minute) ?? 0, delta))
  }

  /** Lots of the minutes that belong to the hour before `end`; forgets the older ones: clocks do not go back. */
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
