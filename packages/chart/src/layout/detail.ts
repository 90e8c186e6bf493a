import type { CellMode } from '../api.ts'
import type { TextWidth } from '../format/number-text.ts'
import { WIDE_COLUMN } from './columns.ts'

/** What a zoom level can show. Alphas go smoothly from 0 to 1, so that elements fade in instead of popping up. */
export interface Detail {
  readonly level: 'numbers' | 'cells' | 'candles'
  /** Alpha of the numbers, 0 if they are not drawn. */
  readonly numbers: number
  /** Alpha of the cells' tint. */
  readonly cells: number
  /** Font size of the numbers, device px, whole. */
  readonly fontPx: number
  /** Characters that fit, without the sign. */
  readonly textWidth: TextWidth
}

/** Row heights and column widths in CSS px between which an element fades in. */
const NUMBER_ROW = [8, 10] as const
const CELL_ROW = [1.2, 3] as const
const CELL_COLUMN = [7, 12] as const
/** Font sizes of the numbers, CSS px. */
const MIN_FONT = 8
const MIN_TIGHT_FONT = 7.5
const MAX_FONT = 13
/** Padding at both sides of a number, relative to the font size: less where columns are narrow, as on a phone. */
const NUMBER_PADDING = 0.5
const TIGHT_PADDING = 0.25

/** Padding of a number in a column of that width (CSS px), relative to the font size. */
export function numberPadding(column: number): number {
  return column < WIDE_COLUMN ? TIGHT_PADDING : NUMBER_PADDING
}

export interface DetailInput {
  readonly rowPx: number
  /** Device px of a column's cells (both halves). */
  readonly cellsPx: number
  readonly columnPx: number
  readonly ratio: number
  readonly mode: CellMode
  /** Width of a digit relative to the font size. */
  readonly digit: number
  /** Characters that the larger numbers of the chart need when limited to 3, 4 or 5, signs included. */
  readonly needed: Readonly<Record<TextWidth, number>>
}

/**
 * Chooses the level of detail. Numbers need rows of 8 CSS px and enough width for their characters (a narrower text
 * with fewer figures is tried first), cells need distinguishable rows and columns, candles need nothing.
 */
export function chooseDetail(input: DetailInput): Detail {
  const row = input.rowPx / input.ratio
  const cells = fade(row, CELL_ROW) * fade(input.columnPx / input.ratio, CELL_COLUMN)
  const text = chooseText(input, row)
  const numbers = text === null ? 0 : fade(row, NUMBER_ROW) * cells
  const level = numbers > 0 ? 'numbers' : cells > 0 ? 'cells' : 'candles'
  return {
    level,
    numbers,
    cells,
    fontPx: text?.fontPx ?? 0,
    textWidth: text?.textWidth ?? 3,
  }
}

function chooseText(input: DetailInput, row: number): { fontPx: number; textWidth: TextWidth } | null {
  const halves = input.mode === 'bidAsk' ? 2 : 1
  const room = input.cellsPx / halves
  const column = input.columnPx / input.ratio
  const padding = numberPadding(column)
  const minFont = column < WIDE_COLUMN ? MIN_TIGHT_FONT : MIN_FONT
  const largest = Math.min(MAX_FONT, row * 0.8)
  if (largest < MIN_FONT * 0.8) return null
  for (const textWidth of [5, 4, 3] as const) {
    const characters = input.needed[textWidth]
    // The widest font that fits the characters.
    const fitting = room / (characters * input.digit + padding)
    const fontPx = Math.floor(Math.min(fitting, largest * input.ratio))
    const least = textWidth === 5 ? 10 : minFont
    if (fontPx >= Math.floor(Math.min(least, largest) * input.ratio) && fontPx >= 6 * input.ratio) {
      return { fontPx, textWidth }
    }
  }
  return null
}

function fade(value: number, [from, to]: readonly [number, number]): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)))
}
