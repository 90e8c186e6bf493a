import type { MenuSymbol, WorkspaceDocument, WorkspaceTab } from '@flowprint/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stubStorage } from '../../browser-storage.ts'
import { market, MENUS } from '../menus.ts'

stubStorage()
const { followLayout, redoLayout, undoLayout, useLayoutHistory } =
  await import('../../../src/features/order-flow/model/layout-history.ts')
const { addCell, changeCell, deleteCell, deleteTab, editTab, maximiseCell, moveTab, showTab, addTab } =
  await import('../../../src/features/order-flow/workspaces/edit-workspace.ts')
const { followedChart } = await import('../../../src/features/order-flow/workspaces/followed-chart.ts')
const { resizeSplit } = await import('../../../src/features/order-flow/workspaces/grid.ts')
const { otherVenues } = await import('../../../src/features/order-flow/workspaces/other-venues.ts')
const { createPreset, createWorkspace } = await import('../../../src/features/order-flow/workspaces/presets.ts')
const { workspaceKeyOf } = await import('../../../src/features/order-flow/workspaces/workspace-keys.ts')
const { workspaceLayout } = await import('../../../src/features/order-flow/workspaces/workspace-layout.ts')
const { editWorkspace, openWorkspace, useWorkspace } =
  await import('../../../src/features/order-flow/workspaces/workspace-store.ts')

const CHART = { symbol: 'BINANCE:BTCUSDT', cycle: '5m' }
const multi = (name = 'Multi') => createPreset('multi_timeframe', { name, chart: CHART })
const open = (document: WorkspaceDocument) => openWorkspace({ document, name: null, version: 0, saved: null })
const document = () => useWorkspace.getState().document as WorkspaceDocument
const edit = (change: (tab: WorkspaceTab) => WorkspaceTab | null, tab = document().active) =>
  editWorkspace((now) => editTab(now, tab, change))
const symbols = (tab = 0) => document().tabs[tab].cells.map(({ symbol }) => symbol)

describe('the undo of a workspace', () => {
  let time = 0
  let stop = () => {}
  const SECOND = 1000
  let pace = SECOND
  beforeEach(() => {
    pace = SECOND
    open(createWorkspace(multi()))
    stop = followLayout(workspaceLayout, () => (time += pace))
  })
  afterEach(() => stop())

  it('undoes and redoes what changes the arrangement', () => {
    const steps = [document()]
    const doing: (() => unknown)[] = [
      () => edit((tab) => ({ ...tab, grid: resizeSplit(tab.grid, [], [3000, 7000]) })),
      () => edit((tab) => maximiseCell(tab, 'c2')),
      () => edit((tab) => deleteCell(tab, 'c2')),
      () => edit((tab) => addCell(tab, { kind: 'watchlist', group: 'blue' })),
      () => edit((tab) => changeCell(tab, 'c1', { view: 'mode-delta' })),
      () => editWorkspace((now) => addTab(now, multi('Second'))),
      () => editWorkspace((now) => moveTab(now, 1, 0)),
    ]
    for (const change of doing) {
      change()
      steps.push(document())
    }
    for (const expected of steps.slice(0, -1).reverse()) {
      expect(undoLayout()).toBe(true)
      expect(document()).toEqual(expected)
    }
    expect(undoLayout()).toBe(false)
    for (const expected of steps.slice(1)) {
      expect(redoLayout()).toBe(true)
      expect(document()).toEqual(expected)
    }
  })

  it('joins the sizes of a drag, and keeps other changes apart, however quickly they follow', () => {
    pace = 10
    const start = document()
    for (const size of [6000, 6500, 7000])
      edit((tab) => ({ ...tab, grid: resizeSplit(tab.grid, [], [size, 10_000 - size]) }))
    const resized = document()
    edit((tab) => maximiseCell(tab, 'c1'))
    const filled = document()
    edit((tab) => deleteCell(tab, 'c4'))
    for (const expected of [filled, resized, start]) {
      expect(undoLayout()).toBe(true)
      expect(document()).toEqual(expected)
    }
    expect(undoLayout()).toBe(false)
  })

  it('keeps what the cells show, and gives it to a cell that comes back', () => {
    edit((tab) => deleteCell(tab, 'c1'))
    edit((tab) => changeCell(tab, 'c2', { symbol: 'BINANCE:ETHUSDT' }))
    edit((tab) => changeCell(tab, 'c3', { cycle: '4h' }))
    expect(useLayoutHistory.getState().undo).toHaveLength(1)
    expect(undoLayout()).toBe(true)
    expect(symbols()).toEqual(Array.from({ length: 4 }, () => 'BINANCE:ETHUSDT'))
    expect(document().tabs[0].cells.map(({ cycle }) => cycle)).toEqual(['1m', '5m', '4h', '1h'])
  })

  it('shows the tab whose change it undoes, and leaves the others as they are', () => {
    editWorkspace((now) => addTab(now, multi('Second')))
    edit((tab) => changeCell(tab, 'c1', { symbol: 'BINANCE:ETHUSDT' }), 1)
    edit((tab) => deleteCell(tab, 'c4'), 1)
    editWorkspace((now) => showTab(now, 0))
    expect(undoLayout()).toBe(true)
    expect(document().active).toBe(1)
    expect(document().tabs[1].cells).toHaveLength(4)
    expect([symbols(0)[0], symbols(1)[0]]).toEqual(['BINANCE:BTCUSDT', 'BINANCE:ETHUSDT'])
  })

  it('does not mix up tabs that were moved, renamed or closed', () => {
    editWorkspace((now) => addTab(now, multi('Second')))
    edit((tab) => changeCell(tab, 'c1', { symbol: 'BINANCE:ETHUSDT' }), 1)
    editWorkspace((now) => moveTab(now, 1, 0))
    undoLayout()
    expect([symbols(0)[0], symbols(1)[0]]).toEqual(['BINANCE:BTCUSDT', 'BINANCE:ETHUSDT'])
    edit((tab) => ({ ...tab, name: 'Third' }), 1)
    edit((tab) => changeCell(tab, 'c1', { symbol: 'BINANCE:SOLUSDT' }), 1)
    undoLayout()
    expect(document().tabs[1].name).toBe('Second')
    expect(symbols(1)[0]).toBe('BINANCE:SOLUSDT')
    editWorkspace((now) => deleteTab(now, 0))
    undoLayout()
    expect([symbols(0)[0], symbols(1)[0]]).toEqual(['BINANCE:BTCUSDT', 'BINANCE:SOLUSDT'])
  })

  it('ends with the workspace, but not when it is saved', () => {
    edit((tab) => deleteCell(tab, 'c1'))
    openWorkspace({ document: document(), name: 'Mine', version: 3, saved: document() })
    expect(useLayoutHistory.getState().undo).toHaveLength(1)
    open(createWorkspace(multi('Other')))
    expect(undoLayout()).toBe(false)
    expect(document().tabs[0].name).toBe('Other')
  })
})

