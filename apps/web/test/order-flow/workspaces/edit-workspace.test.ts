import { checkWorkspace, SPLIT_SIZE, type WorkspaceDocument, type WorkspaceTab } from '@flowprint/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addCell,
  addTab,
  alignGroups,
  changeCell,
  deleteCell,
  deleteTab,
  findCell,
  freeTabName,
  linkedCells,
  maximiseCell,
  moveCell,
  moveCellToTab,
  moveTab,
  neighbourOf,
  setGroup,
  setLinks,
} from '../../../src/features/order-flow/workspaces/edit-workspace.ts'
import { cellShares, equalGrid, fitSizes, gridCells } from '../../../src/features/order-flow/workspaces/grid.ts'
import { createPreset, createWorkspace } from '../../../src/features/order-flow/workspaces/presets.ts'
import { editedDocuments, presetTab } from './workspaces.ts'

const CHART = { symbol: 'BINANCE:BTCUSDT', cycle: '1m', precision: '0.5', settings: '1', view: 'mode-delta' }
const preset = (name: Parameters<typeof createPreset>[0], otherVenues: readonly string[] = []) =>
  createPreset(name, { name, chart: CHART, otherVenues })

describe('fitSizes', () => {
  test('returns whole sizes with the sum and the minimum, near the given shares', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat(100), fc.double({ min: 0, max: 1e6, noNaN: true })), { minLength: 1, maxLength: 12 }),
        (given) => {
          const sizes = fitSizes(given)
          expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(SPLIT_SIZE)
          expect(sizes.every((size) => Number.isInteger(size) && size >= 500)).toBe(true)
          expect(fitSizes(sizes)).toEqual(sizes)
          // Order is kept.
          for (let i = 1; i < given.length; i++)
            if (given[i] > given[i - 1]) expect(sizes[i]).toBeGreaterThanOrEqual(sizes[i - 1] - 1)
        },
      ),
    )
  })

  test.each([
    [
      [50, 50],
      [5000, 5000],
    ],
    [
      [1, 1, 1],
      [3334, 3333, 3333],
    ],
    [
      [0, 0],
      [5000, 5000],
    ],
    [
      [99, 1],
      [9500, 500],
    ],
    [
      [90, 8, 1, 1],
      [8265, 735, 500, 500],
    ],
  ])('%j becomes %j', (given, sizes) => {
    expect(fitSizes(given)).toEqual(sizes)
  })
})

