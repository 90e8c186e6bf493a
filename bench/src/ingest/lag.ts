/** Tenths of a ms up to a minute. */
const STEPS = 600_000
const STEP_MS = 0.1

/** Histogram of lags with constant memory. */
export class Histogram {
  readonly #counts = new Uint32Array(STEPS)
  #total = 0

  add(ms: number, count = 1): void {
    this.#counts[Math.min(STEPS - 1, Math.max(0, Math.ceil(ms / STEP_MS) - 1))] += count
    this.#total += count
  }

  /** Upper bounds in ms with their counts, to be added to a histogram of another process. */
  entries(): (readonly [number, number])[] {
    const entries: [number, number][] = []
    for (const [step, count] of this.#counts.entries()) if (count > 0) entries.push([(step + 1) * STEP_MS, count])
    return entries
  }

  /** Nearest rank, rounded up to a tenth. */
  percentile(percent: number): number {
    let left = Math.ceil((this.#total * percent) / 100)
    const at = this.#counts.findIndex((count) => (left -= count) <= 0)
    return (at + 1) * STEP_MS
  }
}

export interface Lags {
  readonly p50: number
  readonly p99: number
  /**
   * Measured from the exchange's timestamp: includes the loopback transfer and the wait for the program's event loop.
   */
  readonly sentP99: number
}

/** Measures each trade from its message until its frame is on the bus. Trades of a market stay in order. */
export class LagWatch {
  readonly #received = new Histogram()
  readonly #sent = new Histogram()
  readonly #waiting = new Map<string, { at: number; sentMs: number; count: number }[]>()

  received(symbol: string, count: number, sentMs: number): void {
    const entry = { at: performance.now(), sentMs, count }
    const queue = this.#waiting.get(symbol)
    if (queue === undefined) this.#waiting.set(symbol, [entry])
    else queue.push(entry)
  }

  published(symbol: string, count: number): void {
    const queue = this.#waiting.get(symbol) ?? []
    const now = performance.now()
    const nowMs = performance.timeOrigin + now
    let done = 0
    for (let left = count; left > 0 && done < queue.length;) {
      const entry = queue[done]
      const taken = Math.min(left, entry.count)
      this.#received.add(now - entry.at, taken)
      this.#sent.add(nowMs - entry.sentMs, taken)
      entry.count -= taken
      left -= taken
      if (entry.count === 0) done += 1
    }
    queue.splice(0, done)
  }

  /** From received to published. */
  entries(): (readonly [number, number])[] {
    return this.#received.entries()
  }

  result(): Lags {
    return {
      p50: this.#received.percentile(50),
      p99: this.#received.percentile(99),
      sentP99: this.#sent.percentile(99),
    }
  }
}
