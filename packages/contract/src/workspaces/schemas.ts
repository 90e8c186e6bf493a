import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import {
  MAX_SPLIT_DEPTH,
  MAX_TAB_CELLS,
  MAX_WORKSPACE_NAME_LENGTH,
  MAX_WORKSPACE_TABS,
  MIN_PART_SIZE,
  SPLIT_SIZE,
} from '../limits.ts'
import { Choice, IsoTime, Nullable } from '../schemas.ts'
import { Ascii, CleanText, KeptSymbol, SaveVersion } from '../stored-schemas.ts'
import {
  CELL_ID,
  CELL_KINDS,
  CELL_TEXT_LENGTHS,
  GROUP_COLOURS,
  GROUP_LINKS,
  SPLIT_DIRECTIONS,
  WORKSPACE_FORMAT,
  type WorkspaceDocument,
} from './document.ts'

const CellId = Type.String({ pattern: CELL_ID, description: 'unique within the tab' })
const optionalText = (field: keyof typeof CELL_TEXT_LENGTHS, description?: string) =>
  Type.Optional(Ascii(CELL_TEXT_LENGTHS[field], description))

const Cell = Type.Object(
  {
    id: CellId,
    kind: Choice(CELL_KINDS),
    group: Type.Optional(Choice(GROUP_COLOURS, { description: 'one of the groups of the tab' })),
    symbol: Type.Optional(KeptSymbol),
    cycle: optionalText('cycle'),
    precision: optionalText('precision'),
    settings: optionalText('settings', 'indicator settings, as in a link'),
    view: optionalText('view', 'how the chart shows them, as in a link'),
  },
  {
    additionalProperties: false,
    description:
      'a ladder has symbol and precision, time and sales a symbol, a profile no settings and view, a watchlist none of them',
  },
)

/** A split whose parts have up to `levels` - 1 splits inside each other. */
function splitSchema(levels: number): TSchema {
  const part = {
    size: Type.Integer({
      minimum: MIN_PART_SIZE,
      maximum: SPLIT_SIZE,
      description: 'in 1/100 %; the parts of a split add up to 10000',
    }),
    cell: Type.Optional(CellId),
    ...(levels > 1 ? { split: Type.Optional(splitSchema(levels - 1)) } : {}),
  }
  return Type.Object(
    {
      direction: Choice(SPLIT_DIRECTIONS, { description: 'row: next to each other · column: below each other' }),
      parts: Type.Array(Type.Object(part, { additionalProperties: false, description: 'has a cell or a split' }), {
        minItems: 1,
        maxItems: MAX_TAB_CELLS,
      }),
    },
    { additionalProperties: false },
  )
}

const Group = Type.Object(
  {
    colour: Choice(GROUP_COLOURS),
    links: Type.Array(Choice(GROUP_LINKS), {
      uniqueItems: true,
      maxItems: GROUP_LINKS.length,
      description: 'what the cells of the group have in common',
    }),
  },
  { additionalProperties: false },
)

const WorkspaceName = CleanText({
  minLength: 1,
  maxLength: MAX_WORKSPACE_NAME_LENGTH,
  description: 'unique; surrounding spaces are trimmed; must not be empty',
})

const Tab = Type.Object(
  {
    name: CleanText({ minLength: 1, maxLength: MAX_WORKSPACE_NAME_LENGTH }),
    grid: splitSchema(MAX_SPLIT_DEPTH),
    cells: Type.Array(Cell, {
      minItems: 1,
      maxItems: MAX_TAB_CELLS,
      description: 'at most 6 charts; each once in grid',
    }),
    groups: Type.Array(Group, { maxItems: GROUP_COLOURS.length, description: 'each colour once' }),
    maximised: Type.Optional(CellId),
  },
  { additionalProperties: false },
)

/** What a schema cannot express is checked by `checkWorkspace`. */
export const WorkspaceDocumentSchema = Type.Unsafe<WorkspaceDocument>(
  Type.Object(
    {
      format: Type.Literal(WORKSPACE_FORMAT),
      active: Type.Integer({ minimum: 0, maximum: MAX_WORKSPACE_TABS - 1, description: 'index of the shown tab' }),
      tabs: Type.Array(Tab, { minItems: 1, maxItems: MAX_WORKSPACE_TABS }),
    },
    { additionalProperties: false, description: 'at most 65,536 characters of JSON' },
  ),
)

/** Data of POST /workspaces, sorted by name. */
export const Workspaces = Type.Object({
  list: Type.Array(Type.Object({ name: WorkspaceName, version: SaveVersion, saved_at: IsoTime })),
})
export type Workspaces = Static<typeof Workspaces>

/** Body of POST /workspace. */
export const WorkspaceBody = Type.Object({
  name: WorkspaceName,
  version: Type.Optional({ ...SaveVersion, description: 'one of /workspace_versions; absent: the current one' }),
})
export type WorkspaceBody = Static<typeof WorkspaceBody>

/** Data of POST /workspace. */
export const Workspace = Type.Object({
  name: WorkspaceName,
  version: SaveVersion,
  saved_at: IsoTime,
  document: WorkspaceDocumentSchema,
})
export type Workspace = Static<typeof Workspace>

/** Body of POST /workspace_versions. */
export const WorkspaceVersionsBody = Type.Object({ name: WorkspaceName })
export type WorkspaceVersionsBody = Static<typeof WorkspaceVersionsBody>

/** Data of POST /workspace_versions: the replaced documents, newest first. */
export const WorkspaceVersions = Type.Object({
  list: Type.Array(Type.Object({ version: SaveVersion, saved_at: IsoTime })),
})
export type WorkspaceVersions = Static<typeof WorkspaceVersions>

/** Body of POST /save_workspace. */
export const SaveWorkspaceBody = Type.Object(
  {
    name: WorkspaceName,
    version: SaveVersion,
    document: Type.Optional(Nullable(WorkspaceDocumentSchema)),
    new_name: Type.Optional(WorkspaceName),
  },
  { description: 'document: null deletes, absent keeps the stored one; new_name renames' },
)
export type SaveWorkspaceBody = Static<typeof SaveWorkspaceBody>

export const SavedWorkspace = Type.Object({
  name: WorkspaceName,
  version: SaveVersion,
  deleted: Type.Optional(Type.Literal(true)),
})
export type SavedWorkspace = Static<typeof SavedWorkspace>
