import type { ReversalScope } from '@flowprint/contract'
import { computeExtension, computeReversal } from './extend.ts'
import type { Extension } from './extend.ts'

/** The recorded facts of one ledger entry, without values derived from them. */
export type LedgerEntry =
  | { readonly kind: 'grant' | 'trial'; readonly at: number; readonly days: number }
  | { readonly kind: 'purchase'; readonly at: number; readonly orderId: number }
  | { readonly kind: 'reversal'; readonly at: number; readonly orderId: number; readonly scope: ReversalScope }

/**
 * Recomputes the expire time from the ledger entries in the order they were written; null if there are none. A reversal
 * revokes the time that its order gave, or the part of it that was still ahead.
 */
export function replayLedger(entries: readonly LedgerEntry[]): number | null {
  let expireTime: number | null = null
  const given = new Map<number, Extension>()
  for (const entry of entries) {
    if (entry.kind === 'reversal') {
      const before: number = expireTime ?? entry.at
      expireTime = computeReversal(
        before,
        given.get(entry.orderId) ?? { from: entry.at, to: entry.at },
        entry.scope,
        entry.at,
      )
      shiftLaterOrders(given, entry.orderId, before - expireTime)
      continue
    }
    const { from, to } = computeExtension(expireTime, entry.at, entry.kind === 'purchase' ? 'year' : entry.days)
    if (entry.kind === 'purchase') given.set(entry.orderId, { from, to })
    expireTime = to
  }
  return expireTime
}

/** Moves the time of orders passed after the reversed one earlier by the revoked time. */
function shiftLaterOrders(given: Map<number, Extension>, reversedId: number, byMs: number): void {
  let isLater = false
  for (const [id, { from, to }] of given) {
    if (isLater) given.set(id, { from: from - byMs, to: to - byMs })
    if (id === reversedId) isLater = true
  }
}
