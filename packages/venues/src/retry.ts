import { setTimeout as sleep } from 'node:timers/promises'

export interface RetryOptions {
  /** Max attempts without progress. */
  readonly attempts: number
  readonly signal?: AbortSignal | undefined
  /** Delay after this many failures in a row, ms; null: a retry would fail the same way. */
  readonly delayMs: (error: unknown, failures: number) => number | null
  /** How far the work has got; progress resets the count of failures. */
  readonly progress?: () => number
}

/** Repeats the work until it succeeds; throws the last error, or the signal's reason. */
export async function retry<Result>(
  work: () => Promise<Result>,
  { attempts, signal, delayMs, progress = () => 0 }: RetryOptions,
): Promise<Result> {
  let reached = progress()
  for (let failures = 0; ;) {
    signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      signal?.throwIfAborted()
      failures = progress() > reached ? 1 : failures + 1
      reached = progress()
      const wait = delayMs(error, failures)
      if (wait === null || failures >= attempts) throw error
      await sleep(wait, undefined, signal === undefined ? {} : { signal })
    }
  }
}
