import type { Bars, InstrumentUnits } from '@flowprint/orderflow'
import { cellDelta, cellQuote, decimalUnit, subtractLots } from '@flowprint/orderflow'
import type { CellUnit } from '../api.ts'

/** Converts lots into shown quantities. Doubles: drawn with four figures and never summed again. */
export interface Quantities {
  readonly unit: CellUnit
  /** Shown quantity of a lot (base) or of a tick x lot (quote). */
  readonly scale: number
  /** Maximum decimals of the shown unit. */
  readonly mostDecimals: number
  cellBid(bars: Bars, cell: number): number
  cellAsk(bars: Bars, cell: number): number
  /** ask - bid, subtracted before it is rounded: two sides that differ by a lot never look equal. */
  cellDelta(bars: Bars, cell: number): number
}

/** Maximum decimals of a quote amount: cents. */
const QUOTE_DECIMALS = 2

export function quantities(units: InstrumentUnits, unit: CellUnit): Quantities {
  const lot = Number(units.lotSize)
  if (unit === 'base') {
    return {
      unit,
      scale: lot,
      mostDecimals: Math.max(0, -decimalUnit(units.lotSize).exponent),
      cellBid: (bars, cell) => bars.cellBid[cell] * lot,
      cellAsk: (bars, cell) => bars.cellAsk[cell] * lot,
      cellDelta: (bars, cell) => Number(cellDelta(bars, cell)) * lot,
    }
  }
  const scale = Number(units.tickSize) * lot
  return {
    unit,
    scale,
    mostDecimals: QUOTE_DECIMALS,
    cellBid: (bars, cell) =>
      (bars.row[cell] * bars.step * bars.cellBid[cell] + (bars.cellBidOffset === null ? 0 : bars.cellBidOffset[cell])) *
      scale,
    cellAsk: (bars, cell) =>
      (bars.row[cell] * bars.step * bars.cellAsk[cell] + (bars.cellAskOffset === null ? 0 : bars.cellAskOffset[cell])) *
      scale,
    cellDelta: (bars, cell) => Number(subtractLots(cellQuote(bars, cell, 'ask'), cellQuote(bars, cell, 'bid'))) * scale,
  }
}
