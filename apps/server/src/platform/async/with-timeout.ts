import { setTimeout as sleep } from 'node:timers/promises'

/** Result of the work, or of `onTimeout` after `ms`. The work itself is not cancelled. */
export async function withTimeout<Result, Late>(
  work: Result | Promise<Result>,
  ms: number,
  onTimeout: () => Late | Promise<Late>,
): Promise<Result | Late> {
  const timer = new AbortController()
  try {
    return await Promise.race([work, sleep(ms, undefined, { signal: timer.signal }).then(onTimeout)])
  } finally {
    timer.abort()
  }
}
