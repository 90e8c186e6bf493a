import type { MarketListing } from '@flowprint/markets'
import { decimalUnit } from '@flowprint/orderflow'
import type { Instrument } from '../../tape/index.ts'

/**
 * The listing with the units the tape is stored in, or why it cannot go on with them.
 *
 * Rules   a stored tick or lot that divides the listed one stays: every new price is a whole number of the old ticks. A
 *         coarser one, another unit of quantity or another rule of ids would need a new version of the instrument.
 */
export function fitUnits(listing: MarketListing, stored: Instrument): MarketListing | string {
  if (stored.simulated) return `${stored.symbol} is a simulated market`
  if (stored.qtyUnit !== listing.qtyUnit) return `stored quantities are in ${stored.qtyUnit} units, the exchange's in ${listing.qtyUnit} units`
  if (stored.ids !== 'none' && listing.ids === 'none') return 'stored with ids that prove completeness, the exchange has none'
  if (!divides(stored.tickSize, listing.tickSize)) return `stored with tick ${stored.tickSize}, the exchange lists ${listing.tickSize}`
  if (!divides(stored.lotSize, listing.lotSize)) return `stored with lot ${stored.lotSize}, the exchange lists ${listing.lotSize}`
  return { ...listing, tickSize: stored.tickSize, lotSize: stored.lotSize }
}

function divides(stored: string, listed: string): boolean {
  const small = decimalUnit(stored)
  const large = decimalUnit(listed)
  const exponent = Math.min(small.exponent, large.exponent)
  const whole = ({ mantissa, exponent: own }: typeof small): bigint => mantissa * 10n ** BigInt(own - exponent)
  return whole(large) % whole(small) === 0n
}
