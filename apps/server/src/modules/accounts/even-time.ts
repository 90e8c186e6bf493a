import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than what any branch of these calls takes while the machine is not overloaded. */
const MIN_MS = 200

/** Does the work and answers no sooner than a fixed time, whatever the work found: time must not tell who has an account. */
export async function inEvenTime<Result>(work: () => Promise<Result>, leastMs: number = MIN_MS): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), sleep(leastMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
