import {
  BUY_GRADE_MASK,
  BUY_STACK,
  decimalUnit,
  fromUnits,
  SELL_GRADE_MASK,
  SELL_GRADE_SHIFT,
  SELL_STACK,
  type Analysis,
  type Bars,
} from '@flowprint/orderflow'
import type {
  FootprintFigure,
  FootprintFigureBar,
  FootprintFigureRow,
} from '../../../src/features/help/figures/figure.ts'

export interface Look {
  /** The bars to draw; all by default. */
  readonly bars?: readonly number[]
  readonly tick?: string
  readonly labels?: readonly string[]
  readonly show?: readonly ('poc' | 'area' | 'imbalance')[]
  /** Highlighted rows of the last bar. */
  readonly mark?: readonly number[]
}

/** A figure of bars with the engine's results. */
export function footprint(bars: Bars, analysis: Analysis, look: Look = {}): FootprintFigure {
  const which = look.bars ?? Array.from({ length: bars.length }, (_, i) => i)
  return {
    kind: 'footprint',
    bars: which.map((i, k) => drawBar(bars, analysis, i, look, k === which.length - 1, look.labels?.[k] ?? '')),
  }
}

function drawBar(
  bars: Bars,
  analysis: Analysis,
  i: number,
  { tick = '1', show = [], mark = [] }: Look,
  isLast: boolean,
  label: string,
): FootprintFigureBar {
  const unit = decimalUnit(tick)
  const rowOf = (price: number) => Math.floor(price / bars.step)
  const [lowest, highest] = [rowOf(bars.low[i]), rowOf(bars.high[i])]
  const rows: FootprintFigureRow[] = []
  for (let row = highest; row >= lowest; row--) {
    const c = cellOf(bars, i, row)
    const flags = c < 0 || !show.includes('imbalance') ? 0 : analysis.cellFlags[c]
    const buy = flags & BUY_GRADE_MASK
    const sell = (flags & SELL_GRADE_MASK) >> SELL_GRADE_SHIFT
    rows.push({
      price: fromUnits(row * bars.step, unit),
      bid: c < 0 ? 0 : bars.cellBid[c],
      ask: c < 0 ? 0 : bars.cellAsk[c],
      ...(buy > 0 && { buy }),
      ...(sell > 0 && { sell }),
      ...(flags & (BUY_STACK | SELL_STACK) && { stack: flags & BUY_STACK ? ('buy' as const) : ('sell' as const) }),
      ...(show.includes('poc') && analysis.pocRow[i] === row && { poc: true as const }),
      ...(show.includes('area') && analysis.valRow[i] <= row && row <= analysis.vahRow[i] && { area: true as const }),
      ...(isLast && mark.includes(row) && { mark: true as const }),
    })
  }
  return {
    label,
    rows,
    open: highest - rowOf(bars.open[i]),
    close: highest - rowOf(bars.close[i]),
    volume: bars.bid[i] + bars.ask[i],
    delta: bars.ask[i] - bars.bid[i],
  }
}

function cellOf(bars: Bars, i: number, row: number): number {
  for (let c = bars.cellStart[i]; c < bars.cellStart[i + 1]; c++) if (bars.row[c] === row) return c
  return -1
}

/** Bars starting at `from`, with prices whose tick is 1/`parts`. */
export function candles(bars: Bars, from = 0, parts = 1) {
  return Array.from({ length: bars.length - from }, (_, k) => {
    const i = from + k
    return {
      open: bars.open[i] / parts,
      high: bars.high[i] / parts,
      low: bars.low[i] / parts,
      close: bars.close[i] / parts,
    }
  })
}

/** "+30", "-12", "0". */
export const signed = (value: number) => (value > 0 ? `+${value}` : String(value)).replace('-', '−')

/** Rounded for reading, without trailing zeros. */
export const short = (value: number, decimals = 2) => String(Number(value.toFixed(decimals)))
