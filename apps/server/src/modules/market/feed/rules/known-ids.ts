import type { Trades } from '@flowprint/orderflow'

/** Max id ranges in memory; the oldest are evicted, and their ids are then looked up in the store. */
const MAX_RANGES = 1_000
/** Max text ids per generation; two generations are kept. */
const MAX_TEXTS = 20_000

/** Ids of recent trades, so that a repeated one need not be looked up in the store. */
export class KnownIds {
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
