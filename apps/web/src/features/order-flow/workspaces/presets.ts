import {
  MAX_TAB_CHARTS,
  WORKSPACE_FORMAT,
  type WorkspaceCell,
  type WorkspaceDocument,
  type WorkspaceTab,
} from '@flowprint/contract'
import { equalGrid } from './grid.ts'

export const PRESETS = ['single', 'multi_timeframe', 'scalping', 'compare_venues'] as const
export type Preset = (typeof PRESETS)[number]

export interface PresetOptions {
  /** Name of the tab, in the language of the page. */
  readonly name: string
  /** The chart from which the preset starts. */
  readonly chart: Pick<WorkspaceCell, 'symbol' | 'cycle' | 'precision' | 'settings' | 'view'>
  /** The same pair on other venues, for "compare venues"; at most five are used. */
  readonly otherVenues?: readonly string[]
}

/** Cycles of the multi-timeframe preset, finest first. */
const TIMEFRAMES = ['1m', '5m', '15m', '1h'] as const

/** A tab as a preset arranges it. */
export function createPreset(preset: Preset, { name, chart, otherVenues = [] }: PresetOptions): WorkspaceTab {
  const symbol = chart.symbol === undefined ? {} : { symbol: chart.symbol }
  const ids = (cells: readonly WorkspaceCell[]) => cells.map(({ id }) => id)
  switch (preset) {
    case 'single':
      return { name, grid: equalGrid(['c1']), cells: [{ ...chart, id: 'c1', kind: 'chart' }], groups: [] }
    case 'multi_timeframe': {
      // Other cycles have other precisions.
      const { precision: _own, ...any } = chart
      const cells = TIMEFRAMES.map((cycle, i): WorkspaceCell => ({
        ...any,
        cycle,
        id: `c${i + 1}`,
        kind: 'chart',
        group: 'blue',
      }))
      return { name, grid: equalGrid(ids(cells)), cells, groups: [{ colour: 'blue', links: ['symbol', 'crosshair'] }] }
    }
    case 'compare_venues': {
      // Other venues have other tick sizes: no precision.
      const { precision: _own, ...other } = chart
      const venues = [...new Set(otherVenues)].filter((venue) => venue !== chart.symbol).slice(0, MAX_TAB_CHARTS - 1)
      const rest = venues.map((venue, i): WorkspaceCell => ({
        ...other,
        symbol: venue,
        id: `c${i + 2}`,
        kind: 'chart',
        group: 'blue',
      }))
      const cells: WorkspaceCell[] = [{ ...chart, id: 'c1', kind: 'chart', group: 'blue' }, ...rest]
      return {
        name,
        grid: equalGrid(ids(cells)),
        cells,
        groups: [{ colour: 'blue', links: ['cycle', 'crosshair', 'range'] }],
      }
    }
    case 'scalping':
      return {
        name,
        grid: {
          direction: 'row',
          parts: [
            { size: 5600, cell: 'c1' },
            { size: 2200, cell: 'ladder' },
            {
              size: 2200,
              split: {
                direction: 'column',
                parts: [
                  { size: 6000, cell: 'trades' },
                  { size: 4000, cell: 'list' },
                ],
              },
            },
          ],
        },
        cells: [
          { ...chart, id: 'c1', kind: 'chart', group: 'blue' },
          { ...symbol, id: 'ladder', kind: 'ladder', group: 'blue' },
          { ...symbol, id: 'trades', kind: 'time_and_sales', group: 'blue' },
          { id: 'list', kind: 'watchlist', group: 'blue' },
        ],
        groups: [{ colour: 'blue', links: ['symbol', 'crosshair'] }],
      }
  }
}

/** A workspace of one tab. */
export const createWorkspace = (tab: WorkspaceTab): WorkspaceDocument => ({
  format: WORKSPACE_FORMAT,
  active: 0,
  tabs: [tab],
})
