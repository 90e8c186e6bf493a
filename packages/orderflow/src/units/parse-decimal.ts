import { OrderflowError } from '../errors.ts'

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
export function badDecimal(text: string): OrderflowError {
  const shown = text.length > 40 ? `${text.slice(0, 40)}...` : text
  return new OrderflowError('BAD_DECIMAL', `not a decimal number: "${shown}"`)
}
