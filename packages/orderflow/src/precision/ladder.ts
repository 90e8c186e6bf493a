import { decimalUnit, fromUnits } from '../units/decimals.ts'

/** Rows are Int32, so no step can be taller. */
const MAX_STEP = 2_147_483_647

/** A step more than this many times the one before leaves a gap that is filled. */
const MAX_STEP_RATIO = 5

/**
 * The ladder of precisions of a market, in ticks.
 *
 * Output  1, then every 1, 2 or 5 x 10^k that is a multiple of the tick, up to `maxStep`; where a step is more than 5 times
 *         the one before, doublings of the lower that divide the upper are inserted (tick 1/32: 0.03125, 0.0625, 0.125,
 *         0.25, 0.5, 1, 2, 5). A tick without such multiples (0.03) takes tick x 1, 2, 5, 10, ... Ascending.
 * Throws  OrderflowError BAD_DECIMAL when the tick size is not a positive decimal.
 * Source  docs/formulas/precision.md, section "The ladder".
 */
export function ladder(tickSize: string, maxStep: number = MAX_STEP): number[] {
  const { mantissa } = decimalUnit(tickSize)
  const divisor = dividesPowerOfTen(mantissa) ? mantissa : 1n
  const limit = BigInt(Math.floor(Math.max(Math.min(maxStep, MAX_STEP), 1)))
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
  if (step > before * MAX_STEP_RATIO) {
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

/**
 * Target row heights, in ticks, of the stored coarser copies. The last is for markets whose tick is small relative to
 * the price: a bar of Bitcoin at 0.01 has 80 rows of 100 ticks and is most readable at 1,000 or more.
 *
 * Readers expect all of these rows on every tape: changing the list requires a migration that creates the new ones.
 */
const WANTED = [10, 100, 1_000]

/**
 * The steps at which bars are stored: native ticks, and the ladder steps nearest (in ratio) to 10, 100 and 1,000 ticks.
 *
 * Output  ascending, without duplicates, starting with 1; of two equally near steps the lower.
 * Throws  OrderflowError BAD_DECIMAL when the tick size is not a positive decimal.
 */
export function storedSteps(tickSize: string): number[] {
  const steps = ladder(tickSize)
  const chosen = [1]
  for (const wanted of WANTED) {
    const nearest = nearestStep(steps, wanted)
    if (nearest > chosen[chosen.length - 1]) chosen.push(nearest)
  }
  return chosen
}

/** The step nearest to the wanted one in ratio; of two equally near ones the lower. There is at least one step. */
export function nearestStep(steps: readonly number[], wanted: number): number {
  let nearest = steps[0]
  for (const step of steps) if (distance(step, wanted) < distance(nearest, wanted)) nearest = step
  return nearest
}

function distance(step: number, wanted: number): number {
  return step > wanted ? step / wanted : wanted / step
}

/**
 * Formats a precision as in menus, links and responses.
 *
 * Input   step: ticks per row, >= 1. tickSize: exact decimal text.
 * Output  exact decimal text without zeros at the end ("0.1", not "0.10"): one text per precision on every market.
 */
export function stepText(step: number, tickSize: string): string {
  const text = fromUnits(step, decimalUnit(tickSize))
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
