import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ScanConditions } from './market/scanner.ts'
import { Choice, Nullable } from './schemas.ts'
import { WorkspaceDocumentSchema } from './workspaces/schemas.ts'
import { Ascii, CleanText, KeptSymbol, SaveVersion } from './stored-schemas.ts'
import { Drawing } from './drawing.ts'
import { MAX_LAYOUT_NAME_LENGTH, MAX_DRAWINGS, MAX_WATCHLIST } from './limits.ts'
import { MomentContent } from './moments.ts'
import { MAX_SCAN_NAME_LENGTH, SCAN_COLUMN_NAMES, SCAN_INTERVALS } from './market/scan-limits.ts'

/** Body of POST /drawings. */
export const DrawingsBody = Type.Object({ symbol: KeptSymbol })
export type DrawingsBody = Static<typeof DrawingsBody>

/** Drawings of the symbol, in painting order. Version 0 and no items: never saved. */
export const Drawings = Type.Object({ symbol: KeptSymbol, version: SaveVersion, items: Type.Array(Drawing) })
export type Drawings = Static<typeof Drawings>

/** Body of POST /save_drawings: replaces all drawings of the symbol. */
export const SaveDrawingsBody = Type.Object({
  symbol: KeptSymbol,
  version: SaveVersion,
  items: Type.Array(Drawing, { maxItems: MAX_DRAWINGS, description: 'ids must be unique' }),
})
export type SaveDrawingsBody = Static<typeof SaveDrawingsBody>

export const SavedDrawings = Type.Object({ symbol: KeptSymbol, version: SaveVersion })
export type SavedDrawings = Static<typeof SavedDrawings>

/** Data of POST /watchlist, in the user's order. */
export const Watchlist = Type.Object({ version: SaveVersion, items: Type.Array(KeptSymbol) })
export type Watchlist = Static<typeof Watchlist>

/** Body of POST /save_watchlist. */
export const SaveWatchlistBody = Type.Object({
  version: SaveVersion,
  items: Type.Array(KeptSymbol, { maxItems: MAX_WATCHLIST, uniqueItems: true }),
})
export type SaveWatchlistBody = Static<typeof SaveWatchlistBody>

export const SavedWatchlist = Type.Object({ version: SaveVersion })
export type SavedWatchlist = Static<typeof SavedWatchlist>

/** State of the page; texts are as in its URL. */
export const LayoutContent = Type.Object(
  {
    symbol: Type.Optional(KeptSymbol),
    cycle: Type.Optional(Ascii(24)),
    precision: Type.Optional(Ascii(40)),
    settings: Ascii(8000, 'indicator settings'),
    view: Ascii(2000, 'how the chart shows them'),
    panels: Type.Array(Ascii(24), { maxItems: 16, description: 'expanded panels' }),
  },
  { additionalProperties: false },
)
export type LayoutContent = Static<typeof LayoutContent>

const LayoutName = CleanText({
  minLength: 1,
  maxLength: MAX_LAYOUT_NAME_LENGTH,
  description: 'unique; surrounding spaces are trimmed; must not be empty',
})

/** Data of POST /layouts, sorted by name. */
export const Layouts = Type.Object({
  list: Type.Array(Type.Object({ name: LayoutName, version: SaveVersion, content: LayoutContent })),
})
export type Layouts = Static<typeof Layouts>

/** Body of POST /save_layout. */
export const SaveLayoutBody = Type.Object(
  {
    name: LayoutName,
    version: SaveVersion,
    content: Type.Optional(Nullable(LayoutContent)),
    new_name: Type.Optional(LayoutName),
  },
  { description: 'content: null deletes, absent keeps the stored one; new_name renames' },
)
export type SaveLayoutBody = Static<typeof SaveLayoutBody>

export const SavedLayout = Type.Object({
  name: LayoutName,
  version: SaveVersion,
  deleted: Type.Optional(Type.Literal(true)),
})
export type SavedLayout = Static<typeof SavedLayout>

/** A saved scan: what the scanner shows, and in which order. */
export const ScanContent = Type.Object(
  {
    interval: Choice(SCAN_INTERVALS),
    conditions: ScanConditions,
    sort: Type.Object(
      { column: Choice(['symbol', ...SCAN_COLUMN_NAMES]), descending: Type.Boolean() },
      { additionalProperties: false },
    ),
    columns: Type.Array(Choice(SCAN_COLUMN_NAMES), {
      minItems: 1,
      maxItems: SCAN_COLUMN_NAMES.length,
      uniqueItems: true,
    }),
  },
  { additionalProperties: false },
)
export type ScanContent = Static<typeof ScanContent>

const ScanName = CleanText({
  minLength: 1,
  maxLength: MAX_SCAN_NAME_LENGTH,
  description: 'unique; surrounding spaces are trimmed; must not be empty',
})

/** Data of POST /scans, sorted by name. */
export const Scans = Type.Object({
  list: Type.Array(Type.Object({ name: ScanName, version: SaveVersion, content: ScanContent })),
})
export type Scans = Static<typeof Scans>

/** Body of POST /save_scan. */
export const SaveScanBody = Type.Object(
  { name: ScanName, version: SaveVersion, content: Nullable(ScanContent) },
  { description: 'content: null deletes' },
)
export type SaveScanBody = Static<typeof SaveScanBody>

export const SavedScan = Type.Object({
  name: ScanName,
  version: SaveVersion,
  deleted: Type.Optional(Type.Literal(true)),
})
export type SavedScan = Static<typeof SavedScan>

/** Data of POST /tour and POST /finish_tour: whether the account has seen the tour of the chart. */
export const Tour = Type.Object({ seen: Type.Boolean() })
export type Tour = Static<typeof Tour>

/** All workspace data of an account, as in its data export. */
export const WorkspaceData = Type.Object({
  drawings: Type.Array(Type.Object({ symbol: Type.String(), items: Type.Array(Drawing) })),
  watchlist: Type.Array(Type.String()),
  layouts: Type.Array(Type.Object({ name: Type.String(), content: LayoutContent })),
  scans: Type.Array(Type.Object({ name: Type.String(), content: ScanContent })),
  workspaces: Type.Array(
    Type.Object({
      name: Type.String(),
      document: WorkspaceDocumentSchema,
      earlier: Type.Array(WorkspaceDocumentSchema),
    }),
  ),
  moments: Type.Array(MomentContent),
  tour_seen: Type.Boolean(),
})
export type WorkspaceData = Static<typeof WorkspaceData>
