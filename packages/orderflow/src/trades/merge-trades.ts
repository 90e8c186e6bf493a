import { compareTrades, sortTrades } from './trade-order.ts'
import { concatTrades, emptyTrades, gatherTrades, idText } from './trade-columns.ts'
import type { Trades } from './trades.ts'

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
