import { concatTrades, emptyTrades, filterTrades, gatherTrades, sortTrades } from '@flowprint/orderflow'
import type { IdRule, Trades } from '@flowprint/orderflow'

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

/** Max id ranges in memory; the oldest are evicted, and their ids are then looked up in the store. */
const MAX_RANGES = 1_000
/** Max text ids per generation; two generations are kept. */
const MAX_TEXTS = 20_000

/** Ids of recent trades, so that a repeated one need not be looked up in the store. */
class KnownIds {
  /** [from, to) of numbered fills, ascending, none touching the next. */
  #ranges: { from: number; to: number }[] = []
  #texts = new Set<string>()
  #older = new Set<string>()

  /** Returns 1 for each trade of which some fill was already seen, and marks the others as seen. */
  repeated(trades: Trades): Uint8Array {
    const known = new Uint8Array(trades.length)
    const { textId } = trades
    for (let i = 0; i < trades.length; i++) {
      const isKnown =
        textId === null ? !this.#addFills(trades.id[i], trades.id[i] + trades.fills[i]) : !this.#addText(textId[i])
      known[i] = isKnown ? 1 : 0
    }
    return known
  }

  /** Clears the ids of trades that were dropped without being stored. */
  clear(): void {
    this.#ranges = []
    this.#texts.clear()
    this.#older.clear()
  }

  #addText(text: string): boolean {
    if (this.#texts.has(text) || this.#older.has(text)) return false
    if (this.#texts.size >= MAX_TEXTS) {
      this.#older = this.#texts
      this.#texts = new Set()
    }
    this.#texts.add(text)
    return true
  }

  #addFills(from: number, to: number): boolean {
    const all = this.#ranges
    // Nearly always the last range grows.
    let at = all.length
    while (at > 0 && all[at - 1].from > from) at -= 1
    const before = all[at - 1]
    const after = all[at]
    if ((before !== undefined && before.to > from) || (after !== undefined && after.from < to)) return false
    const joinsBefore = before !== undefined && before.to === from
    const joinsAfter = after !== undefined && after.from === to
    if (joinsBefore) before.to = joinsAfter ? after.to : to
    if (joinsBefore && joinsAfter) all.splice(at, 1)
    else if (!joinsBefore && joinsAfter) after.from = from
    else if (!joinsBefore) all.splice(at, 0, { from, to })
    if (all.length > MAX_RANGES) all.shift()
    return true
  }
}
