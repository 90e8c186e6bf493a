import {
  GROUP_COLOURS,
  GROUP_LINKS,
  type WorkspaceCell,
  type WorkspaceDocument,
  type WorkspaceTab,
} from '@flowprint/contract'
import fc from 'fast-check'
import {
  addCell,
  addTab,
  changeCell,
  deleteCell,
  deleteTab,
  editTab,
  exchangeCells,
  maximiseCell,
  moveCell,
  moveCellToTab,
  moveTab,
  setGroup,
  setLinks,
  showTab,
} from '../../../src/features/order-flow/workspaces/edit-workspace.ts'
import { resizeSplit } from '../../../src/features/order-flow/workspaces/grid.ts'
import { createPreset, createWorkspace, PRESETS } from '../../../src/features/order-flow/workspaces/presets.ts'

const SYMBOLS = ['BINANCE:BTCUSDT', 'OKX:BTCUSDT', 'BYBIT:BTCUSDT.P', 'BINANCE:LTCUSDT'] as const
const CHART = { symbol: SYMBOLS[0], cycle: '1m', precision: '0.5', settings: '1', view: 'mode-delta' }

/** A tab as a preset arranges it. */
export const presetTab = fc
  .constantFrom(...PRESETS)
  .map((preset) => createPreset(preset, { name: `${preset} 标签`, chart: CHART, otherVenues: SYMBOLS.slice(1) }))

const index = fc.nat(8)
const edge = fc.constantFrom('left', 'right', 'top', 'bottom')
const colour = fc.constantFrom(...GROUP_COLOURS.slice(0, 3))
const symbol = fc.constantFrom(...SYMBOLS)
const cell: fc.Arbitrary<Omit<WorkspaceCell, 'id'>> = fc.oneof(
  fc.constant({ kind: 'chart' } as const),
  fc.record({ kind: fc.constant('chart' as const), symbol, cycle: fc.constantFrom('1m', '5m'), group: colour }),
  fc.record({ kind: fc.constantFrom('ladder' as const, 'time_and_sales' as const), symbol, group: colour }),
  fc.record({ kind: fc.constantFrom('watchlist' as const, 'profile' as const) }),
)

type Edit = (document: WorkspaceDocument) => WorkspaceDocument | null

const idAt = (tab: WorkspaceTab | undefined, at: number) => tab?.cells[at % tab.cells.length].id ?? 'none'
const inTab =
  (at: number, edit: (tab: WorkspaceTab) => WorkspaceTab | null): Edit =>
  (document) =>
    editTab(document, at % document.tabs.length, edit)

/** Edits as a user makes them, in any tab and with any cell. */
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(index, cell).map(([at, added]) => inTab(at, (tab) => addCell(tab, added))),
  fc
    .tuple(index, cell, index, edge)
    .map(([at, added, i, side]) => inTab(at, (tab) => addCell(tab, added, { target: idAt(tab, i), edge: side }))),
  fc.tuple(index, index).map(([at, i]) => inTab(at, (tab) => deleteCell(tab, idAt(tab, i)))),
  fc
    .tuple(index, index, index, edge)
    .map(([at, i, j, side]) => inTab(at, (tab) => moveCell(tab, idAt(tab, i), { target: idAt(tab, j), edge: side }))),
  fc.tuple(index, index, index).map(([at, i, j]) => inTab(at, (tab) => exchangeCells(tab, idAt(tab, i), idAt(tab, j)))),
  fc.tuple(index, index).map(([at, i]) => inTab(at, (tab) => maximiseCell(tab, i === 0 ? null : idAt(tab, i)))),
  fc
    .tuple(index, index, fc.option(colour))
    .map(([at, i, given]) => inTab(at, (tab) => setGroup(tab, idAt(tab, i), given))),
  fc
    .tuple(index, colour, fc.subarray([...GROUP_LINKS]))
    .map(([at, given, links]) => inTab(at, (tab) => setLinks(tab, given, links))),
  fc
    .tuple(index, index, symbol)
    .map(([at, i, given]) => inTab(at, (tab) => changeCell(tab, idAt(tab, i), { symbol: given, cycle: '5m' }))),
  fc
    .tuple(
      index,
      index,
      fc.array(
        fc.nat(1000).map((tenths) => tenths / 10),
        { minLength: 12, maxLength: 12 },
      ),
    )
    .map(([at, i, sizes]) =>
      inTab(at, (tab) => {
        const inner = tab.grid.parts.findIndex(({ split }, j) => split !== undefined && j >= i % 2)
        const split = inner === -1 ? tab.grid : tab.grid.parts[inner].split!
        return { ...tab, grid: resizeSplit(tab.grid, inner === -1 ? [] : [inner], sizes.slice(0, split.parts.length)) }
      }),
    ),
  presetTab.map(
    (tab): Edit =>
      (document) =>
        addTab(document, tab),
  ),
  index.map(
    (at): Edit =>
      (document) =>
        deleteTab(document, at),
  ),
  index.map(
    (at): Edit =>
      (document) =>
        showTab(document, at),
  ),
  fc.tuple(index, index).map(
    ([from, to]): Edit =>
      (document) =>
        moveTab(document, from, to),
  ),
  fc.tuple(index, index, index).map(
    ([from, to, i]): Edit =>
      (document) =>
        moveCellToTab(document, idAt(document.tabs[from % document.tabs.length], i), {
          from: from % document.tabs.length,
          to: to % document.tabs.length,
        }),
  ),
)

/** Documents after every edit of a series; refused edits are left out. */
export const editedDocuments: fc.Arbitrary<WorkspaceDocument[]> = fc
  .tuple(presetTab, fc.array(edit, { maxLength: 30 }))
  .map(([tab, edits]) => {
    const documents = [createWorkspace(tab)]
    for (const apply of edits) {
      const next = apply(documents.at(-1)!)
      if (next !== null) documents.push(next)
    }
    return documents
  })
