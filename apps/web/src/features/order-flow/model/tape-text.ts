import { fromUnits, type DecimalUnit, type Lots, type Sweep } from '@flowprint/orderflow'
import { groupDigits, type TextUnits } from './quantity-text.ts'

const STEPS = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const

/**
 * A size for a narrow column: at most four significant digits, K, M and B. Input: >= 0; exact values are in the
 * details.
 */
export function compactSize(value: number): string {
  for (const [size, letter] of STEPS) {
    // 999.95 would be written as 1000.0.
    if (value >= size * 0.99995) return `${figures(value / size)}${letter}`
  }
  return figures(value)
}

function figures(value: number): string {
  if (value < 1) return String(Number(value.toPrecision(3)))
  return value >= 99.995 ? value.toFixed(1) : value >= 9.9995 ? value.toFixed(2) : value.toFixed(3)
}

/** Exact text, digits grouped. */
export function exactText(units: Lots, unit: DecimalUnit): string {
  return groupDigits(fromUnits(units, unit))
}

/** Decimals of an average beyond those of the tick. */
const FINER = 2

/** notional / quantity as a price, two decimals finer than the tick, the last one rounded. */
export function averageText({ notional, lots }: Pick<Sweep, 'notional' | 'lots'>, { tick }: TextUnits): string {
  const whole = BigInt(notional) * tick.mantissa * 10n ** BigInt(FINER)
  const parts = BigInt(lots)
  const half = whole < 0n ? -parts : parts
  return groupDigits(fromUnits((2n * whole + half) / (2n * parts), { mantissa: 1n, exponent: tick.exponent - FINER }))
}

/** ".187": the milliseconds of a time. */
export function millis(ts: number): string {
  return `.${String(((ts % 1000) + 1000) % 1000).padStart(3, '0')}`
}
