import type { RowScale } from './vertical.ts'
import { rowAt, scaleThrough, snapRowPx } from './vertical.ts'

/**
 * Heights of automatic rows, CSS px: minimum of readable rows where columns are wide enough for numbers, maximum while
 * some visible bars do not fit, maximum overall.
 */
export const READABLE_ROW = 13
export const MAX_PARTIAL_ROW = 15
export const MAX_AUTO_ROW = 34
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
