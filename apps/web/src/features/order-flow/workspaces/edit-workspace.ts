import {
  CELL_FIELDS,
  MAX_TAB_CELLS,
  MAX_TAB_CHARTS,
  MAX_WORKSPACE_TABS,
  type CellField,
  type CellKind,
  type GroupColour,
  type GroupLink,
  type WorkspaceCell,
  type WorkspaceDocument,
  type WorkspaceTab,
} from '@flowprint/contract'
import { cellShares, gridCells, removeCell, splitCell, swapCells, type Edge } from './grid.ts'

/*
 * Pure edits of a workspace. Each returns a document that `checkWorkspace` accepts, or null if a limit does not allow
 * the edit; an unknown cell or tab leaves the document unchanged.
 */

/** What a new group links. */
export const DEFAULT_LINKS: readonly GroupLink[] = ['symbol', 'cycle', 'crosshair', 'range']

/** Fields that groups can link. */
const LINKED_FIELDS = ['symbol', 'cycle'] as const satisfies readonly (GroupLink & CellField)[]

const hasField = ({ kind }: WorkspaceCell, field: CellField): boolean =>
  (CELL_FIELDS[kind] as readonly CellField[]).includes(field)

const linksOf = ({ groups }: WorkspaceTab, colour: GroupColour | undefined): readonly GroupLink[] =>
  groups.find((group) => group.colour === colour)?.links ?? []

export const findCell = ({ cells }: WorkspaceTab, id: string): WorkspaceCell | undefined =>
  cells.find((cell) => cell.id === id)

/** Ids of the other cells that have `link` in common with a cell. */
export function linkedCells(tab: WorkspaceTab, id: string, link: GroupLink): string[] {
  const colour = findCell(tab, id)?.group
  if (colour === undefined || !linksOf(tab, colour).includes(link)) return []
  return tab.cells.filter((cell) => cell.group === colour && cell.id !== id).map((cell) => cell.id)
}

/** Sets a field. Another symbol has other precisions: the cell gets the default one. */
function withField(cell: WorkspaceCell, field: (typeof LINKED_FIELDS)[number], value: string): WorkspaceCell {
  if (!hasField(cell, field) || cell[field] === value) return cell
  const changed = { ...cell, [field]: value }
  if (field === 'symbol') delete changed.precision
  return changed
}

/** Makes the cells of each group agree on what it links: the first cell in the list that has a value decides. */
export function alignGroups(tab: WorkspaceTab): WorkspaceTab {
  let { cells } = tab
  for (const { colour, links } of tab.groups) {
    for (const field of LINKED_FIELDS) {
      if (!links.includes(field)) continue
      const value = cells.find((cell) => cell.group === colour && cell[field] !== undefined)?.[field]
      if (value !== undefined)
        cells = cells.map((cell) => (cell.group === colour ? withField(cell, field, value) : cell))
    }
  }
  return { ...tab, cells }
}

export type CellChange = { readonly [Field in CellField]?: string }

/**
 * Changes a cell, and what its group links in the other cells. Fields that the cell does not have go to its group only:
 * choosing a symbol in a watchlist. Without a difference it is the same tab.
 */
export function changeCell(tab: WorkspaceTab, id: string, change: CellChange): WorkspaceTab {
  const linked = LINKED_FIELDS.flatMap((field) => {
    const value = change[field]
    return value === undefined ? [] : [{ field, value, ids: new Set([id, ...linkedCells(tab, id, field)]) }]
  })
  const cells = tab.cells.map((cell) => {
    const next = linked.reduce(
      (changed, { field, value, ids }) => (ids.has(cell.id) ? withField(changed, field, value) : changed),
      cell,
    )
    if (cell.id !== id) return next
    const own = Object.entries(change).filter(
      ([field, value]) =>
        value !== undefined && hasField(cell, field as CellField) && next[field as CellField] !== value,
    )
    return own.length === 0 ? next : { ...next, ...Object.fromEntries(own) }
  })
  return cells.every((cell, i) => cell === tab.cells[i]) ? tab : { ...tab, cells }
}

