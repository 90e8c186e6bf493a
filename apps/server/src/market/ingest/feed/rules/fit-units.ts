import type { MarketListing } from '@flowprint/venues'
import { commonUnit } from '@flowprint/orderflow'
import type { Instrument } from '../../../store/index.ts'

/**
 * Returns the listing in the units the tape should use, or why it cannot continue.
 * Rules   the tick is the greatest one that divides both the stored and the listed tick, likewise the lot: the stored
 * one if it divides the listed one (every new price is a whole number of old ticks), else a finer one to which the tape
 * must be converted first. A different quantity unit or id rule cannot be converted.
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

/** Compares texts as the store and `fitUnits` return them: one text per unit. */
export const isSameUnits = (a: Units, b: Units): boolean => a.tickSize === b.tickSize && a.lotSize === b.lotSize
