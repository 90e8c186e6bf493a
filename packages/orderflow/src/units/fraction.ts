import { parseDecimal } from './parse-decimal.ts'

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
