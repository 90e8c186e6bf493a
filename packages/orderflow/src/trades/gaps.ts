import { idText } from './trade-columns.ts'
import type { Trades } from './trades.ts'
import type { UnixMs } from '../units/units.ts'

/**
 * What a venue's ids guarantee: 'fills' (each trade has the ids of its first and last fill), 'contiguous' (consecutive
 * numbers), 'sparse' (ascending; single numbers may be skipped without loss), 'none' (ids do not reveal loss).
 */
export type IdRule = 'fills' | 'contiguous' | 'sparse' | 'none'

/** Trades p and q between which ids are missing. */
export interface Gap {
  /** Times of p and q, fromTs <= toTs. */
  readonly fromTs: UnixMs
  readonly toTs: UnixMs
  /** Last id of p and first id of q, as text: ids may exceed 2^53. */
  readonly afterId: string
  readonly beforeId: string
  /** Number of missing ids. */
  readonly missing: number
}

/**
 * Finds the gaps in a run of trades by their ids, ascending by id.
 *
 * Input   trades in any order; duplicates are skipped. Text ids may be whole numbers of any length.
 * Output  contiguous means next.first = prev.last + 1, last = id + fills - 1. Under 'sparse' one missing id is not a
 *         loss. Text ids that are not numbers, and rule 'none', give no gaps.
 * Cost    one pass when ids ascend, else a sort by id.
 * Source  docs/formulas/completeness.md, section "Gaps".
 */
export function findGaps(trades: Trades, rule: IdRule): Gap[] {
  if (rule === 'none' || trades.length < 2) return []
  const tolerated = rule === 'sparse' ? 1 : 0
  return trades.textId === null ? numberGaps(trades, tolerated) : textGaps(trades, tolerated)
}

function numberGaps(trades: Trades, tolerated: number): Gap[] {
  const { id, fills, length } = trades
  const gaps: Gap[] = []
  const order = ascendingIds(trades)
  let previous = order === null ? 0 : order[0]
  for (let k = 1; k < length; k++) {
    const i = order === null ? k : order[k]
    const last = id[previous] + fills[previous] - 1
    const missing = id[i] - last - 1
    if (missing > tolerated) gaps.push(gapBetween(trades, previous, i, String(last), String(id[i]), missing))
    if (id[i] + fills[i] - 1 >= last) previous = i
  }
  return gaps
}

function textGaps(trades: Trades, tolerated: number): Gap[] {
  const first: bigint[] = []
  for (let i = 0; i < trades.length; i++) {
    const text = idText(trades, i)
    if (!/^\d+$/.test(text)) return []
    first.push(BigInt(text))
  }
  const order = first.map((_, i) => i).sort((i, j) => (first[i] < first[j] ? -1 : first[i] > first[j] ? 1 : i - j))
  const gaps: Gap[] = []
  let previous = order[0]
  for (const i of order.slice(1)) {
    const last = first[previous] + BigInt(trades.fills[previous]) - 1n
    const missing = first[i] - last - 1n
    if (missing > BigInt(tolerated)) {
      gaps.push(gapBetween(trades, previous, i, String(last), String(first[i]), Number(missing)))
    }
    if (first[i] + BigInt(trades.fills[i]) - 1n >= last) previous = i
  }
  return gaps
}

function gapBetween(trades: Trades, p: number, q: number, afterId: string, beforeId: string, missing: number): Gap {
  const fromTs = Math.min(trades.ts[p], trades.ts[q])
  const toTs = Math.max(trades.ts[p], trades.ts[q])
  return { fromTs, toTs, afterId, beforeId, missing }
}

/** Null when the ids already ascend, otherwise the permutation that sorts them. */
function ascendingIds(trades: Trades): Uint32Array | null {
  const { id, length } = trades
  let i = 1
  while (i < length && id[i] >= id[i - 1]) i += 1
  if (i === length) return null
  const order = new Uint32Array(length)
  for (let k = 0; k < length; k++) order[k] = k
  return order.sort((a, b) => id[a] - id[b] || a - b)
}
