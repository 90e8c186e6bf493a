import { OrderflowError } from '../errors.ts'
import { parseDecimal } from './parse-decimal.ts'

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
