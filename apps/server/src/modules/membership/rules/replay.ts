import { computeExtension } from './extend.ts'

/** What the ledger keeps of one act, apart from what follows from it. */
export type LedgerEntry =
  | { readonly kind: 'grant' | 'trial'; readonly at: number; readonly days: number }
  | { readonly kind: 'purchase'; readonly at: number; readonly orderId: number }
  | { readonly kind: 'reversal'; readonly at: number; readonly orderId: number }

/**
 * The expire time that a ledger means, from nothing but its entries in the order they were written; null for an empty one.
 * A reversal takes back as much time as its order once gave, whatever came since.
 */
export function replayLedger(entries: readonly LedgerEntry[]): number | null {
  let expireTime: number | null = null
  const given = new Map<number, number>()
  for (const entry of entries) {
    if (entry.kind === 'reversal') {
      expireTime = (expireTime ?? entry.at) - (given.get(entry.orderId) ?? 0)
      continue
    }
    const { from, to } = computeExtension(expireTime, entry.at, entry.kind === 'purchase' ? 'year' : entry.days)
    if (entry.kind === 'purchase') given.set(entry.orderId, to - from)
    expireTime = to
  }
  return expireTime
}
