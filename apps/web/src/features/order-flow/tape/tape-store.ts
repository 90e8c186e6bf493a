import type { TapeQuery } from '@flowprint/orderflow'
import { create } from 'zustand'
import type { FromWorker, TapeRow } from '../../../workers/protocol.ts'

/** The rows that somebody looks at, of one market. */
export interface TapeWish extends TapeQuery {
  readonly symbol: string
}

/** Time and sales as the page knows it. Of its own, so that nothing but its panel hears of it. */
export interface TapeState {
  /** Null while the panel is folded: nothing is kept, loaded or told then. */
  readonly wish: TapeWish | null
  readonly state: 'loading' | 'ready' | 'failed'
  /** Newest first. */
  readonly rows: readonly TapeRow[]
  /** Trades that were looked through for them. */
  readonly trades: number
}

export const NO_TAPE = { state: 'loading', rows: [], trades: 0 } as const

export const useTape = create<TapeState>()(() => ({ wish: null, ...NO_TAPE }))

/** Rows that did not change keep their identity, so that they are not drawn anew. */
export function keepKnown(before: readonly TapeRow[], rows: readonly TapeRow[]): readonly TapeRow[] {
  const known = new Map(before.map((row) => [row.id, row]))
  return rows.map((row) => {
    const old = known.get(row.id)
    const same = old?.trades === row.trades && old.lots === row.lots && old.fills === row.fills && old.mark === row.mark
    return same && old.firstTs === row.firstTs && old.notional === row.notional ? old : row
  })
}

/** The state after the worker's message. Pure. */
export function afterTape(before: TapeState, message: Extract<FromWorker, { type: 'tape' }>): Partial<TapeState> {
  const { state, rows, trades } = message
  return { state, trades, rows: keepKnown(before.rows, rows) }
}
