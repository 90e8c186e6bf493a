import type { BarTimes } from '@flowprint/orderflow'

/** The last value in an interval that starts at `t`, ms: the nearest double of the decimal, for drawing. */
export interface StatRow {
  readonly t: number
  readonly value: number
}

/** One statistic of a market over time: rows of one length, extended with the newest values. */
export class StatRows {
  #intervalMs = 0
  #values = new Map<number, number>()

  clear(): void {
    this.#values.clear()
  }

  get intervalMs(): number {
    return this.#intervalMs
  }

  replace(intervalMs: number, rows: readonly StatRow[]): void {
    this.#intervalMs = intervalMs
    this.#values = new Map(rows.map(({ t, value }) => [t, value]))
  }

  /** Adds older rows; those of another length than the newer ones replace nothing. */
  prepend(rows: readonly StatRow[]): void {
    for (const { t, value } of rows) if (!this.#values.has(t)) this.#values.set(t, value)
  }

  /** The newest value of the interval that starts at `t`. */
  set(t: number, value: number): void {
    this.#values.set(t, value)
  }

  /**
   * The value at the end of each bar: of the last interval that begins before it.
   *
   * Output  NaN where no interval with a value overlaps the bar: nothing is carried over a gap. Bars shorter than an interval
   *         show its value.
   * Cost    one pass over bars and rows after sorting the rows.
   */
  valuesOf({ starts, end, cycleMs = Infinity }: BarTimes): Float64Array {
    const values = new Float64Array(starts.length).fill(Number.NaN)
    const times = Float64Array.from(this.#values.keys()).sort()
    let next = 0
    for (let i = 0; i < starts.length; i++) {
      const nextStart = i + 1 < starts.length ? starts[i + 1] : Math.max(end, starts[i] + 1)
      const barEnd = Math.min(starts[i] + cycleMs, nextStart)
      while (next < times.length && times[next] < barEnd) next += 1
      const t = next > 0 ? times[next - 1] : -Infinity
      if (t + this.#intervalMs > starts[i]) values[i] = this.#values.get(t) ?? Number.NaN
    }
    return values
  }
}
