import {
  addLots,
  type Analysis,
  type Bars,
  BUY_GRADE_MASK,
  cellDelta,
  cellQuote,
  type Lots,
  lotsAt,
  oppositeLots,
  ratioText,
  SELL_GRADE_MASK,
  SELL_GRADE_SHIFT,
  subtractLots,
} from '@flowprint/orderflow'
import { groupDigits, formatSigned } from '../../../../shared/format/number.ts'
import {
  formatAtPrice,
  formatLots,
  formatPrice,
  formatQuote,
  signOf,
  type TextUnits,
} from '../../model/quantity-text.ts'
import type { ViewSettings } from '../../model/view-settings.ts'

/**
 * Why a number is marked as an imbalance (INDICATORS 5), in the chosen unit. The rule compares quantities, so the ratio
 * is theirs; in quote units the minimum is shown at the average price of the dominant cell.
 */
export interface ImbalanceReading {
  readonly side: 'buy' | 'sell'
  readonly grade: number
  readonly dominant: string
  readonly opposite: string
  /** Two decimals, truncated; null when the opposite is 0. */
  readonly ratio: string | null
  readonly minVolume: string
}

/** The stacked imbalance that contains a row (INDICATORS 6). */
export interface StackReading {
  readonly side: 'buy' | 'sell'
  readonly count: number
  readonly volume: string
}

/** Exact texts of one row of a bar. */
export interface CellReading {
  readonly low: string
  /** Upper edge, exclusive; equal to `low` for rows of one tick. */
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

/** Index of a row's cell inside a bar, -1 when nothing traded there. Cost: log of the bar's cells. */
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
  bars: Bars,
  analysis: Analysis,
  at: { bar: number; cell: number },
  side: 'buy' | 'sell',
  unit: ViewSettings['unit'],
  units: TextUnits,
): ImbalanceReading | null {
  const flags = analysis.cellFlags[at.cell]
  const grade = side === 'buy' ? flags & BUY_GRADE_MASK : (flags & SELL_GRADE_MASK) >> SELL_GRADE_SHIFT
  if (grade === 0) return null
  const dominant = side === 'buy' ? lotsAt(bars, 'cellAsk', at.cell) : lotsAt(bars, 'cellBid', at.cell)
  const opposite = oppositeLots(bars, at.cell, side)
  const minimum = lotsAt(analysis, 'minVolume', at.bar)
  const quote = cellQuote(bars, at.cell, side === 'buy' ? 'ask' : 'bid')
  const shown =
    unit === 'base'
      ? {
          dominant: formatLots(dominant, units),
          opposite: formatLots(opposite, units),
          minVolume: minVolumeText(minimum, units),
        }
      : {
          dominant: formatQuote(quote, units),
          opposite: formatQuote(oppositeQuote(bars, at.cell, side), units),
          minVolume: formatAtPrice(minimum, { lots: dominant, quote }, units),
        }
  return {
    side,
    grade,
    ...shown,
    ratio: ratioText(dominant, opposite),
  }
}

/** The automatic minimum may be a fraction of a lot: three more decimals than the lot. */
function minVolumeText(lots: Lots, units: TextUnits): string {
  if (typeof lots === 'bigint') return formatLots(lots, units)
  const { lot } = units
  const size = Number(lot.mantissa) * 10 ** lot.exponent
  const decimals = Math.min(20, Math.max(0, -lot.exponent) + 3)
  return groupDigits((lots * size).toFixed(decimals))
}

/** Price x quantity of the cell an imbalance is compared with; 0 when nothing traded there. */
function oppositeQuote(bars: Bars, cell: number, side: 'buy' | 'sell'): Lots {
  const next = side === 'buy' ? cell - 1 : cell + 1
  if (oppositeLots(bars, cell, side) === 0) return 0
  return cellQuote(bars, next, side === 'buy' ? 'bid' : 'ask')
}

/** Price x quantity of a stack's dominant cells. */
function stackQuote(bars: Bars, bar: number, side: 'buy' | 'sell', lowRow: number, highRow: number): Lots {
  let sum: Lots = 0
  for (let cell = bars.cellStart[bar]; cell < bars.cellStart[bar + 1]; cell++) {
    if (bars.row[cell] >= lowRow && bars.row[cell] <= highRow)
      sum = addLots(sum, cellQuote(bars, cell, side === 'buy' ? 'ask' : 'bid'))
  }
  return sum
}

export function readCell(
  bars: Bars,
  analysis: Analysis,
  at: { bar: number; cell: number },
  unit: ViewSettings['unit'],
  units: TextUnits,
): CellReading {
  const { bar, cell } = at
  const edge = bars.row[cell] * bars.step
  const base = unit === 'base'
  const amount = (side: 'bid' | 'ask') =>
    base
      ? formatLots(lotsAt(bars, side === 'bid' ? 'cellBid' : 'cellAsk', cell), units)
      : formatQuote(cellQuote(bars, cell, side), units)
  const delta = base
    ? formatLots(cellDelta(bars, cell), units)
    : formatQuote(subtractLots(cellQuote(bars, cell, 'ask'), cellQuote(bars, cell, 'bid')), units)
  return {
    low: formatPrice(edge, units),
    high: formatPrice(bars.step === 1 ? edge : edge + bars.step, units),
    bid: amount('bid'),
    ask: amount('ask'),
    delta: formatSigned(delta),
    deltaSign: signOf(cellDelta(bars, cell)),
    bidTrades: bars.cellBidTrades[cell],
    askTrades: bars.cellAskTrades[cell],
    isPoc: analysis.pocRow[bar] === bars.row[cell],
    imbalances: (['buy', 'sell'] as const).flatMap((side) => imbalance(bars, analysis, at, side, unit, units) ?? []),
    stacks: analysis.stacks
      .filter(({ t, lowRow, highRow }) => t === bars.t[bar] && lowRow <= bars.row[cell] && bars.row[cell] <= highRow)
      .map(({ side, count, volume, lowRow, highRow }) => ({
        side,
        count,
        volume: base ? formatLots(volume, units) : formatQuote(stackQuote(bars, bar, side, lowRow, highRow), units),
      })),
  }
}
