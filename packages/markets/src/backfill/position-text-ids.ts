import type { Trades } from '@flowprint/orderflow'

/** Positions within one ms; more trades of one ms of one market were never seen. */
const POSITIONS_A_MS = 4096

/**
 * Gives trades with text ids the position that a live feed gives them: ts x 4096 + how many of the same ms came before.
 *
 * Input   trades in canonical order; `rowIds`: their numbers are the file's rows, and become texts.
 * Output  a run with the same columns; the run itself when its ids are the venue's numbers.
 */
export function positionTextIds(trades: Trades, rowIds: boolean): Trades {
  if (trades.textId === null && !rowIds) return trades
  const textId = trades.textId ?? Array.from(trades.id, String)
  const id = new Float64Array(trades.length)
  let before = 0
  for (let i = 0; i < trades.length; i++) {
    before = i > 0 && trades.ts[i] === trades.ts[i - 1] ? before + 1 : 0
    id[i] = trades.ts[i] * POSITIONS_A_MS + before
  }
  return { ...trades, id, textId }
}
