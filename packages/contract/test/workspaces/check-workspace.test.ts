import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import {
  checkWorkspace,
  MAX_WORKSPACE_TABS,
  WorkspaceDocumentSchema,
  type WorkspaceCell,
  type WorkspaceTab,
} from '../../src/index.ts'

const schema = Compile(WorkspaceDocumentSchema)

const CHART: WorkspaceCell = {
  id: 'a',
  kind: 'chart',
  group: 'blue',
  symbol: 'BINANCE:BTCUSDT',
  cycle: '1m',
  precision: '0.5',
  settings: '1',
  view: 'mode-delta',
}
const TAB: WorkspaceTab = {
  name: '早盘',
  grid: {
    direction: 'row',
    parts: [
      { size: 7000, cell: 'a' },
      {
        size: 3000,
        split: {
          direction: 'column',
          parts: [
            { size: 3333, cell: 'b' },
            { size: 3333, cell: 'c' },
            { size: 3334, cell: 'd' },
          ],
        },
      },
    ],
  },
  cells: [
    CHART,
    { id: 'b', kind: 'ladder', group: 'blue', symbol: 'BINANCE:BTCUSDT', precision: '1' },
    { id: 'c', kind: 'time_and_sales' },
    { id: 'd', kind: 'watchlist' },
  ],
  groups: [{ colour: 'blue', links: ['symbol', 'crosshair'] }],
  maximised: 'b',
}
const document = (tab: object = {}) => ({ format: 1, active: 0, tabs: [{ ...TAB, ...tab }] })
const faultsOf = (value: unknown) => checkWorkspace(value).map(({ field, error }) => `${field} ${error}`)
const cells = (...changed: object[]) => document({ cells: TAB.cells.map((cell, i) => ({ ...cell, ...changed[i] })) })

