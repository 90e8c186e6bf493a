import type { Cascade } from './cascade.ts'
import { hash3, unitOf } from './random.ts'

/** A large buyer or seller works this long on one order, cut in pieces (a power of two). */
const CAMPAIGN_MINUTES = 32
/** How far campaigns shift the chance of a buyer: with the price's way of that time, and by themselves. */
const WITH_PRICE = 0.05
const ALONE = 0.05

const SALT_CAMPAIGN = 41

/**
 * What large orders in work add to the chance that an order of this minute buys, -0.1 to 0.1: the slow lean of
 * the cumulative delta, mostly but not always the way the price goes (metaorders, after Lillo and Farmer, "The long memory
 * of the efficient market", 2004).
 */
export function campaignAt(cascade: Cascade, stream: number, minute: number): number {
  const { start, open, close, variance } = cascade.node(minute, CAMPAIGN_MINUTES)
  const way = Math.max(-1, Math.min(1, (close - open) / Math.sqrt(variance)))
  return WITH_PRICE * way + ALONE * (2 * unitOf(hash3(stream, start, SALT_CAMPAIGN)) - 1)
}
