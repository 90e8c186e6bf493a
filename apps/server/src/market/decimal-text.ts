import { decimalUnit, fromUnits } from '@flowprint/orderflow'
import type { DecimalUnit } from '@flowprint/orderflow'

/** Formats whole units as exact decimal text. */
export type DecimalWriter = (units: number | bigint) => string

/**
 * Creates a formatter for one unit, for answers of up to millions of numbers.
 * Input   unit: decimal text ("0.01") or the result of `decimalUnit`.
 * Output  the same texts as `fromUnits`; without BigInt for units that are a power of ten up to 1.
 */
export function decimalWriter(unit: string | DecimalUnit): DecimalWriter {
  const { mantissa, exponent } = typeof unit === 'string' ? decimalUnit(unit) : unit
  if (mantissa !== 1n || exponent > 0) return (units) => fromUnits(units, { mantissa, exponent })
  const decimals = -exponent
  if (decimals === 0)
    return (units) => (typeof units === 'bigint' ? String(units) : fromUnits(units, { mantissa, exponent }))
  return (units) => {
    if (typeof units === 'bigint' || !Number.isSafeInteger(units)) return fromUnits(units, { mantissa, exponent })
    const digits = String(Math.abs(units)).padStart(decimals + 1, '0')
    const split = digits.length - decimals
    return `${units < 0 ? '-' : ''}${digits.slice(0, split)}.${digits.slice(split)}`
  }
}
