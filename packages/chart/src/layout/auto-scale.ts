import { rowAt, scaleThrough, snapRowPx } from './vertical.ts'
import type { RowScale } from './vertical.ts'

/**
 * Heights of automatic rows, CSS px: minimum of readable rows where columns are wide enough for numbers, maximum while
 * some visible bars do not fit, maximum overall.
 */
export const READABLE_ROW = 13
export const MAX_PARTIAL_ROW = 15
const MAX_AUTO_ROW = 34
/** Rows of this height (CSS px) show numbers at full strength: the target of the first view. */
export const NUMBER_ROW_PX = 10

/** Preference of the automatic scale: all visible bars, or rows high enough for numbers. */
export type AutoFit = 'fit' | 'readable'
/** Column widths (CSS px) between which readable rows give way to showing everything. */
const COLUMN_FIT = 22
const COLUMN_READABLE = 44
/** Margin above and below for marks and labels, CSS px, at most a share of the pane. */
const MARGIN = 26
const MAX_MARGIN_SHARE = 0.12

export interface RowSpan {
  /** Rows, both inclusive; low > high for none. */
  readonly low: number
  readonly high: number
}

/** Margin above and below in device px. */
export function marginPx(heightPx: number, ratio: number): number {
  return Math.round(Math.min(MARGIN * ratio, heightPx * MAX_MARGIN_SHARE))
}

/** Rows that fit the pane within its margins when each is `rowPx` high. */
export function rowsThatFit(rowPx: number, heightPx: number, ratio: number): number {
  return Math.floor((heightPx - 2 * marginPx(heightPx, ratio)) / rowPx)
}

/**
 * Row height in device px at which a whole span of rows fits. With `readable`, rows stay high enough for numbers
 * instead; as columns become too narrow for numbers, this gives way to showing the whole span.
 *
 * Input   span: rows of the visible bars; heightPx: the pane, device px; columnPx: width of a bar, device px; ratio:
 *         device px per CSS px.
 */
export function autoRowPx(span: RowSpan, heightPx: number, columnPx: number, ratio: number, prefer: AutoFit): number {
  const rows = Math.max(1, span.high - span.low + 1)
  const fit = (heightPx - 2 * marginPx(heightPx, ratio)) / rows
  const column = columnPx / ratio
  const share = prefer === 'fit' ? 0 : smooth((column - COLUMN_FIT) / (COLUMN_READABLE - COLUMN_FIT))
  const readable = share * READABLE_ROW * ratio
  const snapped = snapRowPx(Math.min(Math.max(fit, readable), MAX_AUTO_ROW * ratio))
  // Rounding up would push the outermost rows out of a pane that can show them all.
  return fit >= readable && snapped > fit ? snapRowPx(snapped - 1) : snapped
}

/** The scale that centres `span` with rows of that height. */
export function centred(span: RowSpan, rowPx: number, heightPx: number): RowScale {
  return scaleThrough(rowPx, (span.low + span.high + 1) / 2, heightPx / 2)
}

/**
 * Moves the scale as little as needed to bring `span` within the margins; a span higher than the pane is centred on
 * `focus`, a row inside it.
 */
export function containing(scale: RowScale, span: RowSpan, focus: number, heightPx: number, ratio: number): RowScale {
  const margin = marginPx(heightPx, ratio)
  const room = heightPx - 2 * margin
  if ((span.high - span.low + 1) * scale.rowPx > room) {
    return containing(scale, { low: focus, high: focus }, focus, heightPx, ratio * 2)
  }
  const top = scale.origin - (span.high + 1) * scale.rowPx
  const bottom = scale.origin - span.low * scale.rowPx
  if (top < margin) return { rowPx: scale.rowPx, origin: Math.round(scale.origin + margin - top) }
  if (bottom > heightPx - margin) {
    return { rowPx: scale.rowPx, origin: Math.round(scale.origin - (bottom - (heightPx - margin))) }
  }
  return scale
}

/**
 * The newest visible bars that fit together: grows the span leftwards from the last bar while it fits `rows`.
 *
 * Input   low, high: rows of bar i; bars from `from` to `to`, both inclusive.
 * Output  the union; at least the last bar's own span, however high it is.
 */
export function recentSpan(spanOf: (bar: number) => RowSpan, from: number, to: number, rows: number): RowSpan {
  let { low, high } = spanOf(to)
  for (let bar = to - 1; bar >= from; bar--) {
    const next = spanOf(bar)
    const newLow = Math.min(low, next.low)
    const newHigh = Math.max(high, next.high)
    if (newHigh - newLow + 1 > rows) break
    low = newLow
    high = newHigh
  }
  return { low, high }
}

/** Whether a span of rows is at least partly outside the pane. */
export function outside(scale: RowScale, span: RowSpan, heightPx: number): boolean {
  return rowAt(scale, 0) < span.high + 1 || rowAt(scale, heightPx) > span.low
}

function smooth(share: number): number {
  const x = Math.min(1, Math.max(0, share))
  return x * x * (3 - 2 * x)
}

/**
 * Column count of the first view: minimum, maximum on a phone, and minimum share of the columns wide enough for
 * numbers.
 */
const MIN_BARS = 6
const MAX_PHONE_BARS = 8
const MIN_SHARE = 0.5
/** With fewer bars than columns, bars may be wider than numbers need by at most this factor. */
const MAX_STRETCH = 1.6

interface FirstViewInput {
  /** Width for bars, CSS px, without the margin right of the newest one. */
  readonly width: number
  /** Column width at which numbers are readable, CSS px. */
  readonly column: number
  readonly isPhone: boolean
  /** Height of the pane, CSS px. */
  readonly height: number
  readonly bars: number
  readonly spanOf: (bar: number) => RowSpan
}

/**
 * Column width of the first view, CSS px: as many of the newest bars as can show their numbers in width and in height,
 * down to half of those that fit in width. If not even these fit in height, the precision rules out numbers, and the
 * width alone decides.
 */
export function firstColumn(input: FirstViewInput): number {
  const { width, column, isPhone, height, bars, spanOf } = input
  const wide = Math.floor(width / column)
  const max = isPhone ? Math.min(MAX_PHONE_BARS, Math.max(MIN_BARS, wide)) : Math.max(MIN_BARS, wide)
  const min = Math.max(MIN_BARS, isPhone ? 0 : Math.ceil(max * MIN_SHARE))
  const fitting = barsThatFit(rowsThatFit(NUMBER_ROW_PX, height, 1), Math.min(max, bars), bars, spanOf)
  const count = fitting >= Math.min(min, bars) ? Math.max(min, fitting) : max
  if (count <= bars) return width / count
  return Math.min(width / Math.max(1, bars), column * MAX_STRETCH)
}

/** How many of the newest bars, at most `max`, fit together into that many rows. */
function barsThatFit(rows: number, max: number, bars: number, spanOf: (bar: number) => RowSpan): number {
  let low = Infinity
  let high = -Infinity
  for (let count = 1; count <= max; count++) {
    const span = spanOf(bars - count)
    low = Math.min(low, span.low)
    high = Math.max(high, span.high)
    if (high - low + 1 > rows) return count - 1
  }
  return max
}
