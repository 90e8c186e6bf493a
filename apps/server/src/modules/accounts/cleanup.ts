import { DAY_MS } from '@flowprint/orderflow'
import type { Pool } from 'pg'
import { inTransaction } from '../../platform/database/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { HOURLY } from '../../platform/jobs/index.ts'
import type { ScheduledJob } from '../../platform/jobs/index.ts'
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

/** Unactivated accounts are deleted after this time, which frees their address and username. */
export const UNACTIVATED_MS = 7 * DAY_MS
/** Retention of request addresses, which are stored as hashes. */
const ADDRESS_MS = 90 * DAY_MS

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

/** Hourly: a suspended machine wakes up late, and deletions must not be late by more than a day. */
export const accountCleanup = ({
  pool,
  clock,
  log,
}: {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Log
}): ScheduledJob => ({
  name: 'account_cleanup',
  cron: HOURLY,
  async run() {
    const { deleted } = await runAccountCleanup(pool, clock.now())
    if (deleted > 0) log.info({ deleted }, 'deleted accounts whose deletion was due')
  },
})
