import { concatTrades, emptyTrades, gatherTrades, idText } from './trades.ts'
import type { Trades } from './trades.ts'

/**
 * Canonical order of trade i of `a` and trade j of `b`: < 0, 0 or > 0.
 *
 * Order   ts, then id. Text ids that are both whole numbers compare as integers of any length; otherwise the position
 *         kept in `id` decides.
 * Source  docs/formulas/bars-and-delta.md, section "Canonical order".
 */
export function compareTrades(a: Trades, i: number, b: Trades, j: number): number {
  const byTime = a.ts[i] - b.ts[j]
  if (byTime !== 0) return byTime
  if (a.textId === null && b.textId === null) return a.id[i] - b.id[j]
  const byText = compareIntegerTexts(idText(a, i), idText(b, j))
  return byText === byText ? byText : a.id[i] - b.id[j]
}

/** True when the run is in canonical order. */
export function isSorted(trades: Trades): boolean {
  if (trades.textId === null) {
    const { ts, id } = trades
    for (let i = 1; i < trades.length; i++) {
      if (ts[i] < ts[i - 1] || (ts[i] === ts[i - 1] && id[i] < id[i - 1])) return false
    }
    return true
  }
  for (let i = 1; i < trades.length; i++) if (compareTrades(trades, i - 1, trades, i) > 0) return false
  return true
}

/**
 * Sorts a run into canonical order; the sort is stable.
 *
 * Output  the same object when already sorted, a copy otherwise.
 * Cost    one pass when sorted or newest first; n log n comparisons otherwise.
 */
export function sortTrades(trades: Trades): Trades {
  if (isSorted(trades)) return trades
  const n = trades.length
  const order = new Uint32Array(n)
  if (isDescending(trades)) {
    for (let i = 0; i < n; i++) order[i] = n - 1 - i
    return gatherTrades(trades, order)
  }
  for (let i = 0; i < n; i++) order[i] = i
  order.sort((i, j) => compareTrades(trades, i, trades, j) || i - j)
  return gatherTrades(trades, order)
}

function isDescending(trades: Trades): boolean {
  for (let i = 1; i < trades.length; i++) if (compareTrades(trades, i - 1, trades, i) <= 0) return false
  return true
}

/** Compares whole numbers in text, of any length; NaN when either is not a number. */
function compareIntegerTexts(a: string, b: string): number {
  const from = integerStart(a)
  const other = integerStart(b)
  if (from < 0 || other < 0) return NaN
  const byLength = a.length - from - (b.length - other)
  if (byLength !== 0) return byLength
  const left = a.slice(from)
  const right = b.slice(other)
  return left < right ? -1 : left > right ? 1 : 0
}

/** Index of the first significant digit, or -1 when the text is not digits only. */
function integerStart(text: string): number {
  let start = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 48 || code > 57) return -1
    if (code === 48 && start === i) start = i + 1
  }
  return text.length === 0 ? -1 : start
}

export interface MergedTrades {
  /** Sorted union. */
  readonly trades: Trades
  /** Number of incoming trades dropped as duplicates. */
  readonly duplicates: number
  /** Number of incoming trades dropped although they differ from the trade with the same id. */
  readonly conflicts: Trades
}

/**
 * Merges stored and incoming trades into one run without duplicate fills.
 *
 * Input   `stored` in canonical order and free of duplicates; `incoming` in any order, repeats allowed.
 * Output  the sorted union. An incoming trade is a duplicate when its fills [id, id + fills) overlap those of a trade
 *         already present; the whole trade is dropped, so no fill counts twice, and other fills dropped with it appear
 *         as a gap. With text ids a duplicate is an equal text. A dropped trade is a conflict, not a duplicate, when
 *         price or side differ or, if both cover the same fills, time or quantity.
 * Cost    one pass when the incoming run follows the stored one; otherwise a sort by id of both.
 * Source  docs/formulas/bars-and-delta.md, section "Ids and duplicates".
 */
export function mergeTrades(stored: Trades, incoming: Trades): MergedTrades {
  const sorted = sortTrades(incoming)
  if (sorted.length === 0) return { trades: stored, duplicates: 0, conflicts: emptyTrades() }
  const hasText = stored.textId !== null || sorted.textId !== null
  if (!hasText && followsStrictly(stored, sorted)) {
    return { trades: concatTrades([stored, sorted]), duplicates: 0, conflicts: emptyTrades() }
  }
  const { keep, differing } = hasText ? freshTexts(stored, sorted) : freshIds(stored, sorted)
  const fresh = gatherTrades(sorted, keep)
  const duplicates = sorted.length - keep.length - differing.length
  return {
    trades: keep.length === 0 ? stored : union(stored, fresh),
    duplicates,
    conflicts: gatherTrades(sorted, differing),
  }
}

