import type { RowSpan } from './auto-scale.ts'
import { NUMBER_ROW_PX, rowsThatFit } from './auto-scale.ts'

/**
 * Column count of the first view: minimum, maximum on a phone, and minimum share of the columns wide enough for
 * numbers.
 */
const MIN_BARS = 6
const MAX_PHONE_BARS = 8
const MIN_SHARE = 0.5
/** With fewer bars than columns, bars may be wider than numbers need by at most this factor. */
const MAX_STRETCH = 1.6

export interface FirstViewInput {
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