test('any series of edits leaves a valid document', () => {
  fc.assert(
    fc.property(editedDocuments, (documents) => {
      for (const document of documents) expect(checkWorkspace(document)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('after any series of edits the cells of a group agree on what it links', () => {
  fc.assert(
    fc.property(editedDocuments, (documents) => {
      for (const tab of documents.at(-1)!.tabs) expect(alignGroups(tab)).toEqual(tab)
    }),
    { numRuns: 200 },
  )
})

test('the grid has no empty space and no needless split after any series of edits', () => {
  const hasNeedlessSplit = (split: WorkspaceTab['grid']): boolean =>
    split.parts.some(
      (part) =>
        part.split !== undefined &&
        (part.split.parts.length < 2 || part.split.direction === split.direction || hasNeedlessSplit(part.split)),
    )
  fc.assert(
    fc.property(editedDocuments, (documents) => {
      for (const { grid } of documents.at(-1)!.tabs) {
        const area = cellShares(grid).reduce((sum, { width, height }) => sum + width * height, 0)
        expect(area).toBeCloseTo(1, 9)
        expect(hasNeedlessSplit(grid)).toBe(false)
      }
    }),
    { numRuns: 200 },
  )
})

describe('cells', () => {
  test('are added where there is the most room, across the longer side', () => {
    const one = preset('single')
    const two = addCell(one, { kind: 'ladder' })!
    expect(two.grid).toEqual({
      direction: 'row',
      parts: [
        { size: 5000, cell: 'c1' },
        { size: 5000, cell: 'c2' },
      ],
    })
    const three = addCell(two, { kind: 'watchlist' })!
    expect(gridCells(three.grid)).toEqual(['c1', 'c3', 'c2'])
    expect(three.grid.parts[0].split?.direction).toBe('column')
  })

  test('are limited to six charts and twelve in all', () => {
    let tab = preset('single')
    for (let i = 1; i < 6; i++) tab = addCell(tab, { kind: 'chart' })!
    expect(addCell(tab, { kind: 'chart' })).toBeNull()
    for (let i = 6; i < 12; i++) tab = addCell(tab, { kind: 'ladder' })!
    expect(addCell(tab, { kind: 'ladder' })).toBeNull()
    expect(checkWorkspace(createWorkspace(tab))).toEqual([])
  })

  test('give their space back when they are removed; the last one stays', () => {
    const tab = preset('single')
    const both = addCell(tab, { kind: 'ladder' }, { target: 'c1', edge: 'top' })!
    expect(gridCells(both.grid)).toEqual(['c2', 'c1'])
    expect(both.grid.direction).toBe('column')
    expect(deleteCell(both, 'c2')!.grid.parts).toEqual([{ size: 10_000, cell: 'c1' }])
    expect(deleteCell(tab, 'c1')).toBeNull()
    expect(deleteCell(tab, 'unknown')).toBe(tab)
  })

  test('move to an edge of another cell and keep what they show', () => {
    const tab = preset('scalping')
    const moved = moveCell(tab, 'list', { target: 'c1', edge: 'left' })!
    expect(gridCells(moved.grid)).toEqual(['list', 'c1', 'ladder', 'trades'])
    expect(moved.cells).toBe(tab.cells)
    expect(moveCell(tab, 'c1', { target: 'c1', edge: 'left' })).toBe(tab)
  })

  test('fill the tab until they are removed or another one is added', () => {
    const tab = maximiseCell(preset('scalping'), 'ladder')
    expect(tab.maximised).toBe('ladder')
    expect(maximiseCell(tab, null)).not.toHaveProperty('maximised')
    expect(deleteCell(tab, 'ladder')).not.toHaveProperty('maximised')
    expect(deleteCell(tab, 'list')!.maximised).toBe('ladder')
    expect(addCell(tab, { kind: 'watchlist' })).not.toHaveProperty('maximised')
    expect(maximiseCell(tab, 'unknown')).not.toHaveProperty('maximised')
  })

  test('have neighbours in reading order, around the ends', () => {
    const tab = preset('scalping')
    expect(neighbourOf(tab, 'c1', 1)).toBe('ladder')
    expect(neighbourOf(tab, 'c1', -1)).toBe('list')
    expect(neighbourOf(tab, 'list', 1)).toBe('c1')
  })
})

describe('groups', () => {
  const symbols = (tab: WorkspaceTab) => tab.cells.map(({ symbol }) => symbol)

  test('leaves the tab as it is when nothing differs', () => {
    const tab = preset('multi_timeframe')
    expect(changeCell(tab, 'c2', { symbol: tab.cells[1].symbol, cycle: tab.cells[1].cycle })).toBe(tab)
  })

  test('share a symbol, whose cells get the default precision', () => {
    const tab = changeCell(preset('multi_timeframe'), 'c2', { symbol: 'OKX:BTCUSDT', precision: '0.1' })
    expect(symbols(tab)).toEqual(Array(4).fill('OKX:BTCUSDT'))
    expect(tab.cells.map(({ precision }) => precision)).toEqual([undefined, '0.1', undefined, undefined])
    expect(tab.cells.map(({ cycle }) => cycle)).toEqual(['1m', '5m', '15m', '1h'])
  })

  test('do not share what they do not link', () => {
    const tab = changeCell(preset('compare_venues', ['OKX:BTCUSDT']), 'c1', { symbol: 'BINANCE:LTCUSDT', cycle: '5m' })
    expect(symbols(tab)).toEqual(['BINANCE:LTCUSDT', 'OKX:BTCUSDT'])
    expect(tab.cells.map(({ cycle }) => cycle)).toEqual(['5m', '5m'])
  })

  test('take the symbol that is chosen in a watchlist, which has none', () => {
    const tab = changeCell(preset('scalping'), 'list', { symbol: 'BINANCE:LTCUSDT' })
    expect(symbols(tab)).toEqual(['BINANCE:LTCUSDT', 'BINANCE:LTCUSDT', 'BINANCE:LTCUSDT', undefined])
  })

  test('pass their values to a cell that joins, even if it is the first one', () => {
    const alone = changeCell(setGroup(preset('scalping'), 'c1', null), 'c1', { symbol: 'BINANCE:LTCUSDT' })
    expect(symbols(alone).slice(0, 2)).toEqual(['BINANCE:LTCUSDT', 'BINANCE:BTCUSDT'])
    expect(symbols(setGroup(alone, 'c1', 'blue')).slice(0, 3)).toEqual(Array(3).fill('BINANCE:BTCUSDT'))
  })

  test('agree on the first cell when a link is switched on', () => {
    const tab = setLinks(preset('compare_venues', ['OKX:BTCUSDT', 'BYBIT:BTCUSDT']), 'blue', ['symbol'])
    expect(symbols(tab)).toEqual(Array(3).fill('BINANCE:BTCUSDT'))
  })

  test('tell which cells share the crosshair and the range', () => {
    const tab = preset('compare_venues', ['OKX:BTCUSDT', 'BYBIT:BTCUSDT'])
    expect(linkedCells(tab, 'c1', 'range')).toEqual(['c2', 'c3'])
    expect(linkedCells(tab, 'c1', 'symbol')).toEqual([])
    expect(linkedCells(setGroup(tab, 'c1', null), 'c1', 'range')).toEqual([])
  })
})

describe('tabs', () => {
  const named = (...names: string[]): WorkspaceDocument => ({
    ...createWorkspace(preset('single')),
    tabs: names.map((name) => ({ ...preset('single'), name })),
  })
  const names = ({ tabs }: WorkspaceDocument) => tabs.map(({ name }) => name).join('')

  test('are added behind the shown one, at most eight', () => {
    let document = named('a', 'b')
    document = addTab(document, { ...preset('single'), name: 'x' })!
    expect([names(document), document.active]).toEqual(['axb', 1])
    expect(addTab(named(...'abcdefgh'), preset('single'))).toBeNull()
    expect(freeTabName(named('a', 'b', 'b 2'), 'b')).toBe('b 3')
    expect(freeTabName(named('a'), 'b')).toBe('b')
  })

  test('keep the shown one shown when others are moved or removed', () => {
    fc.assert(
      fc.property(fc.nat(4), fc.nat(4), fc.nat(4), (active, from, to) => {
        const document = { ...named(...'abcde'), active }
        const moved = moveTab(document, from, to)
        expect(moved.tabs[moved.active].name).toBe('abcde'[active])
        expect(moved.tabs[to].name).toBe('abcde'[from])
        const rest = deleteTab(document, from)!
        if (from !== active) expect(rest.tabs[rest.active].name).toBe('abcde'[active])
        expect(rest.active).toBeLessThan(4)
      }),
    )
    expect(deleteTab(named('a'), 0)).toBeNull()
  })

  test('receive a cell with its group, under a free id', () => {
    const document = addTab(createWorkspace(preset('scalping')), { ...preset('single'), name: 'other' })!
    const moved = moveCellToTab(document, 'c1', { from: 0, to: 1 })!
    expect(moved.tabs[0].cells.map(({ id }) => id)).toEqual(['ladder', 'trades', 'list'])
    expect(findCell(moved.tabs[1], 'c2')).toMatchObject({ kind: 'chart', group: 'blue', settings: '1' })
    expect(moved.tabs[1].groups).toEqual([{ colour: 'blue', links: ['symbol', 'crosshair'] }])
  })

  test('disappear with their last cell', () => {
    const document = addTab(createWorkspace(preset('scalping')), { ...preset('single'), name: 'other' })!
    const moved = moveCellToTab(document, 'c1', { from: 1, to: 0 })!
    expect([moved.tabs.length, moved.active, moved.tabs[0].cells.length]).toEqual([1, 0, 5])
  })
})

describe('presets', () => {
  test('are valid with and without a symbol', () => {
    fc.assert(
      fc.property(presetTab, (tab) => {
        expect(checkWorkspace(createWorkspace(tab))).toEqual([])
      }),
    )
    for (const name of ['single', 'multi_timeframe', 'scalping', 'compare_venues'] as const)
      expect(checkWorkspace(createWorkspace(createPreset(name, { name, chart: {} })))).toEqual([])
  })

  test('compare at most six venues, each once', () => {
    const many = ['A:X', 'B:X', 'A:X', 'BINANCE:BTCUSDT', 'C:X', 'D:X', 'E:X', 'F:X']
    const tab = preset('compare_venues', many)
    expect(tab.cells.map(({ symbol }) => symbol)).toEqual(['BINANCE:BTCUSDT', 'A:X', 'B:X', 'C:X', 'D:X', 'E:X'])
  })

  test('equalGrid keeps the order of 1 to 12 cells', () => {
    for (let count = 1; count <= 12; count++) {
      const ids = Array.from({ length: count }, (_, i) => `c${i}`)
      expect(gridCells(equalGrid(ids))).toEqual(ids)
    }
  })
})
