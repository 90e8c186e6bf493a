import type { BigTrade } from '@flowprint/orderflow'

/** Approximate size of a big trade, including its text in an answer. */
const TRADE_BYTES = 700
const HOUR_BYTES = 300
const DEFAULT_LIMIT = 64 * 1024 * 1024

/** Big trades that begin in one hour, before the reader's own size is applied. */
export interface HourBigTrades {
  /** Finished sweeps that qualify by the usual size alone, in canonical order. */
  readonly list: readonly BigTrade[]
  /** False when fewer than 200 sweeps precede part of the hour: then only the reader's own size decides. */
  readonly isJudged: boolean
}

/**
 * LRU cache of big trades by hour. A key names every row they depend on, and rows are immutable (a revision writes new
 * ones), so entries never need invalidation.
 */
export class BigTradeCache {
  readonly #limit: number
  readonly #hours = new Map<string, HourBigTrades>()
  #bytes = 0

  constructor(limitBytes = DEFAULT_LIMIT) {
    this.#limit = limitBytes
  }

  get(key: string): HourBigTrades | undefined {
    const hour = this.#hours.get(key)
    if (hour === undefined) return undefined
    this.#hours.delete(key)
    this.#hours.set(key, hour)
    return hour
  }

  set(key: string, hour: HourBigTrades): void {
    if (this.#hours.has(key)) return
    this.#hours.set(key, hour)
    this.#bytes += bytesOf(key, hour)
    for (const [oldest, other] of this.#hours) {
      if (this.#bytes <= this.#limit) break
      this.#hours.delete(oldest)
      this.#bytes -= bytesOf(oldest, other)
    }
  }
}

const bytesOf = (key: string, { list }: HourBigTrades): number =>
  HOUR_BYTES + 2 * key.length + list.length * TRADE_BYTES
