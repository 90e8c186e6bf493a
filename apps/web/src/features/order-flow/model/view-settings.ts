import type { ChartSettings } from '@flowprint/chart'

/** Display settings of the chart. `maxZones` and `cvdStyle` are indicator settings. */
export type ViewSettings = Omit<ChartSettings, 'maxZones' | 'cvdStyle'>

export const CELL_MODES = [
  'bidAsk',
  'delta',
  'volume',
  'trades',
  'profile',
] as const satisfies readonly ViewSettings['mode'][]
export const CELL_UNITS = ['base', 'quote'] as const satisfies readonly ViewSettings['unit'][]
export const CELL_TINTS = ['side', 'delta', 'volume', 'none'] as const satisfies readonly ViewSettings['tint'][]
export type LayerName = keyof ViewSettings['layers']
export type PaneKey = keyof ViewSettings['panes']

/** Quote units are the default for crypto (INDICATORS 2). */
export const DEFAULT_VIEW: ViewSettings = {
  mode: 'bidAsk',
  unit: 'quote',
  tint: 'side',
  layers: {
    candle: true,
    poc: true,
    valueArea: true,
    imbalances: true,
    stacks: true,
    zones: true,
    efforts: true,
    lastPrice: true,
  },
  panes: { volume: true, cvd: true, statistics: true },
}

/** A phone's height is reserved for the cells. */
export const SMALL_VIEW: ViewSettings = { ...DEFAULT_VIEW, panes: { volume: true, cvd: false, statistics: false } }

/**
 * Encodes the link's `view` parameter: values that differ from the defaults, as in `mode-delta.unit-base.cvd-0`. Empty
 * when nothing differs.
 */
export function encodeView(view: ViewSettings): string {
  const parts: string[] = []
  for (const name of ['mode', 'unit', 'tint'] as const) {
    if (view[name] !== DEFAULT_VIEW[name]) parts.push(`${name}-${view[name]}`)
  }
  for (const group of ['layers', 'panes'] as const) {
    for (const [name, on] of Object.entries(view[group])) {
      const usual = (DEFAULT_VIEW[group] as Record<string, boolean>)[name]
      if (on !== usual) parts.push(`${name}-${on ? 1 : 0}`)
    }
  }
  return parts.join('.')
}

/** Parses a `view` parameter; unknown parts are ignored, so that old links keep working. */
export function decodeView(text: string): ViewSettings {
  const said = new Map(text.split('.').map((part) => part.split('-', 2) as [string, string]))
  const choice = <T extends string>(name: string, values: readonly T[], usual: T): T =>
    values.find((value) => value === said.get(name)) ?? usual
  const flags = <T extends object>(group: T): T =>
    Object.fromEntries(
      Object.entries(group).map(([name, usual]) => [
        name,
        said.has(name) ? said.get(name) === '1' : (usual as boolean),
      ]),
    ) as T
  return {
    mode: choice('mode', CELL_MODES, DEFAULT_VIEW.mode),
    unit: choice('unit', CELL_UNITS, DEFAULT_VIEW.unit),
    tint: choice('tint', CELL_TINTS, DEFAULT_VIEW.tint),
    layers: flags(DEFAULT_VIEW.layers),
    panes: flags(DEFAULT_VIEW.panes),
  }
}
