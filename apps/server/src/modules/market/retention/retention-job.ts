import type { Clock } from '../../../platform/clock/index.ts'
import { DAILY } from '../../../platform/jobs/index.ts'
import type { ScheduledJob } from '../../../platform/jobs/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { TapeStore } from '../tape/index.ts'

const DAY_MS = 86_400_000

/** Drops the months that are entirely older than `days` (RETENTION_DAYS); null = unlimited. */
export function retentionJobs({
  store,
  clock,
  log,
  days,
}: {
  readonly store: TapeStore
  readonly clock: Clock
  readonly log: Log
  readonly days: number | null
}): readonly ScheduledJob[] {
  if (days === null) return []
  const run = async (): Promise<void> => {
    const { dropped, deleted } = await store.applyRetention(() => days * DAY_MS, clock.now())
    if (dropped.length + deleted > 0) log.info({ dropped, deleted, days }, 'old months were dropped')
  }
  return [{ name: 'retention', cron: DAILY, run }]
}
