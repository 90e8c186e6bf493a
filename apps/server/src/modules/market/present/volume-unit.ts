import { decimalUnit, multiplyUnits } from '@flowprint/orderflow'
import type { Bars, InstrumentUnits } from '@flowprint/orderflow'
import { decimalWriter } from './decimal-text.ts'
import type { DecimalWriter } from './decimal-text.ts'

/** Sums of one bar in whole units; min and max delta are null where their exact value was not kept. */
export interface BarSums {
  readonly bid: bigint | number
  readonly ask: bigint | number
  readonly minDelta: bigint | number | null
  readonly maxDelta: bigint | number | null
}

/** How volumes are counted: lots of the base, or ticks x lots of the quote (exact from the cells' offsets). */
export interface VolumeUnit {
  readonly text: DecimalWriter
  cellBid(cell: number): bigint | number
  cellAsk(cell: number): bigint | number
  sums(bar: number): BarSums
}

export function baseUnit(bars: Bars, units: InstrumentUnits): VolumeUnit {
  return {
    text: decimalWriter(units.lotSize),
    cellBid: (cell) => bars.cellBid[cell],
    cellAsk: (cell) => bars.cellAsk[cell],
    sums: (i) => ({ bid: bars.bid[i], ask: bars.ask[i], minDelta: bars.minDelta[i], maxDelta: bars.maxDelta[i] }),
  }
}

export function quoteUnit(bars: Bars, units: InstrumentUnits): VolumeUnit {
  const { step, row } = bars
  const quote = (cell: number, lots: number, offsets: Float64Array | null) =>
    multiplyAdd(row[cell] * step, lots, offsets === null ? 0 : offsets[cell])
  const cellBid = (cell: number) => quote(cell, bars.cellBid[cell], bars.cellBidOffset)
  const cellAsk = (cell: number) => quote(cell, bars.cellAsk[cell], bars.cellAskOffset)
  return {
    text: decimalWriter(multiplyUnits(decimalUnit(units.tickSize), decimalUnit(units.lotSize))),
    cellBid,
    cellAsk,
    sums(i) {
      let bid = 0n
      let ask = 0n
      for (let cell = bars.cellStart[i]; cell < bars.cellStart[i + 1]; cell++) {
        bid += BigInt(cellBid(cell))
        ask += BigInt(cellAsk(cell))
      }
      return { bid, ask, minDelta: keptOrNull(bars.minDeltaQuote[i]), maxDelta: keptOrNull(bars.maxDeltaQuote[i]) }
    },
  }
}

/** a x b + c, exactly: as a number while it stays a safe integer. */
function multiplyAdd(a: number, b: number, c: number): bigint | number {
  const value = a * b + c
  return Number.isSafeInteger(a * b) && Number.isSafeInteger(value) ? value : BigInt(a) * BigInt(b) + BigInt(c)
}

const keptOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