/** Indexes of incoming trades, ascending: the new ones, and the conflicting ones that were dropped. */
interface Sifted {
  readonly keep: Uint32Array
  readonly differing: readonly number[]
}

/**
 * Whether trades that share fills conflict. A part of an aggregated trade has its price and side, but not its quantity.
 */
function differ(a: Trades, i: number, b: Trades, j: number): boolean {
  if (a.price[i] !== b.price[j] || a.buy[i] !== b.buy[j]) return true
  const sameFills = a.fills[i] === b.fills[j] && idText(a, i) === idText(b, j)
  return sameFills && (a.ts[i] !== b.ts[j] || a.qty[i] !== b.qty[j])
}

/** True when every incoming trade follows the last stored one and its predecessor, in time and in ids. */
function followsStrictly(stored: Trades, sorted: Trades): boolean {
  let lastTs = -Infinity
  let nextId = -Infinity
  for (let i = 0; i < stored.length; i++) nextId = Math.max(nextId, stored.id[i] + stored.fills[i])
  if (stored.length > 0) lastTs = stored.ts[stored.length - 1]
  if (sorted.ts[0] < lastTs) return false
  for (let i = 0; i < sorted.length; i++) {
    if (sorted.id[i] < nextId) return false
    nextId = sorted.id[i] + sorted.fills[i]
  }
  return true
}

function freshIds(stored: Trades, sorted: Trades): Sifted {
  const known = orderById(stored)
  const asked = orderById(sorted)
  const fresh = new Uint32Array(sorted.length)
  const differing: number[] = []
  let count = 0
  let at = 0
  // Of the trades passed so far, the one with the highest last fill, and the id after its fills.
  let coveredTo = -Infinity
  let owner = stored
  let ownerAt = 0
  for (const i of asked) {
    const first = sorted.id[i]
    const end = first + sorted.fills[i]
    while (at < known.length && stored.id[known[at]] < first) {
      const storedEnd = stored.id[known[at]] + stored.fills[known[at]]
      if (storedEnd > coveredTo) {
        coveredTo = storedEnd
        owner = stored
        ownerAt = known[at]
      }
      at += 1
    }
    const touchesNext = at < known.length && stored.id[known[at]] < end
    const touchesOwner = first < coveredTo
    if (touchesNext || touchesOwner) {
      const differs =
        (touchesNext && differ(stored, known[at], sorted, i)) || (touchesOwner && differ(owner, ownerAt, sorted, i))
      if (differs) differing.push(i)
      continue
    }
    fresh[count++] = i
    coveredTo = end
    owner = sorted
    ownerAt = i
  }
  return { keep: fresh.subarray(0, count).sort(), differing: differing.sort((a, b) => a - b) }
}

function orderById(trades: Trades): Uint32Array {
  const { id, length } = trades
  const order = new Uint32Array(length)
  let ascending = true
  for (let i = 0; i < length; i++) {
    order[i] = i
    if (i > 0 && id[i] < id[i - 1]) ascending = false
  }
  return ascending ? order : order.sort((i, j) => id[i] - id[j] || i - j)
}

function freshTexts(stored: Trades, sorted: Trades): Sifted {
  const storedAt = new Map<string, number>()
  const keptAt = new Map<string, number>()
  for (let i = 0; i < stored.length; i++) storedAt.set(idText(stored, i), i)
  const fresh = new Uint32Array(sorted.length)
  const differing: number[] = []
  let count = 0
  for (let i = 0; i < sorted.length; i++) {
    const text = idText(sorted, i)
    const known = storedAt.get(text)
    const earlier = known === undefined ? keptAt.get(text) : undefined
    if (known !== undefined || earlier !== undefined) {
      if (known !== undefined ? differ(stored, known, sorted, i) : differ(sorted, earlier as number, sorted, i))
        differing.push(i)
      continue
    }
    keptAt.set(text, i)
    fresh[count++] = i
  }
  return { keep: fresh.subarray(0, count), differing }
}

/** Both runs are sorted; of equal trades the stored one comes first. */
function union(stored: Trades, fresh: Trades): Trades {
  const both = concatTrades([stored, fresh])
  const split = stored.length
  const order = new Uint32Array(both.length)
  let left = 0
  let right = split
  for (let at = 0; at < order.length; at++) {
    const takeLeft = right === both.length || (left < split && compareTrades(both, left, both, right) <= 0)
    order[at] = takeLeft ? left++ : right++
  }
  return left === split && isIdentity(order) ? both : gatherTrades(both, order)
}

function isIdentity(order: Uint32Array): boolean {
  for (let i = 0; i < order.length; i++) if (order[i] !== i) return false
  return true
}
