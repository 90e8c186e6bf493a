import { setTimeout as sleep } from 'node:timers/promises'
import { databaseTrouble } from '../../../platform/database/index.ts'
import { messageOf, StartError } from '../../../platform/errors/index.ts'
import type { TapeStore } from '../tape/index.ts'

export interface PatientOptions {
  readonly say: (line: string) => void
  /** How long the database may be away; ten minutes unless given. */
  readonly maxWaitMs?: number
}

const MAX_WAIT_MS = 10 * 60_000
const RETRY_MS = 500

/**
 * The store for an import: while the database is away its calls wait, and are then made again. A commit whose answer was lost
 * may be made twice; trades that are stored already count as duplicates.
 */
export function patientStore(store: TapeStore, { say, maxWaitMs = MAX_WAIT_MS }: PatientOptions): TapeStore {
  const patient =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      for (let failedAt: number | null = null; ;) {
        try {
          const result = await call(...args)
          if (failedAt !== null) say('The database is back; the import goes on.')
          return result
        } catch (error) {
          if (databaseTrouble(error) === null) throw error
          if (failedAt === null) say(`The database is away (${messageOf(error)}); the import waits for it.`)
          failedAt ??= performance.now()
          if (performance.now() - failedAt > maxWaitMs) {
            throw new StartError(
              `The database did not come back within ${Math.round(maxWaitMs / 60_000)} minutes. Files that were finished are kept; run the command again.`,
            )
          }
          await sleep(RETRY_MS)
        }
      }
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
