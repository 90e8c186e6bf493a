import type { Lots } from './lots.ts'

/** Bits of a quotient beyond the 53 of a double; later bits only mean "not exact". */
const SPARE_BITS = 64

/**
 * The double nearest to a / b, for displayed ratios. The result is the same when both are multiplied by a common
 * factor.
 *
 * Input   exact integers of any size, b >= 0. b = 0 gives the result of dividing numbers.
 */
export function quotient(a: Lots, b: Lots): number {
  if ((typeof a === 'number' && typeof b === 'number') || BigInt(b) === 0n) return Number(a) / Number(b)
  const negative = a < 0
  const num = negative ? -BigInt(a) : BigInt(a)
  const den = BigInt(b)
  const shift = Math.max(0, SPARE_BITS + 4 * (den.toString(16).length - num.toString(16).length))
  const scaled = num << BigInt(shift)
  const whole = scaled / den
  // The lowest bit represents all truncated bits: rounding to 53 bits then gives the same result as for the exact
  // quotient.
  const value = Number(whole * den === scaled ? whole : whole | 1n) * 2 ** -shift
  return negative ? -value : value
}
