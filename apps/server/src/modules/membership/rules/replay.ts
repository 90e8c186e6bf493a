import { computeExtension } from './extend.ts'

/** What the ledger keeps of one extension, apart from what follows from it. */
export interface LedgerEntry {
  /** ms since the epoch. */
  readonly at: number
  readonly days: number
}

/** The expire time that a ledger means, from nothing but its entries in the order they were written; null for an empty one. */
export function replayLedger(entries: readonly LedgerEntry[]): number | null {
  let expireTime: number | null = null
  for (const { at, days } of entries) expireTime = computeExtension(expireTime, at, days).to
  return expireTime
}
