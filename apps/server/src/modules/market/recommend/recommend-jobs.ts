import { isSequenceCycle } from '@flowprint/orderflow'
import { DAILY, EVERY_MINUTE } from '../../../platform/jobs/index.ts'
import type { ScheduledJob } from '../../../platform/jobs/index.ts'
import type { TapeStore } from '../tape/index.ts'

/**
 * Update the recommended precisions of every instrument at 00:00 UTC (INDICATORS 10); the store keeps those that are
 * still valid. Imports update their own. An instrument with trades but no recommendations for bars of trades and volume
 * (new, after an aborted import, or stored by an older version) gets them at start or within a minute.
 */
export function recommendJobs(store: TapeStore): readonly ScheduledJob[] {
  const refresh = async (all: boolean): Promise<void> => {
    for (const instrument of await store.listInstruments()) {
      const lacks = instrument.from !== null && !Object.keys(instrument.recommended).some(isSequenceCycle)
      if (all || lacks) await store.refreshRecommended(instrument)
    }
  }
  return [
    { name: 'missing_recommendations', cron: EVERY_MINUTE, run: () => refresh(false) },
    { name: 'recommendations', cron: DAILY, runAtStart: false, run: () => refresh(true) },
  ]
}
