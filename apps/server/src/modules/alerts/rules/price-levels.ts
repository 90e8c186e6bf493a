import type { AlertOf } from './waiting-alert.ts'

type PriceAlert = AlertOf<'price'>

/** Price alerts sorted by price, so that a trade between two levels costs nothing. */
export class PriceLevels {
  /** Ascending and unique. */
  readonly #ticks: Float64Array
  readonly #alerts: PriceAlert[][]

  constructor(alerts: readonly PriceAlert[]) {
    const byTick = Map.groupBy(alerts, ({ tick }) => tick)
    this.#ticks = Float64Array.from([...byTick.keys()].sort((a, b) => a - b))
    this.#alerts = Array.from(this.#ticks, (tick) => byTick.get(tick) as PriceAlert[])
  }

  get isEmpty(): boolean {
    return this.#ticks.length === 0
  }

  /**
   * Alerts whose price is reached or crossed by the step from `before` to `price`.
   * Ties    a trade at the price reaches it; leaving it does not.
   * Cost    a binary search of the levels; nothing when the price is unchanged.
   */
  crossed(before: number, price: number, report: (alert: PriceAlert, direction: 'up' | 'down') => void): void {
    if (price === before) return
    const isUp = price > before
    // Up: levels in (before, price]; down: levels in [price, before).
    let k = this.#firstAtLeast(isUp ? before + 1 : price)
    for (; k < this.#ticks.length && this.#ticks[k] <= (isUp ? price : before - 1); k++) {
      for (const alert of this.#alerts[k]) {
        if (alert.direction === 'either' || (alert.direction === 'up') === isUp) report(alert, isUp ? 'up' : 'down')
      }
    }
  }

  #firstAtLeast(tick: number): number {
    let low = 0
    let high = this.#ticks.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#ticks[middle] < tick) low = middle + 1
      else high = middle
    }
    return low
  }
}
