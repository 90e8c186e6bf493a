import { concatTrades, emptyTrades, filterTrades, gatherTrades, sortTrades } from '@flowprint/orderflow'
import type { IdRule, Trades } from '@flowprint/orderflow'
import { KnownIds } from './known-ids.ts'

/** Trades after a jump in the ids wait this long for the missing ones: messages may arrive out of order. */
export const GRACE_MS = 250

/**
 * Queue of one market's trades between arrival and commit.
 * Input   messages in any order, with duplicates. Ids: the rule of the instrument; `nextId` = first id after the stored
 * ones.
 * Output  `take`: trades ready to commit, in canonical order, without duplicates. Where ids prove completeness, a trade
 * that jumps ahead is held back for GRACE_MS; one that arrives out of order is returned at once. Nothing is ever
 * dropped here: what does not fit is refused by `push`.
 * Cost    a message: its trades. `take`: a sort of the waiting trades.
 */
export class TradeQueue {
  readonly #ids: IdRule
  readonly #known = new KnownIds()
  /** Arrival time of each trade in `seq`, which is unused before the commit. */
  #waiting: Trades[] = []
  #held: Trades = emptyTrades()
  #length = 0
  /** First id after the last one returned; null while unknown, and where ids are texts. */
  #next: number | null
  #duplicates = 0

  constructor(ids: IdRule, nextId: number | null) {
    this.#ids = ids
    this.#next = nextId
  }

  /** Number of waiting trades, including held ones. */
  get length(): number {
    return this.#length
  }

  /** Number of duplicate trades so far. */
  get duplicates(): number {
    return this.#duplicates
  }

  push(trades: Trades, arrivedAtMs: number): void {
    if (trades.length === 0) return
    const repeated = this.#known.repeated(trades)
    const fresh = filterTrades(
      trades,
      repeated.map((one) => 1 - one),
    )
    this.#duplicates += trades.length - fresh.length
    if (fresh.length === 0) return
    this.#waiting.push({ ...fresh, seq: new Float64Array(fresh.length).fill(arrivedAtMs) })
    this.#length += fresh.length
  }

  /** When `take` returns something: immediately (-Infinity), when GRACE_MS ends, or null while nothing waits. */
  dueAt(): number | null {
    if (this.#waiting.length > 0) return -Infinity
    return this.#held.length === 0 ? null : (this.#held.seq as Float64Array)[0] + GRACE_MS
  }

  take(nowMs: number): Trades {
    const all = concatTrades([this.#held, ...this.#waiting])
    this.#waiting = []
    if (all.length === 0) return all
    if (this.#ids === 'none' || all.textId !== null) {
      this.#held = emptyTrades()
      this.#length = 0
      return sortTrades(all)
    }
    const { ready, held } = this.#split(all, nowMs)
    this.#held = held
    this.#length = held.length
    return sortTrades(ready)
  }

  /** Puts back trades that could not be committed. */
  putBack(trades: Trades): void {
    if (trades.length === 0) return
    this.#waiting.unshift({ ...trades, seq: trades.seq ?? new Float64Array(trades.length) })
    this.#length += trades.length
  }

  /** Continues after the stored trades: another holder of the lease may have written. */
  continueAt(nextId: number | null): void {
    this.#next = nextId
  }

  /** Drops everything: another process stores it, or a repair fetches it again. */
  clear(): void {
    this.#waiting = []
    this.#held = emptyTrades()
    this.#length = 0
    this.#known.clear()
  }

  /** Splits by id into trades that are ready (contiguous, or waited for long enough) and trades held back. */
  #split(all: Trades, nowMs: number): { ready: Trades; held: Trades } {
    const tolerated = this.#ids === 'sparse' ? 1 : 0
    const order = Uint32Array.from(all.id.keys()).sort((a, b) => all.id[a] - all.id[b])
    const arrived = all.seq as Float64Array
    let next = this.#next ?? all.id[order[0]]
    let count = 0
    while (count < order.length) {
      const i = order[count]
      const jumps = all.id[i] > next + tolerated
      if (jumps && nowMs - arrived[i] < GRACE_MS) break
      next = Math.max(next, all.id[i] + all.fills[i])
      count += 1
    }
    this.#next = next
    return { ready: gatherTrades(all, order.subarray(0, count)), held: gatherTrades(all, order.subarray(count)) }
  }
}
