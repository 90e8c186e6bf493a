import { gatherTrades, idText } from './trade-columns.ts'
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
