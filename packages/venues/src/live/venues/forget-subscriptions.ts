import type { CcxtExchange } from '../ccxt-types.ts'

/**
 * Makes ccxt send a request again: it records what it has requested on a connection, and keeps the record when the
 * venue refuses or the market is unsubscribed.
 */
export function forgetSubscriptions(exchange: CcxtExchange, hashes: readonly string[]): void {
  for (const client of Object.values(exchange.clients)) {
    const notes = (client as { subscriptions?: Record<string, unknown> }).subscriptions
    if (notes !== undefined) for (const hash of hashes) delete notes[hash]
  }
}

/**
 * Unsubscribes without ccxt: until the venue answers, ccxt's records would show the market as subscribed, so
 * resubscribing in that time would send nothing; and on the answer it rejects everything pending by then.
 */
export async function takeBack(exchange: CcxtExchange, hash: string, message: unknown): Promise<void> {
  forgetSubscriptions(exchange, [hash])
  for (const client of Object.values(exchange.clients)) await client.send(message)
}
