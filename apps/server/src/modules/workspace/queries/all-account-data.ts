import type { WorkspaceData } from '@flowprint/contract'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { findAllMoments } from './moments.ts'
import { findAllDocuments } from './saved-workspaces.ts'
import { findAllDrawings, findLayouts, findScans, findWatchlist, hasSeenTour } from './workspace-rows.ts'

/** All workspace data of an account, for the data export. */
export async function workspaceOf(client: Queryable, accountId: number): Promise<WorkspaceData> {
  const watchlist = await findWatchlist(client, accountId)
  return {
    drawings: (await findAllDrawings(client, accountId)).map(({ symbol, items }) => ({ symbol, items })),
    watchlist: watchlist?.items ?? [],
    layouts: (await findLayouts(client, accountId)).map(({ name, content }) => ({ name, content })),
    scans: (await findScans(client, accountId)).map(({ name, content }) => ({ name, content })),
    workspaces: await findAllDocuments(client, accountId),
    moments: await findAllMoments(client, accountId),
    tour_seen: await hasSeenTour(client, accountId),
  }
}

/** Deletes all workspace data of an account. */
export async function deleteWorkspace(client: Queryable, accountId: number): Promise<void> {
  for (const table of [
    'workspace_drawings',
    'workspace_watchlist',
    'workspace_layout',
    'workspace_scan',
    'workspace_tour',
    'saved_workspace',
    'moment',
  ] as const)
    await db(client).deleteFrom(table).where('account_id', '=', accountId).execute()
}
