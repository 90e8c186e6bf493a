import { compareTrades, sortTrades } from './trade-order.ts'
import { concatTrades, gatherTrades, idText } from './trade-columns.ts'
import type { Trades } from './trades.ts'

export interface MergedTrades {
  /** Sorted union. */
  readonly trades: Trades
  /** Prints of the incoming run that were left out. */
  readonly duplicates: number
}

/**
 * Stored prints and incoming ones as one run, no fill twice.
 *
 * Input   `stored` in canonical order and free of duplicates; `incoming` in any order, repeats allowed.
 * Output  the sorted union. An incoming print is a duplicate when its fills [id, id + fills) touch those of a print that is
 *         already there; the whole print is left out, so that no fill counts twice, and fills lost with it show as a hole.
 *         With text ids a duplicate is an equal text.
 * Cost    one pass when the incoming run lies behind the stored one; otherwise a sort by id of both.
 * Source  docs/formulas/bars-and-delta.md, section "Ids and duplicates".
 */
export function mergeTrades(stored: Trades, incoming: Trades): MergedTrades {
  const sorted = sortTrades(incoming)
  if (sorted.length === 0) return { trades: stored, duplicates: 0 }
  const hasText = stored.textId !== null || sorted.textId !== null
  if (!hasText && followsStrictly(stored, sorted)) return { trades: concatTrades([stored, sorted]), duplicates: 0 }
  const keep = hasText ? freshTexts(stored, sorted) : freshIds(stored, sorted)
  const fresh = gatherTrades(sorted, keep)
  const duplicates = sorted.length - keep.length
  return { trades: keep.length === 0 ? stored : union(stored, fresh), duplicates }
}

/** True when every incoming print lies behind the last stored one and after its predecessor, in time and in ids. */
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

/** Indexes of the incoming prints whose fills are all new, ascending. */
function freshIds(stored: Trades, sorted: Trades): Uint32Array {
  const known = orderById(stored)
  const asked = orderById(sorted)
  const fresh = new Uint32Array(sorted.length)
  let count = 0
  let at = 0
  let coveredTo = -Infinity
  for (const i of asked) {
    const first = sorted.id[i]
    const end = first + sorted.fills[i]
    while (at < known.length && stored.id[known[at]] < first) {
      coveredTo = Math.max(coveredTo, stored.id[known[at]] + stored.fills[known[at]])
      at += 1
    }
    const touchesNext = at < known.length && stored.id[known[at]] < end
    if (first < coveredTo || touchesNext) continue
    fresh[count++] = i
    coveredTo = end
  }
  return fresh.subarray(0, count).sort()
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

function freshTexts(stored: Trades, sorted: Trades): Uint32Array {
  const known = new Set<string>()
  for (let i = 0; i < stored.length; i++) known.add(idText(stored, i))
  const fresh = new Uint32Array(sorted.length)
  let count = 0
  for (let i = 0; i < sorted.length; i++) {
    const text = idText(sorted, i)
    if (known.has(text)) continue
    known.add(text)
    fresh[count++] = i
  }
  return fresh.subarray(0, count)
}

/** Both runs are sorted; of equal prints the stored one comes first. */
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
