import type { MarketListing } from '@flowprint/markets'
import { commonUnit } from '@flowprint/orderflow'
import type { Instrument } from '../../tape/index.ts'

/**
 * The listing in the units the tape goes on with, or why it cannot go on.
 *
 * Rules   the tick is the greatest that divides the stored and the listed one, and so is the lot: the stored one where it
 *         divides what is listed (every new price is a whole number of the old ticks), else a finer one, into which the tape
 *         has to be converted first. Another unit of quantity or another rule of ids cannot be converted.
 */
export function fitUnits(listing: MarketListing, stored: Instrument): MarketListing | string {
  if (stored.simulated) return `${stored.symbol} is a simulated market`
  if (stored.qtyUnit !== listing.qtyUnit)
    return `stored quantities are in ${stored.qtyUnit} units, the exchange's in ${listing.qtyUnit} units`
  if (stored.ids !== 'none' && listing.ids === 'none')
    return 'stored with ids that prove completeness, the exchange has none'
  return {
    ...listing,
    tickSize: commonUnit(stored.tickSize, listing.tickSize),
    lotSize: commonUnit(stored.lotSize, listing.lotSize),
  }
}

type Units = Pick<MarketListing, 'tickSize' | 'lotSize'>

/** Texts as the store and `fitUnits` give them: one text per unit. */
export const isSameUnits = (a: Units, b: Units): boolean => a.tickSize === b.tickSize && a.lotSize === b.lotSize
