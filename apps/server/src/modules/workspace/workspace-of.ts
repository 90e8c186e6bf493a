import type { Workspace } from '@flowprint/contract'
import { db } from '../../platform/database/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import { findAllDrawings } from './repository/drawing-rows.ts'
import { findLayouts } from './repository/layout-rows.ts'
import { hasSeenTour } from './repository/tour-rows.ts'
import { findWatchlist } from './repository/watchlist-rows.ts'

/** All workspace data of an account, for the data export. */
export async function workspaceOf(client: Queryable, accountId: number): Promise<Workspace> {
  const watchlist = await findWatchlist(client, accountId)
  return {
    drawings: (await findAllDrawings(client, accountId)).map(({ symbol, items }) => ({ symbol, items })),
    watchlist: watchlist?.items ?? [],
    layouts: (await findLayouts(client, accountId)).map(({ name, content }) => ({ name, content })),
    tour_seen: await hasSeenTour(client, accountId),
  }
}

/** Deletes all workspace data of an account. */
export async function deleteWorkspace(client: Queryable, accountId: number): Promise<void> {
  for (const table of ['workspace_drawings', 'workspace_watchlist', 'workspace_layout', 'workspace_tour'] as const)
    await db(client).deleteFrom(table).where('account_id', '=', accountId).execute()
}
