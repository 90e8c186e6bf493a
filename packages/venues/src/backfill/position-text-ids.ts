import type { Trades } from '@flowprint/orderflow'

/** Position ids per ms; more trades of one market in one ms have never been observed. */
const POSITIONS_A_MS = 4096

/**
 * Assigns trades with text ids the positions that a live feed assigns: ts x 4096 + number of earlier trades of the same
 * ms.
 *
 * Input   trades in canonical order; `rowIds`: their ids are the file's row numbers, and become texts.
 * Output  a run with the same columns; the input itself if its ids are the venue's numbers.
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
