/** Values of liquidations at a time or in an interval that starts there, quote units: nearest doubles, for drawing. */
export interface LiquidationEntry {
  /** ms. */
  readonly t: number
  readonly long: number
  readonly short: number
}

/** A liquidation of the stream with its position in the market's liquidations. */
export interface LiveLiquidation {
  readonly seq: number
  /** Exchange time, ms. */
  readonly ts: number
  /** At the start of its interval. */
  readonly entry: LiquidationEntry
}

/** Liquidations of the stream that are remembered for parts of the past that are loaded later. */
const MAX_LIVE = 50_000

interface Part {
  readonly from: number
  readonly to: number
  /** The loaded sums contain everything up to here. */
  readonly lastSeq: number
  readonly sums: Map<number, { long: number; short: number }>
}

/**
 * Sums of liquidations by interval: parts of the past as the server answered them, continued with the stream. Each part
 * counts the liquidations after its own `lastSeq`, so that none counts twice however answers and messages interleave.
 */
export class LiquidationSums {
  #parts: Part[] = []
  readonly #live = new Map<number, LiveLiquidation>()

  /** The newest liquidation that is contained; 0: none. */
  get lastSeq(): number {
    let last = 0
    for (const { lastSeq } of this.#parts) last = Math.max(last, lastSeq)
    for (const seq of this.#live.keys()) last = Math.max(last, seq)
    return last
  }

  clear(): void {
    this.#parts = []
    this.#live.clear()
  }

  /** Replaces everything by one part that continues with the stream. */
  replace(from: number, lastSeq: number, entries: readonly LiquidationEntry[]): void {
    this.#parts = []
    this.#insert(from, Infinity, lastSeq, entries)
  }

  /** Adds the past [from, to), which no other part contains. */
  prepend(from: number, to: number, lastSeq: number, entries: readonly LiquidationEntry[]): void {
    this.#insert(from, to, lastSeq, entries)
  }

  /** Adds liquidations of the stream; those whose seq is known are ignored. */
  add(list: readonly LiveLiquidation[]): void {
    for (const one of list) {
      if (this.#live.has(one.seq)) continue
      this.#live.set(one.seq, one)
      for (const part of this.#parts) addTo(part, one)
    }
    for (const seq of this.#live.keys()) {
      if (this.#live.size <= MAX_LIVE) break
      this.#live.delete(seq)
    }
  }

  /** All sums, by time. */
  entries(): LiquidationEntry[] {
    const all = this.#parts.flatMap(({ sums }) => [...sums].map(([t, sum]) => ({ t, ...sum })))
    return all.sort((a, b) => a.t - b.t)
  }

  #insert(from: number, to: number, lastSeq: number, entries: readonly LiquidationEntry[]): void {
    const part: Part = { from, to, lastSeq, sums: new Map() }
    for (const entry of entries) addEntry(part, entry)
    for (const one of this.#live.values()) addTo(part, one)
    this.#parts.push(part)
  }
}

function addTo(part: Part, { seq, ts, entry }: LiveLiquidation): void {
  if (seq > part.lastSeq && ts >= part.from && ts < part.to) addEntry(part, entry)
}

function addEntry({ sums }: Part, { t, long, short }: LiquidationEntry): void {
  const sum = sums.get(t)
  if (sum === undefined) sums.set(t, { long, short })
  else {
    sum.long += long
    sum.short += short
  }
}
