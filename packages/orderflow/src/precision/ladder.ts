import { decimalUnit } from '../units/decimal-unit.ts'

/** Rows are Int32, so no step can be taller. */
const GREATEST_STEP = 2_147_483_647

/** A step more than this many times the one before leaves a gap that is filled. */
const GREATEST_JUMP = 5

/**
 * The ladder of precisions of a market, in ticks.
 *
 * Output  1, then every 1, 2 or 5 x 10^k that is a multiple of the tick, up to `maxStep`; where a step is more than 5 times
 *         the one before, doublings of the lower that divide the upper are inserted (tick 1/32: 0.03125, 0.0625, 0.125,
 *         0.25, 0.5, 1, 2, 5). A tick without such multiples (0.03) takes tick x 1, 2, 5, 10, ... Ascending.
 * Throws  OrderflowError BAD_DECIMAL when the tick size is not a positive decimal.
 * Source  docs/formulas/precision.md, section "The ladder".
 */
export function ladder(tickSize: string, maxStep: number = GREATEST_STEP): number[] {
  const { mantissa } = decimalUnit(tickSize)
  const divisor = dividesPowerOfTen(mantissa) ? mantissa : 1n
  const limit = BigInt(Math.floor(Math.max(Math.min(maxStep, GREATEST_STEP), 1)))
  const steps = [1]
  // Counted in the last decimal of the tick: a round number is a step when the mantissa divides it.
  for (let power = 1n; power <= limit * divisor; power *= 10n) {
    for (const digit of [1n, 2n, 5n]) {
      const round = digit * power
      if (round % divisor === 0n && round > divisor && round <= limit * divisor)
        appendStep(steps, Number(round / divisor))
    }
  }
  return steps
}

function appendStep(steps: number[], step: number): void {
  const before = steps[steps.length - 1]
  if (step > before * GREATEST_JUMP) {
    for (let doubled = before * 2; doubled < step && step % doubled === 0; doubled *= 2) steps.push(doubled)
  }
  steps.push(step)
}

function dividesPowerOfTen(mantissa: bigint): boolean {
  let rest = mantissa
  while (rest % 2n === 0n) rest /= 2n
  while (rest % 5n === 0n) rest /= 5n
  return rest === 1n
}
