import type { Clock } from '../../../platform/clock/index.ts'
import { HOURLY } from '../../../platform/jobs/index.ts'
import type { ScheduledJob } from '../../../platform/jobs/index.ts'
import type { Log } from '../../../platform/log/index.ts'

/** Recorded data whose partitions belong to periods: PeriodPartitions. */
interface PeriodStore {
  createPartitions(nowMs: number): Promise<void>
  /** Returns the dropped partitions. */
  retain(nowMs: number): Promise<readonly string[]>
}

/** Creates partitions ahead of time and drops expired ones. */
export const periodJobs = (
  name: 'depth' | 'derivatives',
  store: PeriodStore,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): readonly ScheduledJob[] => [
  { name: `${name}_partitions`, cron: HOURLY, run: () => store.createPartitions(clock.now()) },
  {
    name: `${name}_retention`,
    cron: HOURLY,
    run: async () => {
      const dropped = await store.retain(clock.now())
      if (dropped.length > 0) log.info({ dropped }, `expired ${name} data was dropped`)
    },
  },
]
