// The tape of the animated chart on the home page: an hour of the simulated market in the product's packed format.
import { encodeTrades } from '@flowprint/orderflow'
import { createSimulator, DEMO_BTCUSD, DEMO_SEED } from '@flowprint/venues'

/** A busy hour; fixed, so that every build produces the same bytes. */
const FROM = Date.UTC(2025, 9, 6, 15, 12)
const MINUTES = 64

export function demoTape() {
  return encodeTrades(createSimulator({ seed: DEMO_SEED, market: DEMO_BTCUSD }).trades(FROM, FROM + MINUTES * 60_000))
}