describe('the chart that a panel follows', () => {
  const tab: WorkspaceTab = {
    ...multi(),
    cells: [
      { id: 'a', kind: 'chart', symbol: 'DEMO:BTCUSD' },
      { id: 'b', kind: 'chart', symbol: 'DEMO:ETHUSD', group: 'red' },
      { id: 'c', kind: 'chart', symbol: 'DEMO:BTCUSD', group: 'red' },
    ],
  }

  it.each([
    ['of its group, with its symbol', { group: 'red', symbol: 'DEMO:BTCUSD' }, 'a', 'c'],
    ['of its group, whatever it shows', { group: 'red', symbol: 'DEMO:SOLUSD' }, 'a', 'b'],
    ['that is active, without a group', {}, 'c', 'c'],
    ['that is active, in a group without charts', { group: 'blue' }, 'b', 'b'],
    ['that is first, if none is active', {}, null, 'a'],
    ['that is first, if the active one was closed', {}, 'gone', 'a'],
  ] as const)('is the one %s', (_, panel, active, expected) => {
    expect(followedChart(tab, panel, active)).toBe(expected)
  })

  it('is none in a tab of panels', () => {
    const panels = { ...tab, cells: [{ id: 'w', kind: 'watchlist' as const }] }
    expect(followedChart(panels, {}, 'w')).toBeUndefined()
  })
})

describe('other venues of a pair', () => {
  const menus = (...symbol: MenuSymbol[]) => ({ ...MENUS, symbol })

  it('are those of the same currencies, live ones first', () => {
    const list = menus(
      market('BINANCE:BTCUSDT', 'BTC/USDT'),
      market('OKX:BTCUSDT', 'BTC/USDT'),
      market('BINANCE:ETHUSDT', 'ETH/USDT'),
      market('BYBIT:BTCUSDT', 'BTC/USDT', { live: true }),
      market('COINBASE:BTCUSD', 'BTC/USD'),
    )
    expect(otherVenues(list, 'BINANCE:BTCUSDT')).toEqual(['BYBIT:BTCUSDT', 'OKX:BTCUSDT'])
    expect(otherVenues(list, 'COINBASE:BTCUSD')).toEqual([])
    expect(otherVenues(list, 'GONE:BTCUSD')).toEqual([])
    expect(otherVenues(list, undefined)).toEqual([])
  })
})

describe('workspaceKeyOf', () => {
  const press = (key: string, held: Partial<KeyboardEventInit> = {}, code = '') => ({
    key,
    code,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...held,
  })

  it.each([
    ['M', press('M'), { act: 'maximise' }],
    ['full stop', press('.'), { act: 'cell', step: 1 }],
    ['comma', press(','), { act: 'cell', step: -1 }],
    ['Alt 3, whatever character it types', press('£', { altKey: true }, 'Digit3'), { act: 'tab', index: 2 }],
    ['Alt 9', press('9', { altKey: true }, 'Digit9'), null],
    ['Ctrl M', press('m', { ctrlKey: true }), null],
    ['Alt M, a drawing tool', press('m', { altKey: true }, 'KeyM'), null],
    ['3', press('3', {}, 'Digit3'), null],
  ])('%s', (_, pressed, expected) => expect(workspaceKeyOf(pressed)).toEqual(expected))
})
