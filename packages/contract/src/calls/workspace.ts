import { Drawings, DrawingsBody, SaveDrawingsBody, SavedDrawings } from '../workspace/drawings.ts'
import { Layouts, SaveLayoutBody, SavedLayout } from '../workspace/layouts.ts'
import { Tour } from '../workspace/tour.ts'
import { SavedWatchlist, SaveWatchlistBody, Watchlist } from '../workspace/watchlist.ts'
import { defineCall } from './define-call.ts'

/** Fits the maximum number of drawings of one symbol, with texts in any script. */
const DRAWINGS_BYTES = 1024 * 1024

const tag = 'workspace'

/** Data that users store for themselves: drawings, watchlist, layouts (CONTRACT 2). */
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
