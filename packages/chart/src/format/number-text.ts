import { decimalUnit, fromUnits } from '@flowprint/orderflow'

const SUFFIXES = ['', 'K', 'M', 'B', 'T'] as const

/** Maximum characters of a number without its sign; a column chooses the widest that fits. */
export type TextWidth = 3 | 4 | 5

/**
 * Formats a quantity as short text of steady width: at most four significant figures, then K, M, B, T.
 *
 * Input   any finite number; `decimals` >= 0, the most shown below 1,000 (fixed, so that a column lines up);
 *         `width`: characters without the sign, 3 to 5.
 * Output  "0" for 0; no thousands separators; rounding half away from zero of the decimal shown; 9999.6 is "10.0K",
 *         not "10000". What the width cannot hold keeps its whole part ("123K" in 3 characters, "12345T" in 5).
 */
export function quantityText(value: number, decimals: number, width: TextWidth): string {
  if (value === 0) return '0'
  const text = unsignedText(Math.abs(value), decimals, width)
  return value < 0 && text !== '0' ? `-${text}` : text
}

function unsignedText(value: number, decimals: number, width: TextWidth): string {
  const plainDigits = Math.min(width, 4)
  const plain = fixed(value, Math.min(decimals, room(value, plainDigits, width)))
  if (plain.length <= width && wholeDigits(plain) <= plainDigits) return plain
  let scaled = value
  for (let s = 1; s < SUFFIXES.length; s++) {
    scaled /= 1000
    // One character is the suffix; at most three figures, so that 9.99K and 10.0K have the same width.
    const part = fixed(scaled, room(scaled, 3, width - 1))
    if (wholeDigits(part) <= 3 || s === SUFFIXES.length - 1) return part + SUFFIXES[s]
  }
  return plain
}

/** Number of decimals that keeps the text within `figures` figures and `width` characters. */
function room(value: number, figures: number, width: number): number {
  const whole = value < 1 ? 1 : Math.floor(Math.log10(value)) + 1
  return Math.max(0, Math.min(figures - whole, width - whole - 1))
}

/** toFixed that drops a decimal when rounding adds a digit: 9.996 with three figures is "10.0", not "10.00". */
function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals)
  if (decimals === 0) return text
  const grown = wholeDigits(text) > (value < 1 ? 1 : Math.floor(Math.log10(value)) + 1)
  return grown ? value.toFixed(decimals - 1) : text
}

function wholeDigits(text: string): number {
  const point = text.indexOf('.')
  return point < 0 ? text.length : point
}

/**
 * Same as `quantityText`, in at most `most` characters including the sign: fewer figures where the text would be
 * longer.
 *
 * Output  the `quantityText` of the largest width that fits in `most`; of width 3 if none fits.
 */
export function fittingText(value: number, decimals: number, width: TextWidth, most: number): string {
  const text = quantityText(value, decimals, width)
  return text.length <= most || width === 3 ? text : fittingText(value, decimals, width === 5 ? 4 : 3, most)
}

/** Price formatting on the axis: converts an axis value (double) to whole ticks and their exact decimal text. */
export interface PriceText {
  /** Axis value of one tick. */
  readonly tick: number
  /** 10^decimals if a tick is a power of ten, else the base that the axis needs to find round steps. */
  readonly base: number
  ticksAt(axisPrice: number): number
  axisPrice(ticks: number): number
  text(ticks: number): string
}

/**
 * Parses a tick size for the axis. The axis uses doubles (screen positions); text is formatted from whole ticks.
 *
 * Throws  OrderflowError BAD_DECIMAL if the tick size is not a decimal number.
 */
export function priceText(tickSize: string): PriceText {
  const unit = decimalUnit(tickSize)
  const tick = Number(tickSize)
  return {
    tick,
    base: Math.max(1, 10 ** -unit.exponent),
    ticksAt: (axisPrice) => Math.round(axisPrice / tick),
    axisPrice: (ticks) => ticks * tick,
    text: (ticks) => fromUnits(ticks, unit),
  }
}

/**
 * Number of decimals shown in a chart: a typical large cell gets three figures, never more than the lot has.
 *
 * Input   `typical`: a typical large value of a cell (median of the bars' largest cells), >= 0; `most`: the decimals
 *         the unit itself has, >= 0.
 * Output  0 to 4. Fixed for the whole chart: 9.9 grows to 10.0 and the columns stay in line.
 */
export function computeShownDecimals(typical: number, most: number): number {
  if (!(typical > 0)) return 0
  const wanted = 2 - Math.floor(Math.log10(typical))
  return Math.max(0, Math.min(wanted, most, 4))
}
