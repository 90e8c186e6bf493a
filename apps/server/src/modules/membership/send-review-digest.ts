import type { Language } from '@flowprint/i18n'
import { MINUTE_MS } from '@flowprint/orderflow'
import { sql } from 'kysely'
import { db, inTransaction } from '../../platform/database/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import type { MembershipDeps } from './membership-deps.ts'
import { pendingNumbers } from './repository/business-numbers.ts'
import { lastDigestAt, drainNotices } from './repository/notice-rows.ts'

const MIN_INTERVAL_MS = 10 * MINUTE_MS

interface Administrator {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly language: Language
}

export interface DigestDeps extends Pick<MembershipDeps, 'pool' | 'clock' | 'mail' | 'appUrl'> {
  readonly listAdministrators: (client: Queryable) => Promise<readonly Administrator[]>
}

/**
 * Mails all administrators a digest of new orders and disputes, at most every ten minutes. The lock serializes
 * processes that run it at the same time.
 */
export async function sendReviewDigest({ pool, clock, mail, appUrl, listAdministrators }: DigestDeps): Promise<void> {
  await inTransaction(pool, async (client) => {
    await sql`select pg_advisory_xact_lock(hashtext('review_digest'))`.execute(db(client))
    const now = clock.now()
    const last = await lastDigestAt(client)
    if (last !== null && now - last < MIN_INTERVAL_MS) return
    const { orders, disputes } = await drainNotices(client)
    if (orders === 0 && disputes === 0) return
    const { pendingOrders: waiting } = await pendingNumbers(client)
    for (const { id, username, email, language } of await listAdministrators(client)) {
      const params = { name: username, orders, disputes, waiting, link: `${appUrl}/manager/order` }
      await mail.enqueueMail(client, {
        template: 'review_digest',
        to: email,
        language,
        params,
        dedupeKey: `review_digest ${now} ${id}`,
      })
    }
  })
}
