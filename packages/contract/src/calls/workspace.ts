import { LoadedMoment, MomentBody, MomentContent, Moments, MomentsBody, SavedMoment } from '../moments.ts'
import { Done } from '../schemas.ts'
import {
  Drawings,
  DrawingsBody,
  Layouts,
  SavedDrawings,
  SavedLayout,
  SaveDrawingsBody,
  SavedScan,
  SavedWatchlist,
  SaveLayoutBody,
  SaveScanBody,
  SaveWatchlistBody,
  Scans,
  Tour,
  Watchlist,
} from '../workspace.ts'
import {
  SavedWorkspace,
  SaveWorkspaceBody,
  Workspace,
  WorkspaceBody,
  Workspaces,
  WorkspaceVersions,
  WorkspaceVersionsBody,
} from '../workspaces/schemas.ts'
import { defineCall } from './define-call.ts'

/** Fits the maximum number of drawings of one symbol, with texts in any script. */
const DRAWINGS_BYTES = 1024 * 1024
/** Fits the longest workspace, with escaped texts and white space. */
const WORKSPACE_BYTES = 256 * 1024
/** Fits the maximum number of drawings of a moment, with texts in any script. */
const MOMENT_BYTES = 512 * 1024

const tag = 'workspace'

/** Data that users store for themselves: drawings, watchlist, layouts, workspaces, moments (CONTRACT 2). */
export const workspaceCalls = {
  drawings: defineCall('POST /drawings', {
    who: 'U',
    tag,
    summary: 'List the drawings of a symbol',
    body: DrawingsBody,
    data: Drawings,
  }),
  saveDrawings: defineCall('POST /save_drawings', {
    who: 'U',
    tag,
    summary: 'Replace the drawings of a symbol',
    body: SaveDrawingsBody,
    data: SavedDrawings,
    maxBodyBytes: DRAWINGS_BYTES,
  }),
  watchlist: defineCall('POST /watchlist', { who: 'U', tag, summary: 'Get the watchlist', data: Watchlist }),
  saveWatchlist: defineCall('POST /save_watchlist', {
    who: 'U',
    tag,
    summary: 'Replace the watchlist',
    body: SaveWatchlistBody,
    data: SavedWatchlist,
  }),
  layouts: defineCall('POST /layouts', { who: 'U', tag, summary: 'List saved layouts', data: Layouts }),
  saveLayout: defineCall('POST /save_layout', {
    who: 'U',
    tag,
    summary: 'Create, change, rename or delete a layout',
    body: SaveLayoutBody,
    data: SavedLayout,
  }),
  scans: defineCall('POST /scans', { who: 'U', tag, summary: 'List saved scans', data: Scans }),
  saveScan: defineCall('POST /save_scan', {
    who: 'U',
    tag,
    summary: 'Create, change or delete a scan',
    body: SaveScanBody,
    data: SavedScan,
  }),
  workspaces: defineCall('POST /workspaces', { who: 'U', tag, summary: 'List saved workspaces', data: Workspaces }),
  workspace: defineCall('POST /workspace', {
    who: 'U',
    tag,
    summary: 'Get a workspace, or an earlier version of it',
    body: WorkspaceBody,
    data: Workspace,
  }),
  workspaceVersions: defineCall('POST /workspace_versions', {
    who: 'U',
    tag,
    summary: 'List the earlier versions of a workspace',
    body: WorkspaceVersionsBody,
    data: WorkspaceVersions,
  }),
  saveWorkspace: defineCall('POST /save_workspace', {
    who: 'U',
    tag,
    summary: 'Create, change, rename or delete a workspace',
    body: SaveWorkspaceBody,
    data: SavedWorkspace,
    maxBodyBytes: WORKSPACE_BYTES,
  }),
  moments: defineCall('POST /moments', {
    who: 'U',
    tag,
    summary: 'List own moments',
    body: MomentsBody,
    data: Moments,
  }),
  saveMoment: defineCall('POST /save_moment', {
    who: 'U',
    tag,
    summary: 'Save a moment, or get the id of the same one saved before',
    body: MomentContent,
    data: SavedMoment,
    maxBodyBytes: MOMENT_BYTES,
  }),
  moment: defineCall('POST /moment', {
    who: 'U',
    tag,
    summary: 'Get a moment by its id',
    body: MomentBody,
    data: LoadedMoment,
  }),
  deleteMoment: defineCall('POST /delete_moment', {
    who: 'U',
    tag,
    summary: 'Delete an own moment',
    body: MomentBody,
    data: Done,
  }),
  tour: defineCall('POST /tour', {
    who: 'U',
    tag,
    summary: 'Get whether the account has seen the tour of the chart',
    data: Tour,
  }),
  finishTour: defineCall('POST /finish_tour', {
    who: 'U',
    tag,
    summary: 'Record that the account finished or skipped the tour',
    data: Tour,
  }),
}