/** Puts a cell into a group, whose common values it takes over, or out of its group (null). */
export function setGroup(tab: WorkspaceTab, id: string, colour: GroupColour | null): WorkspaceTab {
  const cells = tab.cells.map((cell) => {
    if (cell.id !== id) return cell
    const { group: _left, ...alone } = cell
    if (colour === null) return alone
    return LINKED_FIELDS.reduce<WorkspaceCell>(
      (joined, field) => {
        const value = linksOf(tab, colour).includes(field)
          ? tab.cells.find((other) => other.id !== id && other.group === colour && other[field] !== undefined)?.[field]
          : undefined
        return value === undefined ? joined : withField(joined, field, value)
      },
      { ...alone, group: colour },
    )
  })
  return alignGroups({ ...withGroup(tab, colour, DEFAULT_LINKS), cells })
}

function withGroup(tab: WorkspaceTab, colour: GroupColour | null, links: readonly GroupLink[]): WorkspaceTab {
  if (colour === null || tab.groups.some((group) => group.colour === colour)) return tab
  return { ...tab, groups: [...tab.groups, { colour, links }] }
}

/** Sets what a group links; its cells agree on it from then on. */
export const setLinks = (tab: WorkspaceTab, colour: GroupColour, links: readonly GroupLink[]): WorkspaceTab =>
  alignGroups({
    ...tab,
    groups: tab.groups.map((group) => (group.colour === colour ? { colour, links } : group)),
  })

/** Lets a cell fill the tab; null shows the grid. */
export function maximiseCell({ maximised: _before, ...tab }: WorkspaceTab, id: string | null): WorkspaceTab {
  return id === null || findCell(tab, id) === undefined ? tab : { ...tab, maximised: id }
}

/** An id that the tab does not use: the given one if possible. */
function freeId({ cells }: WorkspaceTab, wanted?: string): string {
  const used = new Set(cells.map(({ id }) => id))
  if (wanted !== undefined && !used.has(wanted)) return wanted
  let number = 1
  while (used.has(`c${number}`)) number++
  return `c${number}`
}

/** Whether a tab has room for another cell of a kind. */
export function canAddCell({ cells }: WorkspaceTab, kind: CellKind): boolean {
  const charts = cells.filter((cell) => cell.kind === 'chart').length
  return cells.length < MAX_TAB_CELLS && (kind !== 'chart' || charts < MAX_TAB_CHARTS)
}

export interface Place {
  readonly target: string
  readonly edge: Edge
}

/** Width of a tab divided by its height, to tell whether a cell is wide. */
const ASPECT_RATIO = 16 / 9

/** Places for another cell, best first: the largest cell is halved across its longer side. */
function placesIn({ grid }: WorkspaceTab): Place[] {
  const bySize = cellShares(grid).sort((a, b) => b.width * b.height - a.width * a.height)
  return bySize.flatMap(({ id: target, width, height }): Place[] => {
    const edges: readonly Edge[] = width * ASPECT_RATIO >= height ? ['right', 'bottom'] : ['bottom', 'right']
    return edges.map((edge) => ({ target, edge }))
  })
}

/** Adds a cell, at `place` or where there is the most room. Null if the tab has no room for it. */
export function addCell(tab: WorkspaceTab, cell: Omit<WorkspaceCell, 'id'>, place?: Place): WorkspaceTab | null {
  return addWithId(tab, { ...cell, id: freeId(tab) }, place)
}

function addWithId(tab: WorkspaceTab, cell: WorkspaceCell, place?: Place): WorkspaceTab | null {
  if (!canAddCell(tab, cell.kind)) return null
  for (const { target, edge } of place === undefined ? placesIn(tab) : [place]) {
    const grid = splitCell(tab.grid, target, { edge, id: cell.id })
    if (grid === null) continue
    // Without maximised: a new cell must be visible.
    const added = { ...maximiseCell(tab, null), grid, cells: [...tab.cells, cell] }
    return cell.group === undefined ? added : setGroup(added, cell.id, cell.group)
  }
  return null
}

/** Removes a cell. Null if it is the last one of the tab. */
export function deleteCell(tab: WorkspaceTab, id: string): WorkspaceTab | null {
  if (findCell(tab, id) === undefined) return tab
  const grid = removeCell(tab.grid, id)
  if (grid === null) return null
  const rest = tab.maximised === id ? maximiseCell(tab, null) : tab
  return { ...rest, grid, cells: tab.cells.filter((cell) => cell.id !== id) }
}

