import type { Pool } from 'pg'
import { inTransaction } from '../../platform/database/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { deleteAlerts, detachPushFromSessions } from '../alerts/index.ts'
import { deleteWorkspace } from '../workspace/index.ts'
import {
  anonymizeAccount,
  deleteExpired,
  deleteUnactivatedBefore,
  findDueDeletions,
  findExpiredSessions,
} from './repository/cleanup-rows.ts'
import { MAX_IDLE_MS } from './rules/session-life.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Unactivated accounts are deleted after this time, which frees their address and username. */
export const UNACTIVATED_MS = 7 * DAY
/** Retention of request addresses, which are stored as hashes. */
const ADDRESS_MS = 90 * DAY
/** A suspended machine wakes up late: hourly runs keep the promise of one day. */
const RUN_INTERVAL_MS = HOUR

/** Deletes accounts whose deletion is due, unactivated accounts and expired sessions, links and addresses. */
export async function runAccountCleanup(pool: Pool, now: number): Promise<{ readonly deleted: number }> {
  const due = await findDueDeletions(pool, now)
  // One at a time: a login at this moment cancels the deletion.
  let deleted = 0
  for (const id of due) {
    const isDeleted = await inTransaction(pool, async (client) => {
      if (!(await anonymizeAccount(client, id, now))) return false
      await deleteWorkspace(client, id)
      await deleteAlerts(client, id)
      return true
    })
    if (isDeleted) deleted++
  }
  await deleteUnactivatedBefore(pool, now - UNACTIVATED_MS)
  const limits = { now, unusedSince: now - MAX_IDLE_MS, addressesBefore: now - ADDRESS_MS }
  await detachPushFromSessions(pool, await findExpiredSessions(pool, limits))
  await deleteExpired(pool, limits)
  return { deleted }
}

/** Runs at start and every hour; returns a function that stops it. */
export function scheduleAccountCleanup(options: {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Log
}): () => void {
  const { pool, clock, log } = options
  let busy = false
  const run = (): void => {
    if (busy) return
    busy = true
    runAccountCleanup(pool, clock.now())
      .then(({ deleted }) => {
        if (deleted > 0) log.info({ deleted }, 'deleted accounts whose deletion was due')
      })
      .catch((error: unknown) => log.warn({ err: error }, 'account cleanup failed'))
      .finally(() => {
        busy = false
      })
  }
  const timer = setInterval(run, RUN_INTERVAL_MS)
  timer.unref()
  run()
  return () => clearInterval(timer)
}
