import { idText, MINUTE_MS, type Trades, type UnixMs } from '@flowprint/orderflow'
import type { ViewRequest } from '../protocol.ts'
import type { TradedRows } from './ladder-rows.ts'

/** Traded lots per row of a range of the past: `row` is floor(tick / step). */
export interface TradedProfile {
  readonly row: ArrayLike<number>
  readonly bid: ArrayLike<number>
  readonly ask: ArrayLike<number>
}

/** A range of the past at a row height in ticks; `to` exclusive. */
export interface TradedWindow {
  readonly from: number
  readonly to: number
  readonly step: number
}

export interface TradedTools {
  loadTraded(request: ViewRequest, window: TradedWindow, signal: AbortSignal): Promise<TradedProfile>
  loadTrades(
    request: ViewRequest,
    window: { readonly from: number; readonly to: number },
    signal: AbortSignal,
  ): Promise<Trades>
  /** More is known: the rows changed. */
  onTraded(): void
}

/** Sums of traded lots by tick or row. */
class TradedSums {
  readonly #sums = new Map<number, { bid: number; ask: number }>()

  /** Buys consume asks, sells consume bids. */
  add(at: number, bid: number, ask: number): void {
    const sum = this.#sums.get(at)
    if (sum === undefined) this.#sums.set(at, { bid, ask })
    else {
      sum.bid += bid
      sum.ask += ask
    }
  }

  /** Adds the sums to the rows of a ladder; `step`: keys per row. */
  fill(step: number, topRow: number, { bid, ask }: TradedRows): void {
    for (const [at, sum] of this.#sums) {
      const index = topRow - Math.floor(at / step)
      if (index < 0 || index >= bid.length) continue
      bid[index] += sum.bid
      ask[index] += sum.ask
    }
  }
}

const SETTLE_MS = 5000

/** Frames may repeat loaded trades until they are this much later than the last of those. */
const REPEAT_MS = 10_000

/**
 * Traded lots per price since a moment: a profile of the minutes before this one, and the trades since, which continue
 * with the live trades. A live trade that the loaded ones contain counts once.
 */
export class TradedVolume {
  readonly #tools: TradedTools
  readonly #recentMs: number
  #request: ViewRequest | null = null
  #since = Infinity
  #step = 1
  #state: 'loading' | 'ready' | 'failed' = 'loading'
  #profile: TradedSums | null = null
  #sums = new TradedSums()
  /** Live trades that wait for the loaded ones. */
  #waiting: Trades[] = []
  /** Ids of the loaded trades, while frames may repeat them. */
  #loaded = new Set<string>()
  #loadedTo = -Infinity
  #recent: Trades[] = []
  #abort = new AbortController()

  /** `recentMs`: how long trades are kept for `recentRows`. */
  constructor(tools: TradedTools, recentMs: number) {
    this.#tools = tools
    this.#recentMs = recentMs
  }

  get state(): 'loading' | 'ready' | 'failed' {
    return this.#state
  }

  get since(): number {
    return this.#since
  }

  /** Counts from `since` on, in rows of `step` ticks or of a multiple. `now`: the market's time. */
  start(request: ViewRequest, since: UnixMs, step: number, now: UnixMs): void {
    this.#reset()
    this.#request = request
    this.#since = since
    this.#step = step
    void this.#load(request, now)
  }

  stop(): void {
    this.#reset()
    this.#recent = []
  }

  /** Whether the rows of a ladder of this row height can be summed from what is loaded. */
  canSum(step: number): boolean {
    return step % this.#step === 0
  }

  /** Live trades, in log order. */
  add(trades: Trades): void {
    if (this.#request === null || trades.length === 0) return
    this.#keepRecent(trades)
    if (this.#state === 'ready') this.#count(trades)
    else this.#waiting.push(trades)
  }

  /** Traded lots of the rows below and including `topRow` since the chosen moment. */
  rows(step: number, topRow: number, rows: number): TradedRows {
    const traded = { bid: new Float64Array(rows), ask: new Float64Array(rows) }
    this.#sums.fill(step, topRow, traded)
    this.#profile?.fill(step / this.#step, topRow, traded)
    return traded
  }

  /** Traded lots of the last seconds, from `from` on, multiplied by `factor`; of trades that arrived while active. */
  recentRows(step: number, topRow: number, rows: number, from: UnixMs, factor: number): TradedRows {
    const traded = { bid: new Float64Array(rows), ask: new Float64Array(rows) }
    for (const { ts, price, qty, buy, length } of this.#recent) {
      for (let k = 0; k < length; k++) {
        const index = topRow - Math.floor(price[k] / step)
        if (ts[k] < from || index < 0 || index >= rows) continue
        if (buy[k] === 1) traded.ask[index] += qty[k] * factor
        else traded.bid[index] += qty[k] * factor
      }
    }
    return traded
  }

  #reset(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#request = null
    this.#state = 'loading'
    this.#profile = null
    this.#sums = new TradedSums()
    this.#waiting = []
    this.#loaded = new Set()
    this.#loadedTo = -Infinity
    this.#since = Infinity
  }

  async #load(request: ViewRequest, now: UnixMs): Promise<void> {
    const { signal } = this.#abort
    const [since, step] = [this.#since, this.#step]
    // Trades of a finished minute are all committed after a moment.
    const edge = Math.max(since, Math.floor((now - SETTLE_MS) / MINUTE_MS) * MINUTE_MS)
    try {
      const [profile, trades] = await Promise.all([
        since < edge ? this.#tools.loadTraded(request, { from: since, to: edge, step }, signal) : null,
        this.#tools.loadTrades(request, { from: edge, to: Infinity }, signal),
      ])
      if (signal.aborted) return
      this.#profile = profile && sumsOf(profile)
      this.#count(trades)
      for (let k = 0; k < trades.length; k++) this.#loaded.add(idText(trades, k))
      this.#loadedTo = trades.length === 0 ? -Infinity : trades.ts[trades.length - 1]
      this.#state = 'ready'
      // Trades of before the edge are in the profile.
      for (const waiting of this.#waiting) this.#count(waiting, edge)
      this.#waiting = []
    } catch {
      if (signal.aborted) return
      this.#state = 'failed'
    }
    this.#tools.onTraded()
  }

  #count(trades: Trades, from: number = this.#since): void {
    const { ts, price, qty, buy, length } = trades
    if (length > 0 && ts[0] > this.#loadedTo + REPEAT_MS) this.#loaded.clear()
    for (let k = 0; k < length; k++) {
      if (ts[k] < from || (this.#loaded.size > 0 && this.#loaded.has(idText(trades, k)))) continue
      this.#sums.add(price[k], buy[k] === 1 ? 0 : qty[k], buy[k] === 1 ? qty[k] : 0)
    }
  }

  #keepRecent(trades: Trades): void {
    this.#recent.push(trades)
    const from = trades.ts[trades.length - 1] - this.#recentMs
    while (this.#recent.length > 1 && this.#recent[0].ts[this.#recent[0].length - 1] < from) this.#recent.shift()
  }
}

function sumsOf({ row, bid, ask }: TradedProfile): TradedSums {
  const sums = new TradedSums()
  for (let k = 0; k < row.length; k++) sums.add(row[k], bid[k], ask[k])
  return sums
}
