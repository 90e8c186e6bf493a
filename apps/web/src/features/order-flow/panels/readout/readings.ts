import {
  addLots,
  type Analysis,
  BAR_INCOMPLETE,
  BAR_OPEN,
  BAR_REPAIRING,
  barDelta,
  barQuote,
  type Bars,
  barVolume,
  BUY_GRADE_MASK,
  cellDelta,
  cellQuote,
  fromUnits,
  type Lots,
  lotsAt,
  oppositeLots,
  ratioText,
  SELL_GRADE_MASK,
  SELL_GRADE_SHIFT,
  sequenceNumberAt,
  subtractLots,
} from '@flowprint/orderflow'
import { lowerBound } from '../../model/lower-bound.ts'
import { formatSigned, groupDigits } from '../../../../shared/format/number.ts'
import {
  type Amount,
  formatAmount,
  formatAtPrice,
  formatLots,
  formatPrice,
  formatQuote,
  formatShare,
  formatSignedAmount,
  signOf,
  type TextUnits,
} from '../../model/quantity-text.ts'
import type { ViewSettings } from '../../model/view-settings.ts'

type BarStateName = 'open' | 'complete' | 'repairing' | 'incomplete'

/** Texts of one bar: exact prices; amounts both short and exact, in the chosen unit. */
export interface BarReading {
  readonly t: number
  /** Earliest start of the next bar; Infinity while unknown. */
  readonly end: number
  /** Number within its UTC day; null for time bars. */
  readonly number: number | null
  readonly state: BarStateName
  readonly up: boolean
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: Amount
  readonly delta: Amount
  readonly deltaSign: number
  readonly deltaShare: string
  readonly minDelta: Amount
  readonly maxDelta: Amount
  readonly trades: Amount
  readonly poc: string
  readonly valueArea: string
  /** VWAP at the bar's close and its standard deviation; null when there is none. */
  readonly vwap: string | null
}

function barStateName(state: number): BarStateName {
  if (state === BAR_OPEN) return 'open'
  if (state === BAR_REPAIRING) return 'repairing'
  return state === BAR_INCOMPLETE ? 'incomplete' : 'complete'
}

const UNKNOWN: Amount = { short: '—', exact: '—' }

/** Volume, delta and the extremes of the delta in the chosen unit. */
function amounts(bars: Bars, bar: number, unit: ViewSettings['unit'], units: TextUnits) {
  if (unit === 'base') {
    return {
      volume: formatAmount(barVolume(bars, bar), units.lot),
      delta: formatSignedAmount(barDelta(bars, bar), units.lot),
      minDelta: formatSignedAmount(lotsAt(bars, 'minDelta', bar), units.lot),
      maxDelta: formatSignedAmount(lotsAt(bars, 'maxDelta', bar), units.lot),
    }
  }
  const [bid, ask] = [barQuote(bars, bar, 'bid'), barQuote(bars, bar, 'ask')]
  // NaN: the exact value exceeds the safe integers and is not shown.
  const extreme = (value: number) => (Number.isNaN(value) ? UNKNOWN : formatSignedAmount(value, units.quote))
  return {
    volume: formatAmount(addLots(bid, ask), units.quote),
    delta: formatSignedAmount(subtractLots(ask, bid), units.quote),
    minDelta: extreme(bars.minDeltaQuote[bar]),
    maxDelta: extreme(bars.maxDeltaQuote[bar]),
  }
}

const COUNT_UNIT = { mantissa: 1n, exponent: 0 }

/** VWAPs have one decimal more than prices. */
function vwapText({ vwap, vwapDeviation }: Analysis, bar: number, { tick }: TextUnits): string | null {
  const finer = { mantissa: tick.mantissa, exponent: tick.exponent - 1 }
  const text = (ticks: number) => fromUnits(Math.round(10 * ticks), finer)
  if (Number.isNaN(vwap[bar])) return null
  return Number.isNaN(vwapDeviation[bar]) ? text(vwap[bar]) : `${text(vwap[bar])} σ ${text(vwapDeviation[bar])}`
}

/** Bars without a fixed length end with the millisecond in which the next one begins. */
function barEnd({ t, cycleMs, length }: Pick<Bars, 't' | 'cycleMs' | 'length'>, bar: number): number {
  if (cycleMs > 0) return t[bar] + cycleMs
  return bar + 1 < length ? Math.floor(t[bar + 1]) + 1 : Infinity
}

export function readBar(
  bars: Bars,
  analysis: Analysis,
  bar: number,
  unit: ViewSettings['unit'],
  units: TextUnits,
  firstNumber: number | null = null,
): BarReading {
  const price = (ticks: number) => formatPrice(ticks, units)
  const net = barDelta(bars, bar)
  return {
    t: bars.t[bar],
    end: barEnd(bars, bar),
    number: firstNumber === null ? null : sequenceNumberAt(bars, bar, firstNumber),
    state: barStateName(bars.state[bar]),
    up: bars.close[bar] >= bars.open[bar],
    open: price(bars.open[bar]),
    high: price(bars.high[bar]),
    low: price(bars.low[bar]),
    close: price(bars.close[bar]),
    ...amounts(bars, bar, unit, units),
    deltaSign: signOf(net),
    deltaShare: formatSigned(formatShare(net, barVolume(bars, bar))),
    trades: formatAmount(bars.trades[bar], COUNT_UNIT),
    poc: price(analysis.pocTick[bar]),
    valueArea: `${price(analysis.valRow[bar] * bars.step)} – ${price((analysis.vahRow[bar] + 1) * bars.step)}`,
    vwap: vwapText(analysis, bar, units),
  }
}

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
interface StackReading {
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
  const end = bars.cellStart[bar + 1]
  const cell = lowerBound(bars.cellStart[bar], end, (i) => bars.row[i] < row)
  return cell < end && bars.row[cell] === row ? cell : -1
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
