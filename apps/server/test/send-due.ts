import { Logger, runOnce } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Outbox } from '../src/platform/jobs/index.ts'

/** Attempts everything that is due now by the outbox's clock; returns the number of attempts. */
export async function sendDue({ task, concurrency, attempt, enqueueDue }: Outbox, pool: Pool): Promise<number> {
  let attempts = 0
  await enqueueDue()
  await runOnce({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    taskList: {
      [task]: async (payload) => {
        if (await attempt((payload as { readonly id: number }).id)) attempts++
      },
    },
  })
  return attempts
}
