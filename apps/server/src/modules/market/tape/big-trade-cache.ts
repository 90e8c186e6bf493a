import type { BigTrade } from '@flowprint/orderflow'

/** About what a big trade takes, with its text in an answer. */
const TRADE_BYTES = 700
const HOUR_BYTES = 300
const DEFAULT_LIMIT = 64 * 1024 * 1024

/** Big trades that begin in an hour, whatever size a reader asks for. */
export interface HourBigTrades {
  /** Finished ones by the usual size alone, in canonical order. */
  readonly list: readonly BigTrade[]
  /** False where fewer than 200 sweeps lie before a part of the hour: a reader's own size then decides alone. */
  readonly isJudged: boolean
}

/**
 * Big trades of hours, least recently used out first. A key names every row that they depend on, and rows never change: a
 * revision writes others, so nothing is ever invalidated.
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