describe('checkWorkspace', () => {
  test('accepts a document of every kind of cell', () => {
    expect(checkWorkspace(document())).toEqual([])
    expect(schema.Check(document())).toBe(true)
  })

  test.each([
    ['no object', null, 'document BAD_BODY'],
    ['another format', { ...document(), format: 2 }, 'format NOT_A_CHOICE'],
    ['no tabs', { ...document(), tabs: [] }, 'tabs BAD_BODY'],
    ['missing tabs', { format: 1, active: 0 }, 'tabs REQUIRED'],
    [
      'too many tabs',
      { ...document(), tabs: Array.from({ length: MAX_WORKSPACE_TABS + 1 }, () => TAB) },
      'tabs TOO_MANY_KEPT',
    ],
    ['an active tab that does not exist', { ...document(), active: 1 }, 'active BAD_BODY'],
    ['an unknown field', { ...document(), extra: 1 }, 'extra BAD_BODY'],
    ['an unknown field of a tab', document({ extra: 1 }), 'tabs.0.extra BAD_BODY'],
    ['a blank name', document({ name: '  ' }), 'tabs.0.name REQUIRED'],
    ['an empty name', document({ name: '' }), 'tabs.0.name REQUIRED'],
    ['an unpaired surrogate', document({ name: '\ud83d' }), 'tabs.0.name BAD_BODY'],
    ['a control character', document({ name: 'a\u0000' }), 'tabs.0.name BAD_BODY'],
    ['a long name', document({ name: '字'.repeat(61) }), 'tabs.0.name TOO_LONG'],
    ['an unknown kind', cells({}, { kind: 'dom' }), 'tabs.0.cells.1.kind NOT_A_CHOICE'],
    ['a duplicate cell', cells({}, { id: 'a' }), 'tabs.0.cells.1.id GIVEN_TWICE'],
    ['an id that is not one', cells({}, {}, {}, { id: '__proto__' }), 'tabs.0.cells.3.id BAD_BODY'],
    ['an invalid symbol', cells({ symbol: 'BTC' }), 'tabs.0.cells.0.symbol BAD_BODY'],
    ['a cycle that is not text', cells({ cycle: 60 }), 'tabs.0.cells.0.cycle BAD_BODY'],
    ['a long cycle', cells({ cycle: '1'.repeat(25) }), 'tabs.0.cells.0.cycle TOO_LONG'],
    ['settings outside ASCII', cells({ settings: '字' }), 'tabs.0.cells.0.settings BAD_BODY'],
    ['a field of another kind', cells({}, { cycle: '1m' }), 'tabs.0.cells.1.cycle BAD_BODY'],
    ['a group the tab does not have', cells({ group: 'red' }), 'tabs.0.cells.0.group BAD_BODY'],
    ['a duplicate group', document({ groups: [...TAB.groups, ...TAB.groups] }), 'tabs.0.groups.1.colour GIVEN_TWICE'],
    [
      'an unknown link',
      document({ groups: [{ colour: 'blue', links: ['volume'] }] }),
      'tabs.0.groups.0.links.0 NOT_A_CHOICE',
    ],
    [
      'a duplicate link',
      document({ groups: [{ colour: 'blue', links: ['range', 'range'] }] }),
      'tabs.0.groups.0.links.1 GIVEN_TWICE',
    ],
    ['a maximised cell that does not exist', document({ maximised: 'z' }), 'tabs.0.maximised BAD_BODY'],
  ])('rejects %s', (_what, value, fault) => {
    expect(faultsOf(value)).toContain(fault)
  })

  const grid = (parts: object[]) => document({ grid: { direction: 'row', parts } })
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((cell) => ({ size: 2500, cell }))
  test.each([
    ['sizes that do not add up', [a, b, c, { ...d, size: 2499 }], 'tabs.0.grid.parts BAD_BODY'],
    ['fractional sizes', [a, b, { ...c, size: 2499.5 }, { ...d, size: 2500.5 }], 'tabs.0.grid.parts.2.size BAD_BODY'],
    [
      'a part that is too small',
      [a, b, { ...c, size: 4501 }, { ...d, size: 499 }],
      'tabs.0.grid.parts.3.size BAD_BODY',
    ],
    ['a cell that is not in the grid', [a, b, { ...c, size: 5000 }], 'tabs.0.cells.3.id BAD_BODY'],
    ['a cell that is in the grid twice', [a, b, c, { ...c }], 'tabs.0.grid.parts.3.cell GIVEN_TWICE'],
    ['a cell that does not exist', [a, b, c, { ...d, cell: 'z' }], 'tabs.0.grid.parts.3.cell BAD_BODY'],
    ['a part without content', [a, b, c, { size: 2500 }], 'tabs.0.grid.parts.3 BAD_BODY'],
    [
      'a part with both',
      [a, b, c, { ...d, split: { direction: 'row', parts: [{ size: 10_000, cell: 'd' }] } }],
      'tabs.0.grid.parts.3 BAD_BODY',
    ],
  ])('rejects a grid with %s', (_what, parts, fault) => {
    expect(faultsOf(grid(parts))).toContain(fault)
  })

  const nested = (levels: number): object => ({
    direction: 'row',
    parts: [levels === 1 ? { size: 10_000, cell: 'a' } : { size: 10_000, split: nested(levels - 1) }],
  })
  test('allows four levels of splits, and survives any number', () => {
    const deep = (levels: number) => document({ cells: [CHART], grid: nested(levels), maximised: 'a' })
    expect(checkWorkspace(deep(4))).toEqual([])
    expect(schema.Check(deep(4))).toBe(true)
    expect(faultsOf(deep(5))).toContain('tabs.0.grid.parts.0.split.parts.0.split.parts.0.split.parts.0.split BAD_BODY')
    expect(schema.Check(deep(5))).toBe(false)
    expect(faultsOf(deep(2000))).toContain('tabs.0.cells.0.id BAD_BODY')
  })

  const charts = (count: number, given: object = {}) => {
    const ids = Array.from({ length: count }, (_, i) => `c${i}`)
    return {
      name: 'charts',
      groups: [],
      cells: ids.map((id) => ({ id, kind: 'chart', ...given })),
      grid: {
        direction: 'row',
        parts: ids.map((cell, i) => ({ size: i === 0 ? 10_000 - 1000 * (count - 1) : 1000, cell })),
      },
    }
  }
  test('allows six charts in a tab', () => {
    expect(checkWorkspace({ format: 1, active: 0, tabs: [charts(6)] })).toEqual([])
    expect(faultsOf({ format: 1, active: 0, tabs: [charts(7)] })).toEqual(['tabs.0.cells TOO_MANY_KEPT'])
  })

  test('limits the length of the whole document', () => {
    const tab = charts(6, { settings: '1'.repeat(8000) })
    expect(checkWorkspace({ format: 1, active: 0, tabs: [tab] })).toEqual([])
    expect(checkWorkspace({ format: 1, active: 0, tabs: [tab, tab] })).toEqual([
      { field: 'document', error: 'TOO_LONG', params: { max: 65_536 } },
    ])
  })

  test('begins paths with the given one', () => {
    expect(checkWorkspace(cells({ symbol: 'BTC' }), 'document')[0].field).toBe('document.tabs.0.cells.0.symbol')
    expect(checkWorkspace([], 'document')[0].field).toBe('document')
  })

  test('is never more lenient than the schema, wherever a document is changed', () => {
    const paths: (string | number)[][] = []
    const visit = (value: unknown, path: (string | number)[]) => {
      paths.push(path)
      if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value))
          visit(inner, [...path, Array.isArray(value) ? Number(key) : key])
    }
    visit(document(), [])
    const replaced = (value: unknown, path: (string | number)[], next: unknown): unknown => {
      if (path.length === 0) return next
      const [key, ...rest] = path
      const copy = structuredClone(value) as Record<string | number, unknown>
      copy[key] = replaced(copy[key], rest, next)
      return copy
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...paths),
        fc.oneof(fc.jsonValue(), fc.constantFrom('', 'a', 'blue', '1m', 0, 500, 10_000, -1, 1e21, [], {}, null)),
        (path, next) => {
          const value = replaced(document(), path, next)
          if (checkWorkspace(value).length === 0) expect(schema.Errors(value)).toEqual([])
        },
      ),
      { numRuns: 2000 },
    )
  })
})
