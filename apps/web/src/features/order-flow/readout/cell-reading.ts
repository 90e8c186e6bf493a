import {
  BUY_GRADE_MASK, cellAskLots, cellBidLots, cellDelta, cellQuote, lotsAt, oppositeLots, ratioText, SELL_GRADE_MASK,
  SELL_GRADE_SHIFT, subtractLots, type Analysis, type Bars, type Lots,
} from '@flowprint/orderflow'
import type { ViewSettings } from '../model/view-settings.ts'
import { groupDigits, lotsText, priceText, quoteText, signed, signOf, type TextUnits } from './quantity-text.ts'

/** Why a number is marked as an imbalance (INDICATORS 5); quantities in base units, as the rule compares them. */
export interface ImbalanceReading {
  readonly side: 'buy' | 'sell'
  readonly grade: number
  readonly dominant: string
  readonly opposite: string
  /** Two decimals, truncated; null when the opposite is 0. */
  readonly ratio: string | null
  readonly minVolume: string
}

/** The stacked imbalance that a row belongs to (INDICATORS 6). */
export interface StackReading {
  readonly side: 'buy' | 'sell'
  readonly count: number
  /** Base units. */
  readonly volume: string
}

/** One row of one bar in exact words. */
export interface CellReading {
  readonly low: string
  /** Upper edge, exclusive; the same text as `low` for rows of one tick. */
  readonly high: string
  readonly bid: string
  readonly ask: string
  readonly delta: string
  readonly deltaSign: number
  readonly bidTrades: number
  readonly askTrades: number
  readonly isPoc: boolean
  readonly imbalances: readonly ImbalanceReading[]
  readonly stacks: readonly StackReading[]
}

/** Index of the cell of a row inside a bar, -1 when nothing traded there. Cost: log of the bar's cells. */
export function findCell(bars: Bars, bar: number, row: number): number {
  let low = bars.cellStart[bar]
  let high = bars.cellStart[bar + 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (bars.row[middle] < row) low = middle + 1
    else high = middle
  }
  return low < bars.cellStart[bar + 1] && bars.row[low] === row ? low : -1
}

function imbalance(
  bars: Bars, analysis: Analysis, at: { bar: number; cell: number }, side: 'buy' | 'sell', units: TextUnits,
): ImbalanceReading | null {
  const flags = analysis.cellFlags[at.cell]
  const grade = side === 'buy' ? flags & BUY_GRADE_MASK : (flags & SELL_GRADE_MASK) >> SELL_GRADE_SHIFT
  if (grade === 0) return null
  const dominant = side === 'buy' ? cellAskLots(bars, at.cell) : cellBidLots(bars, at.cell)
  const opposite = oppositeLots(bars, at.cell, side)
  return {
    side,
    grade,
    dominant: lotsText(dominant, units),
    opposite: lotsText(opposite, units),
    ratio: ratioText(dominant, opposite),
    minVolume: minVolumeText(lotsAt(analysis.minVolume, analysis.wide && analysis.wide.minVolume, at.bar), units),
  }
}

/** The automatic minimum may be a fraction of a lot: three more decimals than the lot has. */
function minVolumeText(lots: Lots, units: TextUnits): string {
  if (typeof lots === 'bigint') return lotsText(lots, units)
  const { lot } = units
  const size = Number(lot.mantissa) * 10 ** lot.exponent
  const decimals = Math.min(20, Math.max(0, -lot.exponent) + 3)
  return groupDigits((lots * size).toFixed(decimals))
}

export function readCell(
  bars: Bars, analysis: Analysis, at: { bar: number; cell: number }, unit: ViewSettings['unit'], units: TextUnits,
): CellReading {
  const { bar, cell } = at
  const edge = bars.row[cell] * bars.step
  const base = unit === 'base'
  const amount = (side: 'bid' | 'ask') =>
    base ? lotsText((side === 'bid' ? cellBidLots : cellAskLots)(bars, cell), units) : quoteText(cellQuote(bars, cell, side), units)
  const delta = base
    ? lotsText(cellDelta(bars, cell), units)
    : quoteText(subtractLots(cellQuote(bars, cell, 'ask'), cellQuote(bars, cell, 'bid')), units)
  return {
    low: priceText(edge, units),
    high: priceText(bars.step === 1 ? edge : edge + bars.step, units),
    bid: amount('bid'),
    ask: amount('ask'),
    delta: signed(delta),
    deltaSign: signOf(cellDelta(bars, cell)),
    bidTrades: bars.cellBidTrades[cell],
    askTrades: bars.cellAskTrades[cell],
    isPoc: analysis.pocRow[bar] === bars.row[cell],
    imbalances: (['buy', 'sell'] as const).flatMap((side) => imbalance(bars, analysis, at, side, units) ?? []),
    stacks: analysis.stacks
      .filter(({ t, lowRow, highRow }) => t === bars.t[bar] && lowRow <= bars.row[cell] && bars.row[cell] <= highRow)
      .map(({ side, count, volume }) => ({ side, count, volume: lotsText(volume, units) })),
  }
}
