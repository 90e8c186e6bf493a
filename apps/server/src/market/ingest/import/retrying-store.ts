import { MINUTE_MS } from '@flowprint/orderflow'
import { retry } from '@flowprint/venues'
import { databaseTrouble } from '../../../platform/database/index.ts'
import { messageOf, StartError } from '../../../platform/errors/index.ts'
import type { TapeStore } from '../../store/index.ts'

export interface RetryingStoreOptions {
  readonly writeLine: (line: string) => void
  /** Max database outage; default ten minutes. */
  readonly maxWaitMs?: number
}

const MAX_WAIT_MS = 10 * MINUTE_MS
const RETRY_MS = 500

/**
 * Wraps the store for an import: calls wait while the database is unavailable, then are retried. A commit whose
 * response was lost may be repeated; already stored trades count as duplicates.
 */
export function retryingStore(
  store: TapeStore,
  { writeLine, maxWaitMs = MAX_WAIT_MS }: RetryingStoreOptions,
): TapeStore {
  const patient =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      let failedAt = null as number | null
      const delayMs = (error: unknown): number | null => {
        if (databaseTrouble(error) === null) return null
        if (failedAt === null) writeLine(`The database is away (${messageOf(error)}); the import waits for it.`)
        failedAt ??= performance.now()
        if (performance.now() - failedAt <= maxWaitMs) return RETRY_MS
        throw new StartError(
          `The database did not come back within ${Math.round(maxWaitMs / MINUTE_MS)} minutes. Files that were finished are kept; run the command again.`,
        )
      }
      const result = await retry(() => call(...args), { attempts: Infinity, delayMs })
      if (failedAt !== null) writeLine('The database is back; the import goes on.')
      return result
    }
  return {
    ...store,
    findInstrument: patient(store.findInstrument),
    ensureInstrument: patient(store.ensureInstrument),
    importRun: patient(store.importRun),
    coverage: patient(store.coverage),
    refreshRecommended: patient(store.refreshRecommended),
  }
}
