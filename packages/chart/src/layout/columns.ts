/**
 * Horizontal bar positions: the left edge of the bar with sequence number `anchor` is at device pixel `origin`, and
 * bars are `spacing` device pixels (fractional) apart. Every pane uses the same edges, rounded the same way, so that
 * columns line up.
 */
export interface ColumnScale {
  readonly spacing: number
  readonly origin: number
  readonly anchor: number
}

/** Device x of the left edge of a bar's column; a whole number. The right edge is the next column's left. */
export function columnLeft(scale: ColumnScale, sequence: number): number {
  return scale.origin + Math.round((sequence - scale.anchor) * scale.spacing)
}

/** Sequence numbers (both inclusive) of the columns that touch the device columns of pixels [left, right). */
export function columnsWithin(scale: ColumnScale, left: number, right: number): { from: number; to: number } {
  let from = scale.anchor + Math.floor((left - scale.origin) / scale.spacing) - 1
  while (columnLeft(scale, from + 1) <= left) from += 1
  let to = scale.anchor + Math.ceil((right - scale.origin) / scale.spacing) + 1
  while (columnLeft(scale, to) >= right) to -= 1
  return { from, to }
}

/** Parts of a column as device px from its left edge; whole numbers. */
export interface ColumnParts {
  /** Slim candle. */
  readonly stemLeft: number
  readonly stemWidth: number
  /** Bars of stacked imbalances next to the cells. */
  readonly sellStackLeft: number
  readonly buyStackLeft: number
  readonly stackWidth: number
  /** The cells, and the line between their halves. */
  readonly cellsLeft: number
  readonly middle: number
  readonly cellsRight: number
  /** Vertical line of the value area's bracket, 1 unit wide; its ends point left to the cells. */
  readonly bracketLeft: number
  /** Lane for overlay marks, right of everything else; width 0 if there is none. */
  readonly laneLeft: number
  readonly laneWidth: number
  /** A CSS pixel in device px, at least 1. */
  readonly unit: number
}

/** Columns narrower than this (CSS px) drop the bracket and use less space for the candle and the stacks. */
export const WIDE_COLUMN = 58

/** Lane widths for marks (CSS px) by minimum column width. */
const LANES = [
  [70, 10],
  [WIDE_COLUMN, 8],
  [24, 3],
] as const

/**
 * Divides a column into its parts.
 *
 * Input   width: device px to the next column's left edge; ratio: device px per CSS px; candle, stacks, valueArea: what
 *         is shown; lane: overlay marks need space. The cells take the space of what is not shown.
 */
export function columnParts(
  width: number,
  ratio: number,
  shown: { candle: boolean; stacks: boolean; valueArea: boolean },
  lane = false,
): ColumnParts {
  const unit = Math.max(1, Math.round(ratio))
  const css = width / ratio
  const roomy = css >= WIDE_COLUMN
  const gap = css >= 70 ? 3 * unit : css >= 20 ? unit : css >= 8 ? Math.round(unit / 2) : 0
  const stemWidth =
    !shown.candle || css < 12 ? 0 : Math.max(unit, Math.min((roomy ? 4 : 2) * unit, Math.round(width * 0.05)))
  const stackWidth = !shown.stacks ? 0 : roomy ? 3 * unit : css >= 16 ? unit : 0
  const bracket = shown.valueArea && roomy ? 3 * unit : 0
  const laneWidth = lane ? (LANES.find(([least]) => css >= least)?.[1] ?? 0) * unit : 0
  const stemLeft = gap
  const afterStem = stemLeft + stemWidth + (stemWidth > 0 ? (roomy ? 2 * unit : unit) : 0)
  // Narrow columns have no space for stacks: they overlap the edges of the cells.
  const besideCells = roomy ? stackWidth : 0
  const cellsLeft = afterStem + besideCells
  const cellsRight = Math.max(cellsLeft + 1, width - gap - laneWidth - bracket - besideCells)
  return {
    stemLeft,
    stemWidth,
    unit,
    stackWidth,
    cellsLeft,
    cellsRight,
    sellStackLeft: afterStem,
    buyStackLeft: roomy ? cellsRight : cellsRight - stackWidth,
    middle: Math.round((cellsLeft + cellsRight) / 2),
    bracketLeft: cellsRight + besideCells + bracket - unit,
    laneLeft: cellsRight + besideCells + bracket,
    laneWidth,
  }
}
