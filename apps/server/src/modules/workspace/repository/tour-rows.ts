import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

export async function hasSeenTour(client: Queryable, accountId: number): Promise<boolean> {
  const found = await db(client).selectFrom('workspace_tour').where('account_id', '=', accountId).executeTakeFirst()
  return found !== undefined
}

/** Keeps the first time. */
export async function markTourSeen(client: Queryable, accountId: number, now: number): Promise<void> {
  await db(client)
    .insertInto('workspace_tour')
    .values({ account_id: accountId, seen_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
