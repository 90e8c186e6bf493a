import { ladder } from './ladder.ts'

/**
 * Heights, in ticks, near which a coarser copy of the rows is worth keeping. The last serves markets whose tick is small
 * against their price: a bar of Bitcoin at 0.01 has 80 rows of 100 ticks and is read best at 1,000 or more.
 *
 * Readers expect every one of these rows on every tape: whoever changes the list writes a migration that makes the new ones.
 */
const WANTED = [10, 100, 1_000]

/**
 * The steps at which bars are stored: native ticks, and the ladder steps nearest (in ratio) to 10, 100 and 1,000 ticks.
 *
 * Output  ascending, without repeats, always beginning with 1; of two equally near steps the lower.
 * Throws  OrderflowError BAD_DECIMAL when the tick size is no positive decimal.
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
