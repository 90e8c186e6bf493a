import { barQuote, cellQuote, decimalUnit, lotsAt, multiplyUnits } from '@flowprint/orderflow'
import type { Bars, InstrumentUnits, Lots } from '@flowprint/orderflow'
import { decimalWriter } from './decimal-text.ts'
import type { DecimalWriter } from './decimal-text.ts'

/** Exact sums of one bar in whole units; min and max delta are null when their exact value was not stored. */
export interface BarSums {
  readonly bid: Lots
  readonly ask: Lots
  readonly minDelta: Lots | null
  readonly maxDelta: Lots | null
}

/** How volumes are counted: lots of the base, or ticks x lots of the quote (exact from the cells' offsets). */
export interface VolumeUnit {
  readonly text: DecimalWriter
  cellBid(cell: number): Lots
  cellAsk(cell: number): Lots
  /** Converts lots traded at a price. */
  at(tick: number, lots: Lots): Lots
  sums(bar: number): BarSums
}

export function baseUnit(bars: Bars, units: InstrumentUnits): VolumeUnit {
  return {
    text: decimalWriter(units.lotSize),
    cellBid: (cell) => lotsAt(bars, 'cellBid', cell),
    cellAsk: (cell) => lotsAt(bars, 'cellAsk', cell),
    at: (_tick, lots) => lots,
    sums: (i) => ({
      bid: lotsAt(bars, 'bid', i),
      ask: lotsAt(bars, 'ask', i),
      minDelta: lotsAt(bars, 'minDelta', i),
      maxDelta: lotsAt(bars, 'maxDelta', i),
    }),
  }
}

export function quoteUnit(bars: Bars, units: InstrumentUnits): VolumeUnit {
  return {
    text: decimalWriter(multiplyUnits(decimalUnit(units.tickSize), decimalUnit(units.lotSize))),
    cellBid: (cell) => cellQuote(bars, cell, 'bid'),
    cellAsk: (cell) => cellQuote(bars, cell, 'ask'),
    at: (tick, lots) => BigInt(tick) * BigInt(lots),
    sums: (i) => ({
      bid: barQuote(bars, i, 'bid'),
      ask: barQuote(bars, i, 'ask'),
      minDelta: keptOrNull(bars.minDeltaQuote[i]),
      maxDelta: keptOrNull(bars.maxDeltaQuote[i]),
    }),
  }
}

const keptOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
