import { DAY_MS } from '@flowprint/orderflow'
import { db, inTransaction } from '../../platform/database/index.ts'
import type { MembershipDeps } from './membership-deps.ts'
import { sendMembershipEnds } from './send-mails.ts'

/**
 * Days before the end at which a mail is sent, ascending. An account that joins less than seven days before gets only
 * one.
 */
const REMINDERS = [1, 7] as const
const BATCH = 500

/**
 * Mails accounts whose membership ends within seven days, and again within one day. A mail is sent once per end time
 * and number of days, however often this runs; an extended membership has a new end time and gets new reminders.
 */
export async function sendExpiryReminders(
  deps: Pick<MembershipDeps, 'pool' | 'clock' | 'mail' | 'appUrl'>,
): Promise<void> {
  const now = deps.clock.now()
  let after = 0
  for (;;) {
    const rows = await db(deps.pool)
      .selectFrom('membership as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('membership_event as e')
            .select(['e.kind', 'e.at'])
            .whereRef('e.account_id', '=', 'm.account_id')
            .orderBy('e.id', 'desc')
            .limit(1)
            .as('e'),
        (join) => join.onTrue(),
      )
      .select(['m.account_id', 'm.expire_time', 'e.kind', 'e.at as given_at'])
      .where('a.disabled_at', 'is', null)
      .where('a.deleted_at', 'is', null)
      .where('m.expire_time', '>', new Date(now))
      .where('m.expire_time', '<=', new Date(now + Math.max(...REMINDERS) * DAY_MS))
      .where('m.account_id', '>', after)
      .orderBy('m.account_id')
      .limit(BATCH)
      .execute()
    if (rows.length === 0) return
    for (const row of rows) {
      after = row.account_id
      const expireTime = row.expire_time.getTime()
      const days = REMINDERS.find((n) => expireTime - now <= n * DAY_MS)
      // A trial of seven days must not begin with a mail about its end.
      if (days === undefined || expireTime - row.given_at.getTime() <= days * DAY_MS) continue
      const ending = {
        accountId: row.account_id,
        expireTime,
        before: days,
        days: Math.ceil((expireTime - now) / DAY_MS),
        isTrial: row.kind === 'trial',
      }
      await inTransaction(deps.pool, (client) => sendMembershipEnds(client, deps, ending))
    }
  }
}
