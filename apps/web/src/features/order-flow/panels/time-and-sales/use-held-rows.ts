import { useState } from 'react'
import { useTape, type TapeState } from './tape-store.ts'

interface Held {
  readonly wish: TapeState['wish']
  readonly rows: TapeState['rows']
}

/** How many of `rows` are newer than `held`; null: more than the page contains. */
export function newerThan(held: TapeState['rows'], rows: TapeState['rows']): number | null {
  if (held.length === 0) return rows.length
  const at = rows.findIndex(({ id }) => id === held[0].id)
  return at < 0 ? null : at
}

/**
 * The rows to show: the newest, or, while paused, those from when the pause began. Rows of another query (symbol,
 * filter) are always shown.
 */
export function useHeldRows(reading: boolean): { readonly rows: TapeState['rows']; readonly fresh: number | null } {
  const { wish, rows } = useTape()
  const [held, setHeld] = useState<Held | null>(null)
  if (reading && (held === null || held.wish !== wish)) setHeld({ wish, rows })
  if (!reading && held !== null) setHeld(null)
  if (!reading || held === null || held.wish !== wish || held.rows.length === 0) return { rows, fresh: 0 }
  return { rows: held.rows, fresh: newerThan(held.rows, rows) }
}
