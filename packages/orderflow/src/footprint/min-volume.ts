import type { InstrumentUnits } from '../trades/trades.ts'
import { decimalUnit } from '../units/decimal-unit.ts'
import { parseFraction } from '../units/fraction.ts'
import { toLots, type Lots } from '../units/lots.ts'
import { quotient } from '../units/quotient.ts'

/** The minimum quantity of an imbalance, in two forms. */
export interface MinVolume {
  /** For the tooltip, lots; may be fractional. Beyond 2^53 - 1 rounded to a whole number, halves up. */
  readonly lots: Lots
  /** The smallest whole number of lots that satisfies it, >= 1: an imbalance always has volume. */
  readonly cutoff: Lots
}

/**
 * The automatic minimum volume: a quarter of the mean non-zero cell, `sum / count / 4`.
 *
 * Input   sum: lots of all cells of the lookback bars; integer >= 0, a bigint beyond 2^53. count: cells > 0 among them,
 *         bid and ask cells counted separately; 0 means "no minimum".
 * Output  `cutoff` decides exactly as dominant x 4 x count >= sum does.
 * Source  docs/formulas/imbalance.md, section "Minimum volume".
 */
export function autoMinVolume(sum: Lots, count: number): MinVolume {
  if (count === 0) return { lots: 0, cutoff: 1 }
  const parts = 4 * count
  if (typeof sum === 'number') {
    const rest = sum % parts
    return { lots: sum / parts, cutoff: Math.max(1, (sum - rest) / parts + (rest > 0 ? 1 : 0)) }
  }
  return minVolumeOf(sum, BigInt(parts))
}

/**
 * Converts a user's minimum volume from base units to lots: "0.5" at lot size 0.001 is 500 lots.
 *
 * Input   decimal text >= 0; it need not be a multiple of the lot.
 * Throws  OrderflowError BAD_DECIMAL when either text is not a decimal number.
 */
export function fixedMinVolume(text: string, units: InstrumentUnits): MinVolume {
  const wanted = parseFraction(text)
  const lot = decimalUnit(units.lotSize)
  const lotNum = lot.exponent >= 0 ? lot.mantissa * 10n ** BigInt(lot.exponent) : lot.mantissa
  const lotDen = lot.exponent >= 0 ? 1n : 10n ** BigInt(-lot.exponent)
  return minVolumeOf(wanted.num * lotDen, wanted.den * lotNum)
}

function minVolumeOf(num: bigint, den: bigint): MinVolume {
  const least = toLots((num + den - 1n) / den)
  const lots = quotient(num, den)
  return {
    lots: lots <= Number.MAX_SAFE_INTEGER ? lots : toLots((2n * num + den) / (2n * den)),
    cutoff: least < 1 ? 1 : least,
  }
}
