import type { Pool } from 'pg'
import { inTransaction } from '../../platform/database/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { deleteAlerts, outliveSessions } from '../alerts/index.ts'
import { deleteWorkspace } from '../workspace/index.ts'
import {
  anonymizeAccount,
  deleteOutdated,
  deleteUnprovenBefore,
  findDueDeletions,
  findOverSessions,
} from './repository/upkeep-rows.ts'
import { LONGEST_IDLE_MS } from './rules/session-life.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Unactivated accounts are deleted after this time, which frees their address and username. */
export const UNPROVEN_MS = 7 * DAY
/** Retention of request addresses, which are stored as hashes. */
const ADDRESS_MS = 90 * DAY
/** A suspended machine wakes up late: hourly runs keep the promise of one day. */
const LOOK_EVERY_MS = HOUR

/** Deletes accounts whose deletion is due, unactivated accounts and expired sessions, links and addresses. */
export async function runUpkeep(pool: Pool, now: number): Promise<{ readonly deleted: number }> {
  const due = await findDueDeletions(pool, now)
  // One at a time: a login at this moment cancels the deletion.
  let deleted = 0
  for (const id of due) {
    const ended = await inTransaction(pool, async (client) => {
      if (!(await anonymizeAccount(client, id, now))) return false
      await deleteWorkspace(client, id)
      await deleteAlerts(client, id)
      return true
    })
    if (ended) deleted++
  }
  await deleteUnprovenBefore(pool, now - UNPROVEN_MS)
  const outdated = { now, unusedSince: now - LONGEST_IDLE_MS, addressesBefore: now - ADDRESS_MS }
  await outliveSessions(pool, await findOverSessions(pool, outdated))
  await deleteOutdated(pool, outdated)
  return { deleted }
}

/** Runs at start and every hour; returns a function that stops it. */
export function scheduleAccountUpkeep(options: {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Log
}): () => void {
  const { pool, clock, log } = options
  let busy = false
  const look = (): void => {
    if (busy) return
    busy = true
    runUpkeep(pool, clock.now())
      .then(({ deleted }) => {
        if (deleted > 0) log.info({ deleted }, 'accounts were deleted as their owners had asked')
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the upkeep of accounts could not be done'))
      .finally(() => {
        busy = false
      })
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  look()
  return () => clearInterval(timer)
}
