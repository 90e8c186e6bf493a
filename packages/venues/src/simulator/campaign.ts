import type { Cascade } from './cascade.ts'
import { hash3, unitOf } from './random.ts'

/** Duration over which a large buyer or seller works one order, split into pieces (a power of two). */
const CAMPAIGN_MINUTES = 32
/** How much campaigns shift the probability of a buyer: with the price move of that time, and independently. */
const WITH_PRICE = 0.05
const ALONE = 0.05

const SALT_CAMPAIGN = 41

/**
 * How much large orders in progress add to the probability that an order of this minute buys, -0.1 to 0.1: the slow
 * drift of cumulative delta, mostly but not always in the direction of the price (metaorders, after Lillo and Farmer,
 * "The long memory of the efficient market", 2004).
 */
export function campaignAt(cascade: Cascade, stream: number, minute: number): number {
  const { start, open, close, variance } = cascade.node(minute, CAMPAIGN_MINUTES)
  const way = Math.max(-1, Math.min(1, (close - open) / Math.sqrt(variance)))
  return WITH_PRICE * way + ALONE * (2 * unitOf(hash3(stream, start, SALT_CAMPAIGN)) - 1)
}
