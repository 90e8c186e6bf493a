import type { Queryable } from '../../../platform/database/index.ts'

export async function hasSeenTour(client: Queryable, accountId: number): Promise<boolean> {
  const { rows } = await client.query('select 1 from workspace_tour where account_id = $1', [accountId])
  return rows.length > 0
}

/** Keeps the first time. */
export async function markTourSeen(client: Queryable, accountId: number, now: number): Promise<void> {
  await client.query('insert into workspace_tour (account_id, seen_at) values ($1, $2) on conflict do nothing', [
    accountId,
    new Date(now),
  ])
}
