import type { CcxtClient } from '../ccxt-types.ts'

/** Lets ccxt subscribe to this again on the same connection; it keeps a note of what it has asked for. */
export function forgetSubscription(client: CcxtClient | undefined, hash: string): void {
  const notes = (client as { subscriptions?: Record<string, unknown> } | undefined)?.subscriptions
  if (notes !== undefined) delete notes[hash]
}
