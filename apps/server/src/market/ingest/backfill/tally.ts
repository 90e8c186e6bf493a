/** Totals of a backfill, for its summary and its log. */
export interface Tally {
  /** Trades read, new, already stored, and skipped because they belong to another day. */
  rows: number
  imported: number
  duplicates: number
  /** Skipped because a different trade has their id. */
  conflicting: number
  rejected: number
  /** ts of the first and last trade, or null. */
  from: number | null
  to: number | null
}

export const emptyTally = (): Tally => ({
  rows: 0,
  imported: 0,
  duplicates: 0,
  conflicting: 0,
  rejected: 0,
  from: null,
  to: null,
})

export function addTally(sum: Tally, more: Tally): void {
  sum.rows += more.rows
  sum.imported += more.imported
  sum.duplicates += more.duplicates
  sum.conflicting += more.conflicting
  sum.rejected += more.rejected
  if (more.from !== null) sum.from = Math.min(sum.from ?? Infinity, more.from)
  if (more.to !== null) sum.to = Math.max(sum.to ?? -Infinity, more.to)
}
