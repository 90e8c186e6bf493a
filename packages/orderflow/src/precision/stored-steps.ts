import { ladder } from './ladder.ts'

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
    let nearest = steps[0]
    for (const step of steps) if (distance(step, wanted) < distance(nearest, wanted)) nearest = step
    if (nearest > chosen[chosen.length - 1]) chosen.push(nearest)
  }
  return chosen
}

function distance(step: number, wanted: number): number {
  return step > wanted ? step / wanted : wanted / step
}
