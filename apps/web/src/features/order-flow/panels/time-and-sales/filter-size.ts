import { parseFraction, toLots, type DecimalUnit, type Lots } from '@flowprint/orderflow'

const TYPED = /^(\d{1,15}(?:\.\d{1,12})?|\.\d{1,12})\s*([kmb])?$/i
const SHIFT: Readonly<Record<string, bigint>> = { k: 1000n, m: 1_000_000n, b: 1_000_000_000n }

/**
 * Parses a minimum size into whole units: "1.5k" of 0.001 is 1,500,000.
 *
 * Output  the smallest number of units that is not below the input; 0 for an empty text; null when it is invalid.
 */
export function leastSize(text: string, unit: DecimalUnit): Lots | null {
  const typed = text.trim().replaceAll(',', '')
  if (typed === '') return 0
  const match = TYPED.exec(typed)
  if (!match) return null
  const { num, den } = parseFraction(match[1])
  const scaled = num * (SHIFT[match[2]?.toLowerCase() ?? ''] ?? 1n)
  // units = scaled / den / (mantissa x 10^exponent), rounded up
  const power = 10n ** BigInt(Math.abs(unit.exponent))
  const above = unit.exponent < 0 ? scaled * power : scaled
  const below = den * unit.mantissa * (unit.exponent < 0 ? 1n : power)
  return toLots((above + below - 1n) / below)
}
