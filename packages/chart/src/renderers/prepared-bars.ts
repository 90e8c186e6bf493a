import { type Analysis, type Bars, BUY_GRADE_MASK, SELL_GRADE_MASK, SELL_GRADE_SHIFT } from '@flowprint/orderflow'
import type { ChartSettings } from '../api.ts'
import { fittingText, type TextWidth } from '../format/number-text.ts'
import type { Quantities } from '../model/quantities.ts'
import type { Strength } from '../model/strength.ts'
import { type Fonts, GAP } from './fonts.ts'
import { FILL_NONE, type Palette, tintFill, type TintKind, tintLevel } from './palette.ts'

/**
 * A bar's cells prepared for painting: text, fill and text style of the first and second number. '' = nothing traded.
 */
export interface PreparedBar {
  readonly textA: string[]
  readonly textB: string[]
  readonly fillA: Uint16Array
  readonly fillB: Uint16Array
  readonly styleA: Uint8Array
  readonly styleB: Uint8Array
  /** Both numbers as one text if they share a style (one call instead of two, the frame's main cost); else ''. */
  readonly textBoth: string[]
  readonly styleBoth: Uint8Array
  /** Volume of the bar's largest row: full length of a profile. */
  readonly mostTotal: number
  /** Width of the first number of such a text, device px. */
  readonly widthA: Float64Array
}

/** Everything a prepared bar depends on, except the bar itself. */
export interface Preparation {
  readonly settings: ChartSettings
  readonly quantities: Quantities
  readonly strength: Strength
  readonly palette: Palette
  readonly textWidth: TextWidth
  /** Null if no numbers are drawn. */
  readonly fonts: Fonts | null
}

/** Maximum number of cached bars; beyond it the cache is cleared, which costs one frame of formatting. */
const MAX_KEPT = 1500

/** Caches formatted and coloured cells of closed bars by sequence number, so that they are not computed per frame. */
export class PreparedBars {
  #kept = new Map<number, PreparedBar>()
  #for: Preparation | null = null

