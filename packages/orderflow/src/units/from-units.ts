import type { DecimalUnit } from './decimal-unit.ts'

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
