import { OrderflowError } from '../errors.ts'

/** A positive decimal size such as a tick or a lot: value = mantissa x 10^exponent, mantissa not divisible by 10. */
export interface DecimalUnit {
  readonly mantissa: bigint
  readonly exponent: number
}

/**
 * Parses a unit: "0.01" is 1 x 10^-2, "0.03125" is 3125 x 10^-5, "50" is 5 x 10^1.
 *
 * Input   decimal text > 0, exponents accepted.
 * Throws  OrderflowError BAD_DECIMAL when the text is not a positive decimal number.
 */
export function decimalUnit(text: string): DecimalUnit {
  const { digits, exponent } = parseDecimal(text)
  if (digits <= 0n) throw new OrderflowError('BAD_DECIMAL', `a unit must be greater than 0, had "${text}"`)
  return normalised(digits, exponent)
}

/** The unit of a product. multiplyUnits(tick, lot) is the quote unit, in which ticks x lots are counted. */
export function multiplyUnits(a: DecimalUnit, b: DecimalUnit): DecimalUnit {
  return normalised(a.mantissa * b.mantissa, a.exponent + b.exponent)
}

function normalised(mantissa: bigint, exponent: number): DecimalUnit {
  while (mantissa % 10n === 0n) {
    mantissa /= 10n
    exponent += 1
  }
  return { mantissa, exponent }
}

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

/**
 * A whole number of units as exact decimal text with the unit's decimals: 8330 units of 0.01 are "83.30".
 *
 * Input   units: safe integer or bigint.
 * Throws  RangeError when a number is not a safe integer (its decimals would be invented).
 */
export function fromUnits(units: number | bigint, unit: DecimalUnit): string {
  if (typeof units === 'number' && !Number.isSafeInteger(units)) {
    throw new RangeError(`Condition failed: units is a safe integer, had ${units}`)
  }
  const value = BigInt(units) * unit.mantissa
  if (unit.exponent >= 0) return String(value * 10n ** BigInt(unit.exponent))
  const decimals = -unit.exponent
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0')
  const split = digits.length - decimals
  return `${value < 0n ? '-' : ''}${digits.slice(0, split)}.${digits.slice(split)}`
}

/**
 * The greatest unit of which both units are whole multiples: for 0.25 and 0.1 it is 0.05.
 *
 * Input   two positive decimals.
 * Output  exact decimal text. When it equals one of the inputs, that input's text, preferring the first.
 * Throws  OrderflowError BAD_DECIMAL when a text is not a positive decimal number.
 */
export function commonUnit(a: string, b: string): string {
  const exponent = Math.min(decimalUnit(a).exponent, decimalUnit(b).exponent)
  const left = wholeAt(decimalUnit(a), exponent)
  const right = wholeAt(decimalUnit(b), exponent)
  const common = greatestDivisor(left, right)
  if (common === left) return a
  return common === right ? b : fromUnits(common, { mantissa: 1n, exponent })
}

/**
 * The number of units of `fine` in one of `coarse`, or null when it is not whole: 10 units of 0.01 are 0.1.
 *
 * Throws  OrderflowError BAD_DECIMAL when a text is not a positive decimal number.
 */
export function unitRatio(coarse: string, fine: string): bigint | null {
  const exponent = Math.min(decimalUnit(coarse).exponent, decimalUnit(fine).exponent)
  const whole = wholeAt(decimalUnit(coarse), exponent)
  const part = wholeAt(decimalUnit(fine), exponent)
  return whole % part === 0n ? whole / part : null
}

const wholeAt = ({ mantissa, exponent }: DecimalUnit, at: number): bigint => mantissa * 10n ** BigInt(exponent - at)

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [large, small] = [a, b]
  while (small !== 0n) [large, small] = [small, large % small]
  return large
}

/** An exact decimal fraction num / den with den a power of ten > 0. */
export interface Fraction {
  readonly num: bigint
  readonly den: bigint
}

/**
 * Parses a decimal threshold into an exact fraction, for comparisons by cross-multiplication: "0.12" is 12 / 100.
 *
 * Throws  OrderflowError BAD_DECIMAL when the text is not a decimal number.
 */
export function parseFraction(text: string): Fraction {
  const { digits, exponent } = parseDecimal(text)
  if (exponent >= 0) return { num: digits * 10n ** BigInt(exponent), den: 1n }
  return { num: digits, den: 10n ** BigInt(-exponent) }
}

/** Maximum length of decimal text: no market needs more, and hostile input must not cost quadratic time. */
const MAX_TEXT = 200

/** Maximum absolute exponent; beyond it no market's unit could hold the number. */
const MAX_EXPONENT = 400

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?$/

/**
 * Parses decimal text: value = digits x 10^exponent, exactly.
 *
 * Throws  OrderflowError BAD_DECIMAL for anything but [sign] digits [. digits] [e exponent].
 */
export function parseDecimal(text: string): { digits: bigint; exponent: number } {
  const match = text.length <= MAX_TEXT ? DECIMAL.exec(text) : null
  const whole = match?.[2] ?? ''
  const part = match?.[3] ?? ''
  if (match === null || whole.length + part.length === 0) throw badDecimal(text)
  const magnitude = BigInt(whole + part)
  if (magnitude === 0n) return { digits: 0n, exponent: 0 }
  const shift = match[4] === undefined ? 0 : Number(match[4])
  if (Math.abs(shift) > MAX_EXPONENT) throw badDecimal(text)
  return { digits: match[1] === '-' ? -magnitude : magnitude, exponent: shift - part.length }
}

/** Error for text that is not a decimal number; long text is truncated so that it cannot flood a log. */
function badDecimal(text: string): OrderflowError {
  const shown = text.length > 40 ? `${text.slice(0, 40)}...` : text
  return new OrderflowError('BAD_DECIMAL', `not a decimal number: "${shown}"`)
}