  /** Prepared cells of bar `i`; `keep` false for an open bar, which changes with every trade. */
  get(
    bars: Bars,
    analysis: Analysis,
    i: number,
    sequence: number,
    preparation: Preparation,
    keep: boolean,
  ): PreparedBar {
    if (this.#for === null || !samePreparation(this.#for, preparation)) {
      this.#kept.clear()
      this.#for = preparation
    }
    const known = keep ? this.#kept.get(sequence) : undefined
    if (known !== undefined) return known
    const made = prepareBar(bars, analysis, i, preparation)
    if (keep) {
      if (this.#kept.size >= MAX_KEPT) this.#kept.clear()
      this.#kept.set(sequence, made)
    }
    return made
  }

  /** Invalidates replaced bars from a sequence number on. */
  invalidateFrom(sequence: number): void {
    for (const key of this.#kept.keys()) if (key >= sequence) this.#kept.delete(key)
  }

  clear(): void {
    this.#kept.clear()
  }
}

function samePreparation(a: Preparation, b: Preparation): boolean {
  return (
    a.settings === b.settings &&
    a.quantities === b.quantities &&
    a.strength === b.strength &&
    a.palette === b.palette &&
    a.textWidth === b.textWidth &&
    a.fonts === b.fonts
  )
}

export function prepareBar(bars: Bars, analysis: Analysis, i: number, p: Preparation): PreparedBar {
  const from = bars.cellStart[i]
  const count = bars.cellStart[i + 1] - from
  const { mode } = p.settings
  let mostTotal = 0
  for (let cell = from; cell < from + count; cell++) {
    mostTotal = Math.max(mostTotal, p.quantities.cellBid(bars, cell) + p.quantities.cellAsk(bars, cell))
  }
  const made: PreparedBar = {
    textA: Array.from<string>({ length: count }),
    textB: mode === 'bidAsk' ? Array.from<string>({ length: count }) : [],
    fillA: new Uint16Array(count),
    fillB: new Uint16Array(count),
    styleA: new Uint8Array(count),
    styleB: new Uint8Array(count),
    textBoth: mode === 'bidAsk' ? Array.from<string>({ length: count }).fill('') : [],
    styleBoth: new Uint8Array(count),
    mostTotal,
    widthA: new Float64Array(count),
  }
  for (let k = 0; k < count; k++) prepareCell(bars, analysis, from + k, k, p, made)
  return made
}

function prepareCell(bars: Bars, analysis: Analysis, cell: number, k: number, p: Preparation, made: PreparedBar): void {
  const { settings, strength, palette } = p
  const bid = p.quantities.cellBid(bars, cell)
  const ask = p.quantities.cellAsk(bars, cell)
  const trades = bars.cellBidTrades[cell] + bars.cellAskTrades[cell]
  const delta = p.quantities.cellDelta(bars, cell)
  fillCell(bid, ask, delta, trades, k, settings, strength, made)
  const flags = settings.layers.imbalances ? analysis.cellFlags[cell] : 0
  const buy = flags & BUY_GRADE_MASK
  const sell = (flags & SELL_GRADE_MASK) >> SELL_GRADE_SHIFT
  if (settings.mode === 'bidAsk') {
    made.textA[k] = numberText(bid, p)
    made.textB[k] = numberText(ask, p)
    made.styleA[k] = style(palette, made.fillA[k], 0, sell)
    made.styleB[k] = style(palette, made.fillB[k], 1, buy)
    if (buy === 0 && sell === 0) joinNumbers(k, p, made)
    return
  }
  const value = settings.mode === 'delta' ? delta : settings.mode === 'trades' ? trades : bid + ask
  made.textA[k] = numberText(value, p)
  if (settings.mode === 'profile') {
    made.styleA[k] = palette.onProfile
    return
  }
  // One number represents both sides: it uses the stronger grade, the buy side's on a tie.
  made.styleA[k] = buy >= sell ? style(palette, made.fillA[k], 1, buy) : style(palette, made.fillA[k], 0, sell)
}

/** '' for nothing; never wider than the width computed for the chart's larger numbers. */
function numberText(value: number, { strength, textWidth }: Preparation): string {
  return value === 0 ? '' : fittingText(value, strength.decimals, textWidth, strength.needed[textWidth])
}

function joinNumbers(k: number, { palette, fonts }: Preparation, made: PreparedBar): void {
  const first = made.textA[k]
  const second = made.textB[k]
  if (fonts === null || first === '' || second === '') return
  const both = palette.plainOnBoth(made.fillA[k], made.fillB[k])
  if (both < 0) return
  made.textBoth[k] = first + GAP + second
  made.styleBoth[k] = both
  made.widthA[k] = fonts.widthOf(first)
}

function style(palette: Palette, fill: number, side: 0 | 1, grade: number): number {
  return grade === 0 ? palette.plainOn[fill] : palette.gradedOn[side][grade][fill]
}

/** Chooses the fills of a row by `tint`; in one-number modes "side" is the dominant side. */
function fillCell(
  bid: number,
  ask: number,
  delta: number,
  trades: number,
  k: number,
  { mode, tint }: ChartSettings,
  s: Strength,
  made: PreparedBar,
): void {
  const two = mode === 'bidAsk'
  const direction: TintKind = delta >= 0 ? 'ask' : 'bid'
  let a = FILL_NONE
  let b = FILL_NONE
  if (mode === 'profile' || tint === 'none') {
    a = FILL_NONE
  } else if (mode === 'trades') {
    a = tintFill('neutral', tintLevel(trades, s.trades))
  } else if (tint === 'delta' || (tint === 'side' && mode === 'delta')) {
    a = tintFill(direction, tintLevel(Math.abs(delta), s.delta))
    b = a
  } else if (tint === 'volume') {
    a = tintFill('neutral', tintLevel(bid + ask, s.total))
    b = a
  } else if (two) {
    a = tintFill('bid', tintLevel(bid, s.side))
    b = tintFill('ask', tintLevel(ask, s.side))
  } else {
    a = tintFill(direction, tintLevel(bid + ask, s.total))
  }
  made.fillA[k] = a
  made.fillB[k] = b
}
