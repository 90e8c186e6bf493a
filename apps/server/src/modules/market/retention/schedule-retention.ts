import type { Clock } from '../../../platform/clock/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { TapeStore } from '../tape/index.ts'

export interface RetentionOptions {
  readonly store: TapeStore
  readonly clock: Clock
  readonly log: Log
  /** Retention of the tape in days; null = unlimited. */
  readonly days: number | null
}

const DAY_MS = 86_400_000
/** Timers drift and pause during sleep: checking the date each minute cannot miss a day. */
const POLL_MS = 60_000

/**
 * At start and once per UTC day, drops the months that are entirely older than RETENTION_DAYS. Returns the stop
 * function.
 */
export function scheduleRetention({ store, clock, log, days }: RetentionOptions): () => void {
  if (days === null) return () => undefined
  let day = -1
  const look = (): void => {
    const today = Math.floor(clock.now() / DAY_MS)
    if (today === day) return
    day = today
    store
      .applyRetention(() => days * DAY_MS, clock.now())
      .then(
        ({ dropped, deleted }) => {
          if (dropped.length + deleted > 0) log.info({ dropped, deleted, days }, 'old months were dropped')
        },
        (error: unknown) => {
          // Retried at the next check.
          day = -1
          log.warn({ error: messageOf(error) }, 'old months could not be dropped')
        },
      )
  }
  const timer = setInterval(look, POLL_MS)
  timer.unref()
  look()
  return () => clearInterval(timer)
}
