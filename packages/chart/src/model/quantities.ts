import type { Bars, InstrumentUnits } from '@flowprint/orderflow'
import { decimalUnit } from '@flowprint/orderflow'
import type { CellUnit } from '../api.ts'

/** Turns lots into the quantities that are shown. Doubles: they are drawn with four figures, never added up again. */
export interface Quantities {
  readonly unit: CellUnit
  /** Shown quantity of a lot (base) or of a tick x lot (quote). */
  readonly scale: number
  /** Decimals the shown unit has at all. */
  readonly mostDecimals: number
  cellBid(bars: Bars, cell: number): number
  cellAsk(bars: Bars, cell: number): number
}

/** Decimals a quote amount is shown with at most: cents. */
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
  }
}

/** What the statistics table and the volume pane say about a bar, in the shown unit. */
export interface BarFigures {
  bid: number
  ask: number
  minDelta: number
  maxDelta: number
}

/** Sums of a bar; in quote units they are added up from its cells. Written into `into`: called per bar and frame. */
export function barFigures(bars: Bars, i: number, q: Quantities, into: BarFigures): BarFigures {
  if (q.unit === 'base') {
    into.bid = bars.bid[i] * q.scale
    into.ask = bars.ask[i] * q.scale
    into.minDelta = bars.minDelta[i] * q.scale
    into.maxDelta = bars.maxDelta[i] * q.scale
    return into
  }
  let bid = 0
  let ask = 0
  for (let cell = bars.cellStart[i]; cell < bars.cellStart[i + 1]; cell++) {
    bid += q.cellBid(bars, cell)
    ask += q.cellAsk(bars, cell)
  }
  into.bid = bid
  into.ask = ask
  into.minDelta = bars.minDeltaQuote[i] * q.scale
  into.maxDelta = bars.maxDeltaQuote[i] * q.scale
  return into
}
