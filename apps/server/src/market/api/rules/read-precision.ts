import { OrderflowError, decimalUnit, stepText, toUnits } from '@flowprint/orderflow'
import { AppError } from '../../../platform/http/index.ts'

/** Rows are Int32 ticks divided by the step: a taller row would hold every possible price. */
const MAX_STEP = 1_000_000_000

/**
 * Parses a precision into a row height in ticks.
 * Input   precision: unsigned decimal text; any positive multiple of the tick size.
 * Throws  VALIDATION naming the nearest multiples.
 */
export function readPrecision(precision: string, tickSize: string): number {
  const tick = decimalUnit(tickSize)
  try {
    const step = toUnits(precision, tick)
    if (step >= 1 && step <= MAX_STEP) return step
  } catch (error) {
    if (!(error instanceof OrderflowError)) throw error
  }
  const nearest = nearestSteps(precision, tickSize).map((step) => stepText(step, tickSize))
  throw new AppError('VALIDATION', {
    faults: [{ field: 'precision', error: 'BAD_PRECISION', params: { tick: tickSize, nearest: nearest.join(', ') } }],
    data: { nearest },
  })
}

/** The multiples just below and above, as far as they are allowed. */
function nearestSteps(precision: string, tickSize: string): number[] {
  const [whole, part = ''] = precision.split('.')
  const tick = decimalUnit(tickSize)
  // Both sides in units of 10^-decimals.
  const decimals = Math.max(part.length, -tick.exponent, 0)
  const wanted = BigInt(whole + part.padEnd(decimals, '0'))
  const unit = tick.mantissa * 10n ** BigInt(decimals + tick.exponent)
  const below = wanted / unit
  const clamp = (step: bigint) => Number(step < 1n ? 1n : step > BigInt(MAX_STEP) ? BigInt(MAX_STEP) : step)
  return [...new Set([clamp(below), clamp(below + 1n)])]
}
