import { OrderflowError } from '../errors.ts'
import type { DecimalUnit } from './decimal-unit.ts'
import { parseDecimal } from './parse-decimal.ts'

/** Number of decimal digits that a double always holds exactly. */
const SAFE_DIGITS = 15

const POWERS_OF_TEN = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

/**
 * Converts decimal text to a whole number of units: "83.30" in units of 0.01 is 8330.
 *
 * Input   text: [sign] digits [. digits] [e exponent]. No intermediate rounding.
 * Output  safe integer; a zero is never negative.
 * Cost    one pass over the text for plain numbers of up to 15 digits in units of a power of ten; BigInt otherwise.
 * Throws  OrderflowError BAD_DECIMAL (not a number), NOT_A_MULTIPLE (the unit does not divide it; nothing is rounded),
 *         QUANTITY_RANGE (beyond 2^53 - 1 units).
 * Source  docs/formulas/bars-and-delta.md, section "Integers".
 */
export function toUnits(text: string, unit: DecimalUnit): number {
  if (unit.mantissa === 1n) {
    const quick = plainDigits(text, unit.exponent)
    if (quick === quick) return quick
  }
  return exactUnits(text, unit)
}

/** Fast path in plain numbers; NaN sends the text to the exact path, which also throws the errors. */
function plainDigits(text: string, exponent: number): number {
  const length = text.length
  let at = 0
  const negative = text.charCodeAt(0) === 45
  if (negative) at = 1
  let value = 0
  let digits = 0
  let decimals = -1
  for (; at < length; at++) {
    const code = text.charCodeAt(at) - 48
    if (code >= 0 && code <= 9) {
      value = value * 10 + code
      digits += 1
      if (decimals >= 0) decimals += 1
    } else if (code === -2 && decimals < 0) {
      decimals = 0
    } else {
      return NaN
    }
  }
  if (digits === 0 || digits > SAFE_DIGITS) return NaN
  const shift = -exponent - (decimals < 0 ? 0 : decimals)
  if (shift >= 0) {
    if (digits + shift > SAFE_DIGITS) return NaN
    value *= POWERS_OF_TEN[shift]
  } else {
    if (shift < -SAFE_DIGITS) return NaN
    const scale = POWERS_OF_TEN[-shift]
    if (value % scale !== 0) return NaN
    value /= scale
  }
  return negative && value !== 0 ? -value : value
}

function exactUnits(text: string, unit: DecimalUnit): number {
  const { digits, exponent } = parseDecimal(text)
  const shift = exponent - unit.exponent
  const numerator = shift >= 0 ? digits * 10n ** BigInt(shift) : digits
  const denominator = shift >= 0 ? unit.mantissa : unit.mantissa * 10n ** BigInt(-shift)
  if (numerator % denominator !== 0n) {
    throw new OrderflowError('NOT_A_MULTIPLE', `"${text}" is not a multiple of ${unit.mantissa}e${unit.exponent}`)
  }
  const units = Number(numerator / denominator)
  if (!Number.isSafeInteger(units)) {
    throw new OrderflowError(
      'QUANTITY_RANGE',
      `"${text}" is more than 2^53 - 1 units of ${unit.mantissa}e${unit.exponent}`,
    )
  }
  return units
}
