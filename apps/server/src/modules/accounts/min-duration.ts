import { delay } from '../../platform/async/index.ts'

/** Longer than any branch of these calls takes on a machine that is not overloaded. */
const MIN_DURATION_MS = 200

/**
 * Runs the work and returns no earlier than a fixed time, so that response times do not reveal which addresses have an
 * account.
 */
export async function withMinDuration<Result>(
  work: () => Promise<Result>,
  minMs: number = MIN_DURATION_MS,
): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), delay(minMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
