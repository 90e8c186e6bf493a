import type { ChartSettings } from '@flowprint/chart'
import type { IndicatorSettings } from '@flowprint/orderflow'

export const HEATMAP_SCALES = ['percentile', 'screen', 'fixed'] as const
export const HEATMAP_VALUES = ['end', 'mean', 'max'] as const
export const HEATMAP_PALETTES = ['default', 'colorblind'] as const

/** Limits of the heatmap's numbers, both inclusive. */
export const PERCENTILE_RANGE = { min: 50, max: 100 } as const
export const BRIGHTNESS_RANGE = { min: 0, max: 100 } as const
export const WALL_RANGE = { min: 2, max: 100 } as const

/** The heatmap of resting quantities behind the bars. */
export interface HeatmapSettings {
  readonly shown: boolean
  /** Draws the cells of the bars over it; false: only their candles. */
  readonly cells: boolean
  /** Line of the best bid and ask. */
  readonly touch: boolean
  /** Which quantity of an interval a cell shows. */
  readonly value: (typeof HEATMAP_VALUES)[number]
  /** Which quantity has full intensity: a percentile of those on the screen, their maximum, or a fixed one. */
  readonly scale: (typeof HEATMAP_SCALES)[number]
  /** Percent, a whole number. */
  readonly percentile: number
  /** The fixed quantity, base units: canonical decimal text. */
  readonly size: string
  /** A whole number; 50 changes nothing. */
  readonly brightness: number
  readonly palette: (typeof HEATMAP_PALETTES)[number]
  /** Rows that hold far more than their neighbours, from this many times the median on, a whole number. */
  readonly walls: boolean
  readonly wallRatio: number
  /** Pane with the imbalance of the book near the best prices. */
  readonly imbalance: boolean
}

/** Panes of a perpetual, added to the chart when they are shown. */
export const DERIVATIVES_PANES = ['liquidations', 'openInterest', 'funding'] as const

/** Display settings of the chart. `maxZones` and `cvdStyle` are indicator settings. */
export type ViewSettings = Omit<ChartSettings, 'maxZones' | 'cvdStyle' | 'layers' | 'panes'> & {
  readonly layers: ChartSettings['layers'] & { readonly liquidationMarks: boolean }
  readonly panes: ChartSettings['panes'] & { readonly [Pane in (typeof DERIVATIVES_PANES)[number]]: boolean }
  readonly heatmap: HeatmapSettings
}

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

export const DEFAULT_HEATMAP: HeatmapSettings = {
  shown: false,
  cells: true,
  touch: true,
  value: 'end',
  scale: 'percentile',
  percentile: 97,
  size: '10',
  brightness: 50,
  palette: 'default',
  walls: true,
  wallRatio: 5,
  imbalance: false,
}

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
    liquidationMarks: false,
  },
  panes: { volume: true, cvd: true, statistics: true, liquidations: false, openInterest: false, funding: false },
  heatmap: DEFAULT_HEATMAP,
}

/** A phone's height is reserved for the cells. */
export const SMALL_VIEW: ViewSettings = {
  ...DEFAULT_VIEW,
  panes: { ...DEFAULT_VIEW.panes, cvd: false, statistics: false },
}

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
      const fallback = (DEFAULT_VIEW[group] as Record<string, boolean>)[name]
      if (on !== fallback) parts.push(`${name}-${on ? 1 : 0}`)
    }
  }
  for (const key of HEATMAP_KEYS) {
    const value = view.heatmap[key]
    if (value !== DEFAULT_HEATMAP[key])
      // A dot separates the parts of the text, so that decimals have another sign.
      parts.push(`${heatmapName(key)}-${typeof value === 'boolean' ? Number(value) : String(value).replace('.', '_')}`)
  }
  return parts.join('.')
}

/** A quantity > 0 in canonical form, null when the text is none. */
export function parseHeatmapSize(text: string): string | null {
  const match = /^0*(\d{1,12})(?:\.(\d{0,8}?)0*)?$/.exec(text.trim())
  if (!match || !/[1-9]/.test(match[0])) return null
  return match[2] ? `${match[1]}.${match[2]}` : match[1]
}

/** A whole number within its limits, null when the text is none. */
export function parseWithin(text: string, { min, max }: { readonly min: number; readonly max: number }): number | null {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
}

const readFlag = (text: string) => (text === '' ? null : text === '1')

/** Parses the settings of the heatmap; null: the default. */
const HEATMAP_PARTS: { readonly [Key in keyof HeatmapSettings]: (text: string) => HeatmapSettings[Key] | null } = {
  shown: readFlag,
  cells: readFlag,
  touch: readFlag,
  value: (text) => HEATMAP_VALUES.find((one) => one === text) ?? null,
  scale: (text) => HEATMAP_SCALES.find((one) => one === text) ?? null,
  percentile: (text) => parseWithin(text, PERCENTILE_RANGE),
  size: (text) => parseHeatmapSize(text.replace('_', '.')),
  brightness: (text) => parseWithin(text, BRIGHTNESS_RANGE),
  palette: (text) => HEATMAP_PALETTES.find((one) => one === text) ?? null,
  walls: readFlag,
  wallRatio: (text) => parseWithin(text, WALL_RANGE),
  imbalance: readFlag,
}
const HEATMAP_KEYS = Object.keys(HEATMAP_PARTS) as (keyof HeatmapSettings)[]

/** Name of a setting of the heatmap in a link: heatmap, heatmapCells. */
const heatmapName = (key: keyof HeatmapSettings) =>
  key === 'shown' ? 'heatmap' : `heatmap${key[0].toUpperCase()}${key.slice(1)}`

/** Parses a `view` parameter; unknown parts are ignored, so that old links keep working. */
export function decodeView(text: string): ViewSettings {
  const given = new Map(text.split('.').map((part) => part.split('-', 2) as [string, string]))
  const choice = <T extends string>(name: string, values: readonly T[], fallback: T): T =>
    values.find((value) => value === given.get(name)) ?? fallback
  const flags = <T extends object>(group: T): T =>
    Object.fromEntries(
      Object.entries(group).map(([name, fallback]) => [name, readFlag(given.get(name) ?? '') ?? fallback]),
    ) as T
  return {
    mode: choice('mode', CELL_MODES, DEFAULT_VIEW.mode),
    unit: choice('unit', CELL_UNITS, DEFAULT_VIEW.unit),
    tint: choice('tint', CELL_TINTS, DEFAULT_VIEW.tint),
    layers: flags(DEFAULT_VIEW.layers),
    panes: flags(DEFAULT_VIEW.panes),
    heatmap: Object.fromEntries(
      HEATMAP_KEYS.map((key) => [key, HEATMAP_PARTS[key](given.get(heatmapName(key)) ?? '') ?? DEFAULT_HEATMAP[key]]),
    ) as unknown as HeatmapSettings,
  }
}

export interface ChartPreferences {
  readonly indicators: IndicatorSettings
  readonly view: ViewSettings
}
