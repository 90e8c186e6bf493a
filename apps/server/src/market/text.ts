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

/**
 * The candidates nearest to a text, nearest first: by case-insensitive edit distance, then by name.
 * Cost    candidates x text x candidate characters; for menus of a few hundred symbols.
 */
export function nearestTo(text: string, candidates: readonly string[], count: number): string[] {
  const wanted = text.toUpperCase()
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toUpperCase()) }))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

/** Number of insertions, deletions and replacements that turn one text into the other. */
export function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, above[j] + 1, row[j - 1] + 1))
    }
    above = row
  }
  return above[b.length]
}
