import type { InstrumentUnits, Lots } from '@flowprint/orderflow'
import { meanText } from './mean-text.ts'
import { atPriceOf, lotsText, quoteText, textUnits, type Traded } from './quantity-text.ts'

/** Formats amounts on cards that explain a mark, in the chosen unit with its name. */
export interface Amounts {
  /** Amount with known price x quantity. */
  exact(traded: Traded): string
  /** Quantity in lots, valued at the price of `near`: "≈" marks it in the quote unit. */
  about(lots: Lots, near: Traded): string
  /** Price x quantity: in the base unit "≈" and the quantity at the price of `near`. */
  ofNotional(quote: Lots, near: Traded): string
}

export function amountsIn(unit: 'base' | 'quote', name: string, instrument: InstrumentUnits): Amounts {
  const units = textUnits(instrument)
  if (unit === 'base') {
    const isWhole = (lots: Lots) => typeof lots === 'bigint' || Number.isInteger(lots)
    return {
      exact: ({ lots }) => `${lotsText(lots, units)} ${name}`.trim(),
      ofNotional: (quote, near) =>
        `≈ ${meanText(Math.abs((Number(quote) * Number(near.lots)) / Number(near.quote)), instrument.lotSize)} ${name}`.trim(),
      about: (lots) =>
        `${isWhole(lots) ? lotsText(lots, units) : meanText(Number(lots), instrument.lotSize)} ${name}`.trim(),
    }
  }
  const notional = (quote: Lots) => `${quoteText(quote < 0 ? -quote : quote, units)} ${name}`.trim()
  return {
    exact: ({ quote }) => notional(quote),
    ofNotional: notional,
    about: (lots, near) => `≈ ${atPriceOf(lots, near, units)} ${name}`.trim(),
  }
}
