import type { Fraction } from '../units/decimals.ts'

/** A reduced fraction; den > 0. */
export function fraction(num: bigint, den: bigint = 1n): Fraction {
  let [a, b] = [num < 0n ? -num : num, den < 0n ? -den : den]
  while (b !== 0n) [a, b] = [b, a % b]
  if (den < 0n) a = -a
  return { num: num / a, den: den / a }
}

/** Rounded to a whole number, halves away from zero. */
export function roundFraction({ num, den }: Fraction): bigint {
  const magnitude = num < 0n ? -num : num
  const rounded = (2n * magnitude + den) / (2n * den)
  return num < 0n ? -rounded : rounded
}
