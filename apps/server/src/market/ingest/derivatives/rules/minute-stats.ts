import { MINUTE_MS } from '@flowprint/orderflow'
import type { MarketStat } from '@flowprint/venues'
import type { MinuteStat } from '../../../store/index.ts'

type Values = Omit<MinuteStat, 'minute'>

const UNKNOWN: Values = {
  openInterest: null,
  fundingRate: null,
  nextFundingMs: null,
  markPrice: null,
  indexPrice: null,
}

/** Minutes that wait for their commit while the database is unavailable. */
const MAX_MINUTES = 120

/**
 * The last values of each minute. Venues send a value when it changes: one that was received counts until the connection is
 * lost, in each minute in which something was received. Pure.
 */
export class MinuteStats {
  #values: Values = UNKNOWN
  #newestTs: number | null = null
  /** Minutes with values that are not saved. */
  readonly #changed = new Map<number, Values>()
  #isNew = false

  apply(stat: MarketStat, receivedAtMs: number): void {
    const { openInterest, fundingRate, nextFundingMs, markPrice, indexPrice } = stat
    const known = this.#values
    this.#values = {
      openInterest: openInterest ?? known.openInterest,
      fundingRate: fundingRate ?? known.fundingRate,
      nextFundingMs: nextFundingMs ?? known.nextFundingMs,
      markPrice: markPrice ?? known.markPrice,
      indexPrice: indexPrice ?? known.indexPrice,
    }
    // A minute that has passed stays as it was; one of the future, by a wrong clock, is not begun.
    this.#newestTs = Math.max(this.#newestTs ?? -Infinity, Math.min(stat.ts, receivedAtMs))
    this.#isNew = true
    this.#changed.set(Math.floor(this.#newestTs / MINUTE_MS) * MINUTE_MS, this.#values)
    if (this.#changed.size > MAX_MINUTES) this.#changed.delete(Math.min(...this.#changed.keys()))
  }

  /** Messages were missed: values may have changed. */
  interrupted(): void {
    this.#values = UNKNOWN
  }

  /** Forgets everything. */
  reset(): void {
    this.#values = UNKNOWN
    this.#newestTs = null
    this.#changed.clear()
    this.#isNew = false
  }

  /** Whether a minute that has passed is not saved. */
  get hasPassed(): boolean {
    return this.#changed.size > 1
  }

  /** The minutes to save, oldest first. */
  changed(): MinuteStat[] {
    return [...this.#changed].sort(([a], [b]) => a - b).map(([minute, values]) => ({ minute, ...values }))
  }

  /** These minutes were saved; values that arrived since are saved next. */
  saved(minutes: readonly MinuteStat[]): void {
    for (const { minute, ...values } of minutes) {
      const now = this.#changed.get(minute)
      if (now !== undefined && isEqual(now, values)) this.#changed.delete(minute)
    }
  }

  /** The newest values if there are any since the last call. */
  takeNewest(): (Values & { readonly ts: number }) | null {
    if (!this.#isNew || this.#newestTs === null) return null
    this.#isNew = false
    return { ...this.#values, ts: this.#newestTs }
  }
}

const isEqual = (a: Values, b: Values): boolean =>
  (Object.keys(UNKNOWN) as (keyof Values)[]).every((name) => a[name] === b[name])
