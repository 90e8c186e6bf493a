import type { CcxtExchange } from '../ccxt-types.ts'

/**
 * Makes ccxt send a request again: it notes what it has asked for on a connection, and keeps the note when the venue
 * refuses or when the market was unsubscribed.
 */
export function forgetSubscriptions(exchange: CcxtExchange, hashes: readonly string[]): void {
  for (const client of Object.values(exchange.clients)) {
    const notes = (client as { subscriptions?: Record<string, unknown> }).subscriptions
    if (notes !== undefined) for (const hash of hashes) delete notes[hash]
  }
}
