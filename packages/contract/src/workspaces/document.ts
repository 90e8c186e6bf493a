/* The format of a workspace, without TypeBox: pages read files and links with it (docs/decisions/workspaces.md). */

export const WORKSPACE_FORMAT = 1

export const CELL_KINDS = ['chart', 'ladder', 'time_and_sales', 'profile', 'watchlist'] as const
export type CellKind = (typeof CELL_KINDS)[number]

export const GROUP_COLOURS = ['blue', 'orange', 'green', 'red', 'purple', 'cyan', 'yellow', 'grey'] as const
export type GroupColour = (typeof GROUP_COLOURS)[number]

/** What the cells of a group have in common. */
export const GROUP_LINKS = ['symbol', 'cycle', 'crosshair', 'range'] as const
export type GroupLink = (typeof GROUP_LINKS)[number]

export const SPLIT_DIRECTIONS = ['row', 'column'] as const
export type SplitDirection = (typeof SPLIT_DIRECTIONS)[number]

/** Pattern of the id of a cell, unique within its tab. */
export const CELL_ID = '^[a-z0-9]{1,12}$'

/** Maximum characters of the texts of a cell. */
export const CELL_TEXT_LENGTHS = { cycle: 24, precision: 40, settings: 8000, view: 2000 } as const

/** What each kind of cell stores, besides id, kind and group. */
export const CELL_FIELDS = {
  chart: ['symbol', 'cycle', 'precision', 'settings', 'view'],
  ladder: ['symbol', 'precision'],
  time_and_sales: ['symbol'],
  profile: ['symbol', 'cycle', 'precision'],
  watchlist: [],
} as const satisfies Record<CellKind, readonly CellField[]>

export type CellField = 'symbol' | keyof typeof CELL_TEXT_LENGTHS

/** A chart or panel; omitted fields have the defaults of the page of one chart. */
export interface WorkspaceCell {
  readonly id: string
  readonly kind: CellKind
  /** One of the groups of the tab. */
  readonly group?: GroupColour
  readonly symbol?: string
  readonly cycle?: string
  readonly precision?: string
  /** Indicator settings and appearance, as in a link. */
  readonly settings?: string
  readonly view?: string
}

/** Has either a cell, by its id, or a split. */
export interface WorkspacePart {
  /** In 1/100 %; the parts of a split add up to SPLIT_SIZE. */
  readonly size: number
  readonly cell?: string
  readonly split?: WorkspaceSplit
}

export interface WorkspaceSplit {
  /** row: parts next to each other · column: parts below each other. */
  readonly direction: SplitDirection
  readonly parts: readonly WorkspacePart[]
}

export interface WorkspaceGroup {
  readonly colour: GroupColour
  readonly links: readonly GroupLink[]
}

export interface WorkspaceTab {
  readonly name: string
  readonly grid: WorkspaceSplit
  readonly cells: readonly WorkspaceCell[]
  readonly groups: readonly WorkspaceGroup[]
  /** Id of the cell that fills the tab. */
  readonly maximised?: string
}

export interface WorkspaceDocument {
  readonly format: typeof WORKSPACE_FORMAT
  /** Index of the tab that is shown. */
  readonly active: number
  readonly tabs: readonly WorkspaceTab[]
}
