import type { ReadBudget, TapeStore } from '../../store/index.ts'
import type { ReadJob, StartedRead } from './read-job.ts'
import { startBigTrades } from './start-big-trades.ts'
import { startCoverage } from './start-coverage.ts'
import { startExport } from './start-export.ts'
import { startFootprint } from './start-footprint.ts'
import { startProfile } from './start-profile.ts'
import { startTrades } from './start-trades.ts'

/**
 * Starts a read of the tape, in the server's own thread or in the read worker.
 * Throws  AppError for errors of the request; ReadTooLargeError when the budget is exceeded before the first piece.
 */
export function startRead(store: TapeStore, job: ReadJob, budget: ReadBudget): Promise<StartedRead> {
  switch (job.kind) {
    case 'footprint':
      return startFootprint(store, job, budget)
    case 'profile':
      return startProfile(store, job, budget)
    case 'trades':
      return startTrades(store, job, budget)
    case 'bigTrades':
      return startBigTrades(store, job, budget)
    case 'coverage':
      return startCoverage(store, job, budget)
    case 'export':
      return startExport(store, job, budget)
  }
}
