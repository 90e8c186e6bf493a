import type { InstrumentUnits, Lots } from '@flowprint/orderflow'
import { meanText } from '../signals/mean-text.ts'
import { atPriceOf, lotsText, quoteText, textUnits, type Traded } from './quantity-text.ts'

/** Amounts on the cards that explain a mark, in the chosen unit and with its name. */
export interface Amounts {
  /** Of a trade or a cell whose price x quantity is known. */
  exact(traded: Traded): string
  /** Of a quantity of lots that only the price of `near` is known for: "≈" says so in the quote unit. */
  about(lots: Lots, near: Traded): string
  /** Of a price x quantity: "≈" and the quantity at the price of `near` in the base unit. */
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
