import type { ReversalScope } from '@flowprint/contract'
import { computeExtension, computeTakenBack } from './extend.ts'
import type { Extension } from './extend.ts'

/** What the ledger keeps of one act, apart from what follows from it. */
export type LedgerEntry =
  | { readonly kind: 'grant' | 'trial'; readonly at: number; readonly days: number }
  | { readonly kind: 'purchase'; readonly at: number; readonly orderId: number }
  | { readonly kind: 'reversal'; readonly at: number; readonly orderId: number; readonly scope: ReversalScope }

/**
 * The expire time that a ledger means, from nothing but its entries in the order they were written; null for an empty one.
 * A reversal takes back what its order gave, or what of it lay ahead.
 */
export function replayLedger(entries: readonly LedgerEntry[]): number | null {
  let expireTime: number | null = null
  const given = new Map<number, Extension>()
  for (const entry of entries) {
    if (entry.kind === 'reversal') {
      const before: number = expireTime ?? entry.at
      expireTime = computeTakenBack(
        before,
        given.get(entry.orderId) ?? { from: entry.at, to: entry.at },
        entry.scope,
        entry.at,
      )
      moveLater(given, entry.orderId, before - expireTime)
      continue
    }
    const { from, to } = computeExtension(expireTime, entry.at, entry.kind === 'purchase' ? 'year' : entry.days)
    if (entry.kind === 'purchase') given.set(entry.orderId, { from, to })
    expireTime = to
  }
  return expireTime
}

/** The time of orders that were passed after a reversed one begins earlier by what was taken back. */
function moveLater(given: Map<number, Extension>, reversedId: number, byMs: number): void {
  let isLater = false
  for (const [id, { from, to }] of given) {
    if (isLater) given.set(id, { from: from - byMs, to: to - byMs })
    if (id === reversedId) isLater = true
  }
}
