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
   * The value at the end of each bar [from[i], to[i]): of the last interval that begins before the bar's end.
   *
   * Output  NaN where no interval with a value overlaps the bar: nothing is carried over a gap.
   * Cost    one pass over bars and rows after sorting the rows.
   */
  valuesOf(from: ArrayLike<number>, to: ArrayLike<number>): Float64Array {
    const values = new Float64Array(from.length).fill(Number.NaN)
    const times = Float64Array.from(this.#values.keys()).sort()
    let next = 0
    for (let i = 0; i < from.length; i++) {
      const end = Math.max(to[i], from[i] + 1)
      while (next < times.length && times[next] < end) next += 1
      const t = next > 0 ? times[next - 1] : -Infinity
      if (t + this.#intervalMs > from[i]) values[i] = this.#values.get(t) ?? Number.NaN
    }
    return values
  }
}
