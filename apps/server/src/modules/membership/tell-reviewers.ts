import { inTransaction } from '../../platform/database/index.ts'
import type { MembershipDeps } from './membership-deps.ts'
import { pendingNumbers } from './repository/business-numbers.ts'
import { lastDigestAt, listReviewers, takeNotices } from './repository/notice-rows.ts'

const MIN_INTERVAL_MS = 10 * 60_000

/**
 * Mails every administrator what came since the last digest, at most every ten minutes. One digest at a time: the lock makes
 * processes that look at the same moment wait for each other.
 */
export async function tellReviewers({ pool, clock, mail, appUrl }: Pick<MembershipDeps, 'pool' | 'clock' | 'mail' | 'appUrl'>): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock(hashtext('review_digest'))")
    const now = clock.now()
    const last = await lastDigestAt(client)
    if (last !== null && now - last < MIN_INTERVAL_MS) return
    const { orders, disputes } = await takeNotices(client)
    if (orders === 0 && disputes === 0) return
    const { pendingOrders: waiting } = await pendingNumbers(client)
    for (const { id, name, email, language } of await listReviewers(client)) {
      const params = { name, orders, disputes, waiting, link: `${appUrl}/manager/order` }
      await mail.enqueueMail(client, { template: 'review_digest', to: email, language, params, dedupeKey: `review_digest ${now} ${id}` })
    }
  })
}
