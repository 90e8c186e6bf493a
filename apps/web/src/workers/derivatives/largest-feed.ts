import type { LiquidationCompletenessName, LiquidationCover, LiquidationRow } from '@flowprint/contract'
import { fromUnits, parseFraction } from '@flowprint/orderflow'
import type { LiquidationMark } from '../protocol.ts'
import type { DerivativesRange, LargestLiquidations } from './derivatives-calls.ts'

/** Marks on the screen. */
const MAX_MARKS = 200

interface LargestTools {
  load(range: DerivativesRange & { readonly count: number }, signal: AbortSignal): Promise<LargestLiquidations>
  post(list: readonly LiquidationMark[]): void
  onFailure(): void
}

/** price x quantity as exact decimal text. */
export function multiplyDecimals(price: string, qty: string): string {
  const [a, b] = [parseFraction(price), parseFraction(qty)]
  // Denominators are powers of ten.
  const exponent = 1 - String(a.den * b.den).length
  return fromUnits(a.num * b.num, { mantissa: 1n, exponent })
}

/** The largest liquidations of the visible times: loaded, and continued with the stream. */
export class LargestFeed {
  readonly #tools: LargestTools
  #range: DerivativesRange | null = null
  /** What `#marks` contains; null: nothing is loaded. */
  #loaded: { readonly range: DerivativesRange; readonly isAll: boolean } | null = null
  #marks: readonly LiquidationMark[] = []
  /** Of what the stream sends. */
  #completeness: LiquidationCompletenessName = 'lower bound'
  /** Of the stream since the last answer. */
  #live = new Map<number, LiquidationRow>()
  #abort = new AbortController()

  constructor(tools: LargestTools) {
    this.#tools = tools
  }

  /** The visible times; null: no marks. */
  show(range: DerivativesRange | null): void {
    if (range === null) {
      if (this.#range !== null) this.#tools.post([])
      return this.stop()
    }
    const isSame = this.#range !== null && this.#range.from === range.from && this.#range.to === range.to
    this.#range = range
    if (isSame || this.#isContained(range)) return
    void this.#load(range)
  }

  /** Liquidations of the stream, oldest first. */
  add(list: readonly LiquidationRow[]): void {
    const range = this.#range
    if (range === null) return
    const within = list.filter(([, ts]) => ts >= range.from && (range.to === null || ts < range.to))
    for (const row of within) this.#live.set(row[0], row)
    if (this.#loaded !== null && within.length > 0) this.#merge()
  }

  /** Loads again what is shown. */
  reload(): void {
    this.#loaded = null
    if (this.#range !== null) void this.#load(this.#range)
  }

  stop(): void {
    this.#abort.abort()
    this.#range = null
    this.#loaded = null
    this.#marks = []
    this.#live.clear()
  }

  /** Nothing that is larger than what was loaded can be missing. */
  #isContained({ from, to }: DerivativesRange): boolean {
    const loaded = this.#loaded
    if (loaded === null || !loaded.isAll || from < loaded.range.from) return false
    return loaded.range.to === null || (to !== null && to <= loaded.range.to)
  }

  async #load(range: DerivativesRange): Promise<void> {
    this.#abort.abort()
    this.#abort = new AbortController()
    const { signal } = this.#abort
    try {
      const { list, lastSeq, coverage, completeness } = await this.#tools.load({ ...range, count: MAX_MARKS }, signal)
      if (signal.aborted) return
      this.#completeness = completeness ?? 'lower bound'
      this.#loaded = { range, isAll: list.length < MAX_MARKS }
      this.#marks = list.map((row) => markOf(row, completenessAt(coverage, row[1])))
      for (const seq of this.#live.keys()) if (seq <= lastSeq) this.#live.delete(seq)
      this.#merge()
    } catch {
      if (!signal.aborted) this.#tools.onFailure()
    }
  }

  #merge(): void {
    const added = [...this.#live.values()].map((row) => markOf(row, this.#completeness))
    const all = [...this.#marks, ...added]
    const largest = all.toSorted((a, b) => b.size - a.size || a.seq - b.seq).slice(0, MAX_MARKS)
    this.#tools.post(largest.sort((a, b) => a.t - b.t || a.seq - b.seq))
  }
}

function completenessAt(coverage: readonly LiquidationCover[], t: number): LiquidationCompletenessName {
  return coverage.find(([from, to]) => t >= from && t < to)?.[2] ?? 'lower bound'
}

function markOf([seq, t, position, price, qty]: LiquidationRow, completeness: LiquidationCompletenessName) {
  const value = multiplyDecimals(price, qty)
  return { seq, t, position, price, qty, value, size: Number(value), completeness }
}
