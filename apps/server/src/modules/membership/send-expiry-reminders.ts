import { inTransaction } from '../../platform/database/index.ts'
import type { MembershipDeps } from './membership-deps.ts'
import { sendMembershipEnds } from './send-mails.ts'

const DAY = 86_400_000
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
    const { rows } = await deps.pool.query<{
      account_id: number
      expire_time: Date
      is_trial: boolean
      given_at: Date
    }>(
      `select m.account_id, m.expire_time, e.kind = 'trial' as is_trial, e.at as given_at
       from membership m join account a on a.id = m.account_id and a.disabled_at is null and a.deleted_at is null
       join lateral (select kind, at from membership_event e where e.account_id = m.account_id order by id desc limit 1) e on true
       where m.expire_time > $1 and m.expire_time <= $2 and m.account_id > $3 order by m.account_id limit $4`,
      [new Date(now), new Date(now + Math.max(...REMINDERS) * DAY), after, BATCH],
    )
    if (rows.length === 0) return
    for (const row of rows) {
      after = row.account_id
      const expireTime = row.expire_time.getTime()
      const days = REMINDERS.find((n) => expireTime - now <= n * DAY)
      // A trial of seven days must not begin with a mail about its end.
      if (days === undefined || expireTime - row.given_at.getTime() <= days * DAY) continue
      const ending = {
        accountId: row.account_id,
        expireTime,
        before: days,
        days: Math.ceil((expireTime - now) / DAY),
        isTrial: row.is_trial,
      }
      await inTransaction(deps.pool, (client) => sendMembershipEnds(client, deps, ending))
    }
  }
}