/** Moves a cell to an edge of another one. Null if it would need too many splits inside each other. */
export function moveCell(tab: WorkspaceTab, id: string, { target, edge }: Place): WorkspaceTab | null {
  if (id === target || findCell(tab, id) === undefined || findCell(tab, target) === undefined) return tab
  const without = removeCell(tab.grid, id)
  const grid = without === null ? null : splitCell(without, target, { edge, id })
  return grid === null ? null : { ...tab, grid }
}

export const exchangeCells = (tab: WorkspaceTab, a: string, b: string): WorkspaceTab =>
  findCell(tab, a) === undefined || findCell(tab, b) === undefined ? tab : { ...tab, grid: swapCells(tab.grid, a, b) }

/** The next or previous cell in reading order, around the ends: for keys and for swiping on a phone. */
export function neighbourOf({ grid }: WorkspaceTab, id: string, step: 1 | -1): string {
  const ids = gridCells(grid)
  const at = ids.indexOf(id)
  return at === -1 ? ids[0] : ids[(at + step + ids.length) % ids.length]
}

// Tabs.

export function editTab(
  document: WorkspaceDocument,
  index: number,
  edit: (tab: WorkspaceTab) => WorkspaceTab | null,
): WorkspaceDocument | null {
  const tab = document.tabs[index]
  if (tab === undefined) return document
  const edited = edit(tab)
  if (edited === null) return null
  return edited === tab ? document : { ...document, tabs: document.tabs.with(index, edited) }
}

export const showTab = (document: WorkspaceDocument, index: number): WorkspaceDocument =>
  index in document.tabs ? { ...document, active: index } : document

/** A name that no tab has: the given one, or with a number. */
export function freeTabName({ tabs }: WorkspaceDocument, name: string): string {
  const used = new Set(tabs.map((tab) => tab.name))
  let free = name
  for (let i = 2; used.has(free); i++) free = `${name} ${i}`
  return free
}

/** Adds a tab behind the shown one and shows it. Null if there are too many. */
export function addTab(document: WorkspaceDocument, tab: WorkspaceTab): WorkspaceDocument | null {
  if (document.tabs.length >= MAX_WORKSPACE_TABS) return null
  const active = document.active + 1
  return { ...document, active, tabs: document.tabs.toSpliced(active, 0, tab) }
}

/** Removes a tab; the shown one stays, or its neighbour is shown. Null if it is the last one. */
export function deleteTab(document: WorkspaceDocument, index: number): WorkspaceDocument | null {
  if (document.tabs[index] === undefined) return document
  if (document.tabs.length === 1) return null
  const tabs = document.tabs.toSpliced(index, 1)
  const active = index < document.active ? document.active - 1 : Math.min(document.active, tabs.length - 1)
  return { ...document, tabs, active }
}

/** Moves a tab; the same tab stays shown. */
export function moveTab(document: WorkspaceDocument, from: number, to: number): WorkspaceDocument {
  if (!(from in document.tabs) || !(to in document.tabs)) return document
  const order = document.tabs.map((_, i) => i)
  const moved = order.toSpliced(from, 1).toSpliced(to, 0, from)
  return { ...document, tabs: moved.map((i) => document.tabs[i]), active: moved.indexOf(document.active) }
}

/**
 * Moves a cell to another tab, where it joins the group of its colour; a tab that becomes empty is removed. Null if the
 * other tab has no room for it, or if it is the only cell of the only tab.
 */
export function moveCellToTab(
  document: WorkspaceDocument,
  id: string,
  { from, to }: { readonly from: number; readonly to: number },
): WorkspaceDocument | null {
  const [source, target] = [document.tabs[from], document.tabs[to]]
  const cell = source === undefined ? undefined : findCell(source, id)
  if (from === to || target === undefined || cell === undefined) return document
  const prepared = withGroup(target, cell.group ?? null, linksOf(source, cell.group))
  const added = addWithId(prepared, { ...cell, id: freeId(target, id) })
  if (added === null) return null
  const moved = { ...document, tabs: document.tabs.with(to, added) }
  const rest = deleteCell(source, id)
  return rest === null ? deleteTab(moved, from) : { ...moved, tabs: moved.tabs.with(from, rest) }
}
