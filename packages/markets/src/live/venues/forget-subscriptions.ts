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

/**
 * Takes a subscription back, past ccxt: until the venue has answered, its own notes would say that the market is subscribed, and
 * one that is followed anew meanwhile would never be asked for; and with the answer it breaks off what waits by then.
 */
export async function takeBack(exchange: CcxtExchange, hash: string, message: unknown): Promise<void> {
  forgetSubscriptions(exchange, [hash])
  for (const client of Object.values(exchange.clients)) await client.send(message)
}
