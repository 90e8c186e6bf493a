import { decimalUnit } from './decimal-unit.ts'
import type { DecimalUnit } from './decimal-unit.ts'
import { fromUnits } from './from-units.ts'

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
